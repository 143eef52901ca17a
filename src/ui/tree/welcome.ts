import { isCallError } from '../../service/errors';
import type { App } from '../../account/app';

/**
 * Returns a text in package.json's `viewsWelcome`; `undefined` if there are rows or some will follow. `signingIn` is a
 * row, because a button that goes would lose the focus.
 */
export function welcomeOf({ baseUrl, list, sessionState, isSigningIn }: App) {
  // An example is shown.
  if (list && sessionState === 'none') {
    return undefined;
  }
  if (!baseUrl) {
    return 'noAddress';
  }
  if (!list) {
    return isSigningIn ? 'signingIn' : 'signedOut';
  }
  if (list.loaded.count > 0 || list.progress) {
    return undefined;
  }
  const { failure } = list;
  if (sessionState === 'expired' && !isCallError(failure?.error, 'newTokenRefused')) {
    return isSigningIn ? 'signingIn' : 'sessionExpired';
  }
  return !failure && list.loaded.complete ? 'emptyAccount' : undefined;
}

/** Returns the failure of the first page: the message shows the error, the rows the actions. */
export function toFirstPageFailure(app: App) {
  const { list } = app;
  const isEmpty = list && list.loaded.count === 0 && !list.progress;
  return isEmpty && welcomeOf(app) === undefined ? list.failure : undefined;
}
