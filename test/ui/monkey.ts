// npm run monkey [-- --minutes N] [--seed N]: clicks, types and runs commands at random through the real screen, while the
// service misbehaves
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { mergeEvents, parseLedger } from '../../src/credits/ledger';
import { numbersFrom } from '../faults/sample';
import { packExtension, packedExtension } from '../host/pack';
import type { BrokenResponse } from '../simulator/brokenResponses';
import { SimulatedService } from '../simulator/simulatedService';
import { eventually } from './driver/eventually';
import { signIn } from './driver/signIn';
import { Workbench } from './driver/workbench';

/** Steps after which calls are counted, and after which somebody signs in again where the monkey has signed out. */
const CHECK_EVERY = 10;
/** A window that doesn't answer for so long is frozen: milliseconds. */
const MAX_FROZEN_MS = 30_000;

/** VS Code shows some of its dialogs only after it has asked itself whether it must. */
const QUIET_LOOKS = 4;
const LOOK_EVERY_MS = 250;

const FAILURES: readonly BrokenResponse[] = [
  { kind: 'status', status: 503, retryAfter: 1 },
  { kind: 'status', status: 401 },
  { kind: 'status', status: 429, retryAfter: 1 },
  { kind: 'reset' },
  { kind: 'stalled' },
  { kind: 'truncated body' },
  { kind: 'HTML' },
  { kind: 'empty body' },
  { kind: 'wrong JSON' },
  { kind: 'gzip bomb', megabytes: 64 },
];

const KEYS = [
  'ArrowDown',
  'ArrowUp',
  'Enter',
  'Escape',
  'Space',
  'Home',
  'End',
  'Shift+F10',
  'Control+z',
  'Tab',
];
const TEXTS = ['down', 'status:up', '', '3', '$(x) [a](command:b)', 'https://', 'a'.repeat(300)];

/** One user who doesn't know what they do. */
class Monkey {
  readonly #next: () => number;
  readonly #workbench: Workbench;
  readonly #service: SimulatedService;

  constructor(next: () => number, workbench: Workbench, service: SimulatedService) {
    this.#next = next;
    this.#workbench = workbench;
    this.#service = service;
  }

  /** @returns what was done, for whoever looks into a failure. */
  async step(): Promise<string> {
    if (this.#next() < 0.3) {
      this.#service.failNext(this.#oneOf(FAILURES));
    }
    if (this.#next() < 0.02) {
      this.#service.revokeTokens();
    }
    const acts: readonly (() => Promise<string>)[] = [
      () => this.#click('.part.sidebar .monaco-list-row'),
      () => this.#click('.part.sidebar .monaco-list-row .action-label'),
      () => this.#click('.part.sidebar .title-actions .action-label'),
      () => this.#click('.part.sidebar .monaco-button'),
      () => this.#click('.part.statusbar .statusbar-item[id*="monitor-explorer"] a'),
      () => this.#click('.notification-toast .monaco-button'),
      () => this.#click('.context-view .action-item:not(.disabled)'),
      () => this.#click('.quick-input-widget .monaco-list-row'),
      () => this.#click('.monaco-dialog-box .monaco-button'),
      () => this.#press(),
      () => this.#type(),
      () => this.#runCommand(),
      () => this.#runCommand(),
      () => this.#reload(),
    ];
    return this.#oneOf(this.#next() < 0.02 ? acts : acts.slice(0, -1))();
  }

  #oneOf<T>(all: readonly T[]): T {
    return all[Math.floor(this.#next() * all.length)]!;
  }

  /** What isn't there, or goes away meanwhile, isn't clicked. */
  async #click(selector: string): Promise<string> {
    const found = await this.#workbench.page.locator(selector).all();
    const button = this.#next() < 0.15 ? 'right' : 'left';
    if (found.length > 0) {
      await this.#oneOf(found)
        .click({ button, timeout: 1_000, force: true })
        .catch(() => undefined);
    }
    return `${button} click on one of ${found.length} ${selector}`;
  }

  async #press(): Promise<string> {
    const key = this.#oneOf(KEYS);
    await this.#workbench.press(key);
    return key;
  }

  async #type(): Promise<string> {
    const text = this.#oneOf(TEXTS);
    if (await this.#workbench.quickInput.isOpen()) {
      await this.#workbench.page.keyboard.insertText(text);
      await this.#workbench.press('Enter');
    }
    return `the text "${text.slice(0, 30)}"`;
  }

  /** One of those that the palette offers now. */
  async #runCommand(): Promise<string> {
    const { quickInput } = this.#workbench;
    await this.calmDown();
    await quickInput.typeCommand('Monitor Explorer: ');
    const items = (await quickInput.items()).filter(({ label }) => label.startsWith('Monitor Explorer: '));
    const chosen = items.length === 0 ? undefined : this.#oneOf(items);
    await (chosen ? quickInput.choose(chosen.label, 5_000) : quickInput.cancel()).catch(() => undefined);
    return `the command ${chosen?.label ?? 'that is not there'}`;
  }

  async #reload(): Promise<string> {
    await this.calmDown();
    await this.#workbench.reloadAtOnce();
    await this.#workbench.monitors.open();
    return 'reload';
  }

  /** Leaves dialogs, menus and inputs, also those that come up a moment after they were asked for. */
  async calmDown(): Promise<void> {
    let quiet = 0;
    for (let left = 20; left > 0 && quiet < QUIET_LOOKS; left--) {
      if (await this.#isAsked()) {
        quiet = 0;
        await this.#workbench.press('Escape');
      } else {
        quiet += 1;
        await wait(LOOK_EVERY_MS);
      }
    }
  }

  async #isAsked(): Promise<boolean> {
    const { quickInput, dialog, page } = this.#workbench;
    return (
      (await quickInput.isOpen()) ||
      (await dialog.isOpen()) ||
      // A menu, and perhaps one that opens out of it.
      (await page.locator('.context-view .monaco-menu').first().isVisible())
    );
  }

  /** Signs in where nobody is, or where the session has ended. */
  async return(): Promise<void> {
    await this.calmDown();
    await this.#workbench.closeEditors();
    const { monitors } = this.#workbench;
    await monitors.open();
    const rows = await monitors.tree.rows();
    if ((await monitors.welcome()) !== undefined || rows.some(({ label }) => label === 'Session ended')) {
      this.#service.stopFailing();
      await signIn(this.#workbench, this.#service);
    }
  }
}

/** What must be so after each step. @throws AssertionError */
async function check({ page, notifications, output }: Workbench): Promise<void> {
  const answer = page.evaluate('1');
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, MAX_FROZEN_MS, 'frozen');
  });
  assert.equal(await Promise.race([answer, silence]), 1, 'the window answers');
  clearTimeout(timer);
  const errors = (await notifications.list()).filter(
    ({ text, severity }) =>
      severity === 'error' || /command '|error running|resulted in an error/i.test(text),
  );
  assert.deepEqual(errors, [], 'notifications of errors');
  const lines = output
    .files()
    .filter((file) => /exthost.*\.log$/.test(file))
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .filter((line) => /\[error\]/.test(line) && /monitor-?explorer/i.test(line));
  assert.deepEqual(lines, [], 'what VS Code has logged of the extension');
}

/** The ledger has as many calls as the service has counted, and the service was asked as it is documented. */
async function checkCalls({ output }: Workbench, service: SimulatedService): Promise<void> {
  const readLedger = (): number => {
    const files = output.files().filter((file) => /[\\/]ledger[\\/]/.test(file));
    const events = files.flatMap((file) => parseLedger(readFileSync(file, 'utf8')).events);
    return mergeEvents(events).filter(({ type }) => type === 'call').length;
  };
  await service.idle();
  await eventually(
    'As many calls in the ledger as the service has counted',
    () => Promise.resolve({ ledger: readLedger(), service: service.callCount() }),
    (calls) => calls.ledger === calls.service,
  );
  assert.deepEqual(service.violations, []);
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } });
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  const minutes = Number(values.minutes ?? 10);
  console.log(`${minutes} minutes of seed ${seed}`);
  await packExtension(packedExtension());
  const service = await SimulatedService.start({ monitors: 340, credits: 1_000_000 });
  const workbench = await Workbench.open({
    settings: {
      'monitorExplorer.pageSize': 20,
      'monitorExplorer.timeoutSeconds': 1,
      'monitorExplorer.baseUrl': service.baseUrl,
    },
    size: { width: 1280, height: 900 },
  });
  const done: string[] = [];
  try {
    await workbench.monitors.open();
    const monkey = new Monkey(numbersFrom(seed), workbench, service);
    for (const end = Date.now() + minutes * 60_000; Date.now() < end;) {
      if (done.length % CHECK_EVERY === 0) {
        await monkey.return();
        await checkCalls(workbench, service);
      }
      done.push(await monkey.step());
      await check(workbench);
    }
    await monkey.calmDown();
    await checkCalls(workbench, service);
    console.log(`${done.length} steps, ${service.callCount()} calls, as in the ledger; no error`);
  } catch (error) {
    console.log(`The last steps:\n${done.slice(-12).join('\n')}`);
    console.log(`The screen then: ${await workbench.keepEvidence(`monkey ${seed}`).catch(String)}`);
    throw error;
  } finally {
    await workbench.close();
    await service.stop();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
