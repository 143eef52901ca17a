import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../host/places';
import { CallError } from '../../src/service/errors';
import { toErrorText } from '../../src/ui/texts/errorText';

interface MenuItem {
  readonly command?: string;
  readonly submenu?: string;
  readonly when: string;
  readonly group?: string;
}

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly enablement?: string }[];
    readonly languageModelTools: readonly Readonly<Record<string, unknown>>[];
    readonly submenus: readonly { readonly id: string }[];
    readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
    readonly configuration: readonly {
      readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    }[];
  };
}

const read = (file: string): string => readFileSync(join(checkout(), file), 'utf8');
const { contributes } = JSON.parse(read('package.json')) as Manifest;
const { commands, menus, submenus } = contributes;
const inRows = menus['view/item/context']!;
const inPalette = menus['commandPalette']!;
const entries = Object.values(menus).flat();

/** The condition of an entry in a row's menu, without what all of them have. */
const ownCondition = ({ when }: MenuItem): string =>
  when.replace(/^view == monitorExplorer\.monitors( && )?/, '');

describe('The manifest', () => {
  it('names only declared commands in menus and welcome texts, and fills each submenu', () => {
    const declared = new Set(commands.map(({ command }) => command));
    const links = [...read('package.nls.json').matchAll(/\(command:(monitorExplorer\.[\w.]+)/g)];
    const named = [
      ...links.map((link) => link[1]!),
      ...entries.flatMap((entry) => entry.command ?? []),
    ];
    assert.ok(links.length > 0);
    assert.deepEqual(
      named.filter((name) => !declared.has(name) && name !== 'monitorExplorer.monitors.focus'),
      [],
    );
    const shown = entries.flatMap(({ submenu }) => submenu ?? []);
    assert.deepEqual(
      shown,
      submenus.map(({ id }) => id),
    );
    assert.ok(shown.every((id) => menus[id]!.length > 0));
  });

  it('takes all texts for users from package.nls.json', () => {
    const readByPeople =
      /"(?:title|label|description|markdownDescription|displayName|userDescription|contents|altText|name)":"(?!%)[^"]+/g;
    // A tool's name and its schema are read by models.
    const { languageModelTools, ...others } = contributes;
    const shown = languageModelTools.map((tool) => [tool['displayName'], tool['userDescription']]);
    assert.ok(shown.flat().every((text) => /^%.+%$/.test(String(text))));
    assert.deepEqual(JSON.stringify(others).match(readByPeople), null);
  });

  it('offers each command only while it works, except the first steps and information about calls', () => {
    const limited = new Set(inPalette.map(({ command }) => command));
    const always = commands.filter(
      ({ command, enablement }) => enablement === undefined && !limited.has(command),
    );
    assert.deepEqual(always.map(({ command }) => command.split('.')[1]).sort(), [
      'deleteAllLocalData',
      'showCalls',
      'showLog',
      'signIn',
    ]);
  });

  it("offers commands for a monitor in the palette exactly if the selected row's menu has them", () => {
    const ofSelection = inPalette
      .filter(({ when }) => when.includes('monitorExplorer.selection'))
      .map(({ command, when }) => `${command}: ${when.replace(' && !monitorExplorer.busy', '')}`);
    const ofRow = inRows
      .filter(({ group, when }) => !/^(inline|1_notice)/.test(group!) && !/== group$/.test(when))
      .map((entry) => `${entry.command}: ${ownCondition(entry)}`)
      .map((text) => text.replace('viewItem', 'monitorExplorer.selection'));
    assert.deepEqual(ofSelection.sort(), ofRow.sort());
  });

  it('offers each action of a failure in the menu of its row', () => {
    const { steps } = toErrorText(new CallError('listIsEmpty'), 0);
    const actions = steps.map(({ command }) => command);
    const viewItem = `notice ${actions.join(' ')}`;
    const offered = inRows.flatMap(({ command, when, group }) => {
      const [, pattern = '(?!)'] = /viewItem =~ \/(.+)\/$/.exec(when) ?? [];
      const isInMenu = !group!.startsWith('inline') && new RegExp(pattern).test(viewItem);
      return isInMenu ? [command!.split('.')[1]!] : [];
    });
    assert.deepEqual(offered.sort(), [...actions].sort());
  });

  // VS Code renders all rows again when a context key of their menu changes.
  it('decides by the row alone what its menu contains', () => {
    const inMenu = new Set(inRows.map(({ command }) => command));
    const enablements = commands.map(({ command, enablement = '' }) =>
      inMenu.has(command) ? enablement : '',
    );
    assert.deepEqual(
      [...inRows.map(ownCondition), ...enablements].flatMap(
        (text) => text.match(/(?<!config\.)\bmonitorExplorer\.\w+/g) ?? [],
      ),
      [],
    );
  });

  it('takes every setting from the user alone, each with a default and an order, and syncs no address', () => {
    for (const { properties } of contributes.configuration) {
      const settings = Object.entries(properties);
      for (const [name, setting] of settings) {
        assert.equal(setting['scope'], 'application', name);
        assert.ok('default' in setting, name);
        assert.equal(setting['ignoreSync'] === true, name === 'monitorExplorer.baseUrl', name);
      }
      const orders = settings.map(([, { order }]) => order);
      assert.ok(orders.every((order) => typeof order === 'number'));
      assert.equal(new Set(orders).size, orders.length);
    }
  });
});
