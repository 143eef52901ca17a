import { isCallError } from '../../service/errors';
import type { ListController } from '../../core/listController';
import type { ListFailure } from '../../monitors/listActivity';

/** Texts in package.json's `viewsWelcome`. `signingIn` is a row, because a button that goes would lose the focus. */
export type Welcome = 'noAddress' | 'signedOut' | 'signingIn' | 'sessionExpired' | 'emptyAccount';

type Controller = Pick<ListController, 'baseUrl' | 'sessionState' | 'list'> & {
  isSigningIn?: boolean;
};

/** Returns `undefined` if there are rows or some will follow. */
export function welcomeOf({
  baseUrl,
  list,
  sessionState,
  isSigningIn,
}: Controller): Welcome | undefined {
  // An example.
  if (list !== undefined && sessionState === 'none') {
    return undefined;
  }
  if (baseUrl === undefined) {
    return 'noAddress';
  }
  if (list === undefined) {
    return isSigningIn ? 'signingIn' : 'signedOut';
  }
  if (list.loaded.count > 0 || list.progress) {
    return undefined;
  }
  const { failure } = list;
  if (sessionState === 'expired' && !isCallError(failure?.error, 'newTokenRefused')) {
    return isSigningIn ? 'signingIn' : 'sessionExpired';
  }
  return failure === undefined && list.loaded.end !== undefined ? 'emptyAccount' : undefined;
}

/** Returns the failure of the first page: the message shows the error, the rows the actions. */
export function toFirstPageFailure(controller: Controller): ListFailure | undefined {
  const { list } = controller;
  const isEmpty = list !== undefined && list.loaded.count === 0 && list.progress === undefined;
  return isEmpty && welcomeOf(controller) === undefined ? list.failure : undefined;
}
