import assert from 'node:assert/strict';
import { errorStyles } from '../simulator/errorStyles';
import type { MonitorRecord } from '../simulator/monitorRecords';
import { eventually, tidy } from '../support/driver/eventually';
import type { PageElement } from '../support/driver/pageElement';
import { useStage } from '../support/stage';

/** Texts that VS Code turns into links, pictures or icons somewhere, and characters that change the direction. */
const PARTS = [
  '[evil link](command:workbench.action.quit?%5B%22evil%22%5D)',
  '![evil image](https://evil.example/i.png)',
  '<img src="https://evil.example/i.png" onerror="alert(1)"><a href="command:evil">evil anchor</a>',
  '$(flame) $(sync~spin)',
  '\u202eevil\u202c \u2067evil\u2069 \u200b\u3164',
  '**evil** `evil` [evil]: https://evil.example',
  'https://evil.example/evil, and more',
];

/** 20,000 characters. */
const EVIL = PARTS.join(' ').repeat(100).slice(0, 20_000);

/** For values that may not be longer, such as a name. */
const SHORT_EVIL = PARTS.join(' ');

/** Runs in each frame of the page: finds links, pictures and icons that shouldn't be there. */
function findAlive([body]: PageElement[]): string[] {
  const all = (selector: string): PageElement[] => [...body!.querySelectorAll(selector)];
  const attributes = ['href', 'data-href', 'src', 'title', 'aria-label'];
  const isEvil = (element: PageElement): boolean =>
    [element.textContent, ...attributes.map((name) => element.getAttribute(name))].some((text) =>
      text?.includes('evil'),
    );
  // Links of ours have the name of a field as an argument, which their command checks.
  const isForeign = (link: PageElement): boolean => {
    const address = link.getAttribute('href') ?? link.getAttribute('data-href');
    return address !== '' && !address?.startsWith('command:monitorExplorer.');
  };
  const links = all('a[href], a[data-href], a.monaco-link, [role=link]').filter(
    (link) => isForeign(link) && isEvil(link),
  );
  return [
    ...links.map((link) => `link: ${link.textContent}`),
    ...all('img')
      .filter(isEvil)
      .map((image) => `image: ${image.getAttribute('src')}`),
    ...all('.codicon-flame').map(() => 'icon: flame'),
  ];
}

describe('A hostile text of the service', () => {
  const stage = useStage();

  /** Waits until the screen stays the same, and asserts that nothing in it is a link, a picture or an icon. */
  async function isOnlyText(place: string, mustShow = true): Promise<void> {
    const { page } = stage.workbench;
    let before = '';
    const shown = await eventually(
      `${place} with the text, and at rest`,
      async () => {
        await page.waitForTimeout(150);
        const bodies = page.frames().map((frame) => {
          const text = frame.locator('body').innerText({ timeout: 2_000 });
          return text.catch(() => '');
        });
        const now = tidy((await Promise.all(bodies)).join(' '));
        const isStill = now === before;
        before = now;
        return isStill ? now : '';
      },
      (text) => text !== '' && (!mustShow || text.includes('evil')),
    );
    assert.doesNotMatch(shown, /[\u200b\u202a-\u202e\u2066-\u2069\u3164]evil/, place);
    for (const frame of page.frames()) {
      const alive = frame.locator('body').evaluateAll(findAlive);
      assert.deepEqual(await alive.catch(() => []), [], place);
    }
  }

  it('in the message of a failure is only text, in the row and in its tooltip', async () => {
    const { monitors, tree } = stage.workbench;
    const service = await stage.browse({ monitors: 20 });
    service.failNext({ kind: 'status', status: 500, style: errorStyles.problem, message: EVIL });
    await monitors.clickTitleAction('Load More');
    await tree.shows('Retry (1 call)', ({ ariaLabel }) => ariaLabel.includes('evil'));
    // A second line of the message moves the rows.
    await monitors.showsMessage(/^Page 2 failed/);
    await tree.tooltip('Retry (1 call)');
    await isOnlyText('The tooltip of a failure');
    await stage.noErrors();
  });

  it('in any field of a record is only text in rows, tooltips, pick lists, notifications and pages', async () => {
    const { monitors, page, quickInput, tree } = stage.workbench;
    const service = await stage.visit({ monitors: 4 });
    await stage.set({ notifyOnChange: 'any' });
    service.updateMonitor(0, {
      name: SHORT_EVIL,
      url: SHORT_EVIL,
      note: EVIL,
      tags: [EVIL],
      group: SHORT_EVIL,
      [EVIL.slice(0, 200)]: EVIL,
    });
    service.updateMonitor(1, { status: EVIL as MonitorRecord['status'], id: SHORT_EVIL });
    const address = 'https://evil.example/';
    service.updateMonitor(2, {
      name: `${address} ${SHORT_EVIL}`,
      url: `${address}?${SHORT_EVIL}`,
    });
    await stage.signIn(service);
    const { label } = await tree.shows(/evil link/);
    await isOnlyText('The rows');
    await tree.tooltip(label);
    await isOnlyText('The tooltip');
    await page.mouse.move(0, 0);
    await tree.click(label);
    await isOnlyText('The page of a monitor');
    await stage.workbench.closeEditors();
    service.updateMonitor(0, { name: `changed ${SHORT_EVIL}` });
    service.removeMonitor(2);
    await monitors.clickTitleAction('Refresh');
    await service.idle();
    await isOnlyText('The rows after a refresh, and what is told of it');
    const shows: string[] = [];
    // By their verbs, so that new commands are included.
    for (const verb of ['Show', 'Go to', 'Map', 'Switch', 'Arrange', 'Choose', 'Hide']) {
      const titles = await stage.workbench.paletteCommands(`Monitor Explorer: ${verb}`);
      shows.push(...titles.filter((title) => title.startsWith(`Monitor Explorer: ${verb}`)));
    }
    assert.ok(shows.length >= 8, shows.join(', '));
    for (const title of shows) {
      await stage.workbench.runCommand(title.replace(/( \(.*\)|…)$/, ''));
      await isOnlyText(title, false);
      if (await quickInput.isOpen()) {
        await quickInput.cancel();
      }
      await stage.workbench.closeEditors();
    }
  });
});
