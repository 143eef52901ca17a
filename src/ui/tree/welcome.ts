import { isCallError } from '../../service/errors';
import type { ListController } from '../../explorer/listController';
import type { ListFailure } from '../../monitors/monitorList';

/** What an empty view says; each has a text in package.json's `viewsWelcome`. What failed is said by rows. */
export type Welcome = 'noAddress' | 'signedOut' | 'sessionExpired' | 'emptyAccount';

type Controller = Pick<ListController, 'baseUrl' | 'sessionState' | 'list'>;

/** `undefined` where there are rows to show, or a row is about to come. */
export function toWelcome({ baseUrl, list, sessionState }: Controller): Welcome | undefined {
  const isExample = list !== undefined && sessionState === 'none';
  if (isExample) {
    return undefined;
  }
  if (baseUrl === undefined) {
    return 'noAddress';
  }
  if (list === undefined) {
    return 'signedOut';
  }
  if (list.loaded.count > 0 || list.progress) {
    return undefined;
  }
  const { failure } = list;
  if (sessionState === 'expired' && !isCallError(failure?.error, 'newTokenRefused')) {
    return 'sessionExpired';
  }
  return failure === undefined && list.loaded.end !== undefined ? 'emptyAccount' : undefined;
}

/** What failed where nothing is loaded: the line above the rows says what happened, the rows what can be done. */
export function toFirstPageFailure(controller: Controller): ListFailure | undefined {
  const { list } = controller;
  const isEmpty = list !== undefined && list.loaded.count === 0 && list.progress === undefined;
  return isEmpty && toWelcome(controller) === undefined ? list.failure : undefined;
}
