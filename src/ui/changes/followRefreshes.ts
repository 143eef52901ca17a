import type { Account } from '../../account/account';
import type { App } from '../../account/app';
import { isRenewal } from '../../monitors/listActivity';

/** Tells of each refresh in this window that ends while its account is shown. */
export function followRefreshes(
  app: App,
  onEnd: (account: Account, lastCallBefore: number) => void,
) {
  let refresh: { readonly account: Account; readonly lastCallBefore: number } | undefined;
  return app.onDidChange(() => {
    const { account } = app;
    const activity = account?.list.progress?.activity;
    const isRefreshing = activity !== undefined && isRenewal(activity);
    if (refresh?.account === account && isRefreshing) {
      return;
    }
    if (refresh && refresh.account === account) {
      onEnd(account, refresh.lastCallBefore);
    }
    refresh =
      account && isRefreshing
        ? { account, lastCallBefore: account.list.loaded.lastCall }
        : undefined;
  });
}
