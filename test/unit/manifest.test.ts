import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../host/places';
import { CallError } from '../../src/service/errors';
import { toErrorText } from '../../src/ui/texts/errorText';
import { inEnglish } from '../support/inEnglish';

const readJson = <T>(file: string): T =>
  JSON.parse(readFileSync(join(checkout(), file), 'utf8')) as T;

describe('The manifest', () => {
  interface Command {
    readonly command: string;
    readonly enablement?: string;
  }
  interface Manifest {
    readonly contributes: {
      readonly commands: readonly Command[];
      readonly languageModelTools: readonly {
        readonly displayName: string;
        readonly userDescription: string;
      }[];
      readonly submenus: readonly { readonly id: string }[];
      readonly menus: Readonly<
        Record<
          string,
          readonly { readonly command?: string; submenu?: string; when?: string; group?: string }[]
        >
      >;
      readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
      readonly configuration: readonly {
        readonly properties: Readonly<
          Record<
            string,
            { readonly scope?: string; default?: unknown; order?: number; ignoreSync?: boolean }
          >
        >;
      }[];
    };
  }

  const manifest = (): Manifest => readJson('package.json');
  const declared = (): Set<string> =>
    new Set(manifest().contributes.commands.map(({ command }) => command));

  it('names only known commands in menus and welcome texts', () => {
    const { menus } = manifest().contributes;
    const entries = Object.values(menus).flat();
    const inMenus = entries.flatMap(({ command }) => command ?? []);
    const texts = readFileSync(join(checkout(), 'package.nls.json'), 'utf8');
    const inTexts = [...texts.matchAll(/\(command:(monitorExplorer\.[\w.]+)/g)].map(
      (match) => match[1]!,
    );
    assert.ok(inTexts.length > 0);
    const view = manifest().contributes.views['monitorExplorer']!.map(({ id }) => `${id}.focus`);
    const known = new Set([...declared(), ...view]);
    assert.deepEqual(
      inTexts.filter((command) => !known.has(command)),
      [],
    );
    assert.deepEqual(
      inMenus.filter((command) => !declared().has(command)),
      [],
    );
  });

  it('takes all texts for users from package.nls.json', () => {
    const READ_BY_PEOPLE =
      /^(title|label|description|markdownDescription|displayName|userDescription|contents|altText|name)$/;
    const bare = (value: unknown, key = ''): string[] => {
      if (typeof value === 'object' && value !== null) {
        return Object.entries(value).flatMap(([name, inner]) =>
          bare(inner, Array.isArray(value) ? key : name),
        );
      }
      const isKey = typeof value !== 'string' || /^%.+%$/.test(value);
      return READ_BY_PEOPLE.test(key) && !isKey ? [`${key}: ${value}`] : [];
    };
    // A tool's name and its schema are read by models.
    const { languageModelTools, ...others } = manifest().contributes;
    const shown = languageModelTools.map(({ displayName, userDescription }) => ({
      displayName,
      userDescription,
    }));
    assert.deepEqual(bare({ others, shown }), []);
  });

  it('fills each submenu that it declares, and shows no other', () => {
    const { menus, submenus } = manifest().contributes;
    const entries = Object.values(menus).flat();
    const shown = entries.flatMap(({ submenu }) => submenu ?? []);
    const ids = submenus.map(({ id }) => id).sort();
    assert.deepEqual([...new Set(shown)].sort(), ids);
    assert.deepEqual(
      ids.filter((id) => (menus[id] ?? []).length === 0),
      [],
    );
  });

  it('offers each command only while it works, and at most six while signed out', () => {
    const { commands, menus } = manifest().contributes;
    const inPalette = menus['commandPalette']!;
    const limited = new Set(inPalette.map(({ command }) => command));
    // Commands that always work: the first steps, and information about calls.
    assert.deepEqual(
      commands
        .filter(({ command, enablement }) => enablement === undefined && !limited.has(command))
        .map(({ command }) => command.slice('monitorExplorer.'.length))
        .sort(),
      ['deleteAllLocalData', 'showCalls', 'showLog', 'signIn'],
    );
  });

  it("offers commands for a monitor in the palette exactly if the selected row's menu has them", () => {
    const { menus } = manifest().contributes;
    const inPalette = menus['commandPalette']!.filter(({ when }) =>
      when!.includes('monitorExplorer.selection'),
    ).map(({ command, when }) => `${command}: ${when!.replace(' && !monitorExplorer.busy', '')}`);
    const ofRow = [...menus['view/item/context']!]
      .filter(({ group }) => !group!.startsWith('inline') && !group!.startsWith('1_notice'))
      .filter(({ when }) => !when!.endsWith('viewItem == group'))
      .flatMap(({ command, when = 'viewItem =~ /^monitor\\b/' }) => {
        const own = when.replace('view == monitorExplorer.monitors && ', '');
        return command === undefined
          ? []
          : `${command}: ${own.replace('viewItem', 'monitorExplorer.selection')}`;
      });
    assert.deepEqual(inPalette.sort(), ofRow.sort());
  });

  it('offers each action of a failure in the menu of its row', () => {
    const entries = manifest().contributes.menus['view/item/context']!;
    const { steps } = toErrorText(inEnglish, new CallError('listIsEmpty'), 0);
    const actions = steps.map(({ command }) => command);
    const viewItem = `notice ${actions.join(' ')}`;
    const offered = entries.flatMap(({ command, when, group }) => {
      const [, pattern = '(?!)'] = /viewItem =~ \/(.+)\/$/.exec(when!) ?? [];
      const isInMenu = !group!.startsWith('inline') && new RegExp(pattern).test(viewItem);
      return isInMenu ? [command!.slice('monitorExplorer.'.length)] : [];
    });
    assert.deepEqual(offered.sort(), [...actions].sort());
  });

  // VS Code renders all rows again when a context key of their menu changes.
  it('decides by the row alone what its menu contains', () => {
    const { commands, menus } = manifest().contributes;
    const entries = menus['view/item/context']!;
    const inMenu = new Set(entries.map(({ command }) => command));
    const conditions = [
      ...entries.map(({ when }) => when!.replace('view == monitorExplorer.monitors', '')),
      ...commands
        .filter(({ command }) => inMenu.has(command))
        .map(({ enablement = '' }) => enablement),
    ];
    assert.deepEqual(
      conditions.flatMap((text) => text.match(/(?<!config\.)\bmonitorExplorer\.\w+/g) ?? []),
      [],
    );
  });

  it('takes every setting from the user alone, each with a default and an order, and syncs no address', () => {
    for (const { properties } of manifest().contributes.configuration) {
      const settings = Object.entries(properties);
      for (const [name, { scope, order, ...rest }] of settings) {
        assert.equal(scope, 'application', name);
        assert.ok('default' in rest, name);
        assert.equal(typeof order, 'number', name);
      }
      const orders = settings.map(([, { order }]) => order);
      assert.equal(new Set(orders).size, orders.length);
    }
    const [service] = manifest().contributes.configuration;
    assert.equal(service!.properties['monitorExplorer.baseUrl']!.ignoreSync, true);
  });
});
