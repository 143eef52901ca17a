import * as vscode from 'vscode';
import type { Meter } from '../credits/meter';
import type { MonitorList } from '../monitors/monitorList';
import type { AccountCommands } from './accounts/accountCommands';
import type { AutoRefresh } from '../explorer/autoRefresh';
import { TOLD_COSTS, type CostlyAction, type CostlyActions } from './credits/costlyActions';
import type { ListController } from '../explorer/listController';
import { toOpenable } from './tree/monitorItem';
import type { MonitorsView } from './tree/monitorsView';
import { CALLS_PAGE } from './calls/calls';
import type { Changes } from './changes/changes';
import { MAPPING_PAGE } from './mapping/mapping';
import type { MappingCommands } from './mapping/mappingCommands';
import type { Row } from './tree/rows';
import type { WebPages } from './webview/webPages';

export interface CommandOptions {
  readonly explorer: ListController;
  readonly view: MonitorsView;
  readonly accounts: AccountCommands;
  readonly mapping: MappingCommands;
  readonly changes: Changes;
  readonly costly: CostlyActions;
  readonly autoRefresh: AutoRefresh;
  readonly meter: Meter;
  readonly pages: WebPages;
  readonly log: vscode.LogOutputChannel;
}

/** All commands of package.json. */
export function registerCommands(options: CommandOptions): vscode.Disposable {
  const { accounts, mapping, changes, pages, explorer, log } = options;
  const commands: Record<string, (row?: Row) => unknown> = {
    signIn: () => accounts.signIn(),
    signInAndContinue: () => accounts.signInAndContinue(),
    signOut: () => accounts.signOut(),
    switchAccount: () => accounts.switchAccount(),
    setServiceAddress: () => accounts.setServiceAddress(),
    explainKeyring: () => accounts.explainKeyring(),
    ...listCommands(options),
    showChanges: () => changes.show(),
    allowOneMoreCall: () => allowOneMoreCall(options),
    showCalls: () => pages.show(CALLS_PAGE),
    showResponseMapping: () => pages.show(MAPPING_PAGE),
    chooseResponseMapping: () => mapping.choose(),
    mapStatusValues: () => mapping.mapStatusValues(),
    resetResponseMapping: () => mapping.reset(),
    cancel: () => explorer.list?.cancel(),
    showLog: () => log.show(true),
    openTarget,
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([name, run]) =>
      vscode.commands.registerCommand(`monitorExplorer.${name}`, run),
    ),
  );
}

/** What needs a session asks to sign in where there is none, and then goes on with what the person wanted. */
function listCommands(options: CommandOptions): Record<string, () => unknown> {
  const { explorer, accounts, view, costly, autoRefresh } = options;
  const withList = (run: (list: MonitorList) => unknown) => () => {
    const runNow = (): unknown => explorer.list && run(explorer.list);
    return explorer.sessionState === 'active' ? runNow() : accounts.signInFor(runNow);
  };
  const declined = (calls: number): void => explorer.countAvoided('stopped', calls);
  const loadAll = withList((list) => costly.loadAll(list, declined));
  const refresh = withList((list) => {
    autoRefresh.resume();
    return costly.refresh(list, declined);
  });
  return {
    loadMore: withList(() => view.loadMore()),
    ...withToldCosts({ loadAll, refresh }),
    retry: withList((list) => list.retry()),
  };
}

/** The same command under each of the names whose title tells a cost. */
function withToldCosts(
  actions: Readonly<Record<CostlyAction, () => unknown>>,
): Record<string, () => unknown> {
  const names = Object.entries(actions).flatMap(([name, run]) =>
    ['', ...TOLD_COSTS.map((calls) => `.${calls}`)].map((told): [string, () => unknown] => [
      name + told,
      run,
    ]),
  );
  return Object.fromEntries(names);
}

async function allowOneMoreCall({ meter, explorer }: CommandOptions): Promise<void> {
  await meter.allowMore(1);
  await explorer.list?.retry();
}

async function openTarget(row: Row | undefined): Promise<void> {
  const uri = row?.kind === 'monitor' ? toOpenable(row.monitor) : undefined;
  if (uri) {
    await vscode.env.openExternal(uri);
  }
}
