import { parseUrl } from '../../base/url';
import { isMadeId } from '../../monitors/monitorIds';
import { parseBaseUrl, type AddressProblem } from '../../service/address';

/** Reason why a template is invalid. */
export type MonitorUrlProblem = AddressProblem | 'idMissing' | 'idInHost';

const ID = '{id}';

/** Browsers resolve these as a step up in the path. */
const DOT_SEGMENT = /[/\\](?:\.|%2e){1,2}(?:[/\\?#]|$)/i;

/** Checks the setting `monitorExplorer.monitorUrl`. Returns `undefined` if it is valid or empty. */
export function findMonitorUrlProblem(template: string): MonitorUrlProblem | undefined {
  const text = template.trim();
  if (text === '') {
    return undefined;
  }
  if (!text.includes(ID)) {
    return 'idMissing';
  }
  // Applies the rules of the service address, but allows query and fragment, which monitor pages often have.
  const beforePath = /^[^/]*\/\/[^/?#\\]*/.exec(text)?.[0] ?? text;
  if (beforePath.includes(ID)) {
    return 'idInHost';
  }
  const problem = parseBaseUrl(beforePath).problem;
  return problem ?? (parseUrl(text.replaceAll(ID, 'id')) ? undefined : 'notAUrl');
}

/**
 * Returns the service's page for a monitor. Encodes the id, so that it can't change the rest of the address.
 * Returns `undefined` for ids that step up in the path, and for ids that we made up.
 */
export function toMonitorUrl(template: string, id: string): string | undefined {
  const text = template.trim();
  if (id === '' || isMadeId(id) || text === '' || findMonitorUrlProblem(text) !== undefined) {
    return undefined;
  }
  const url = text.replaceAll(ID, () => encodeURIComponent(id.toWellFormed()));
  return DOT_SEGMENT.test(url) ? undefined : parseUrl(url)?.href;
}
