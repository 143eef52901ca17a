import { parseUrl } from '../../base/url';
import { isMadeId } from '../../monitors/monitorIds';
import { parseBaseUrl, type AddressProblem } from '../../service/address';

export type MonitorUrlProblem = AddressProblem | 'idMissing' | 'idInHost';

const ID = '{id}';

/** Path parts that browsers resolve as a step up. */
const DOT_SEGMENT = /[/\\](?:\.|%2e){1,2}(?:[/\\?#]|$)/i;

/** Checks the setting `monitorExplorer.monitorUrl`. Empty is valid. */
export function findMonitorUrlProblem(template: string): MonitorUrlProblem | undefined {
  const text = template.trim();
  if (text === '') {
    return undefined;
  }
  if (!text.includes(ID)) {
    return 'idMissing';
  }
  // Same rules as the service address, but query and fragment are allowed.
  const beforePath = /^[^/]*\/\/[^/?#\\]*/.exec(text)?.[0] ?? text;
  if (beforePath.includes(ID)) {
    return 'idInHost';
  }
  const problem = parseBaseUrl(beforePath).problem;
  return problem ?? (parseUrl(text.replaceAll(ID, 'id')) ? undefined : 'notAUrl');
}

/**
 * Encodes the id, so that it can't change the rest of the address.
 * Returns `undefined` for ids that step up in the path or that we made up.
 */
export function toMonitorUrl(template: string, id: string): string | undefined {
  const text = template.trim();
  if (id === '' || isMadeId(id) || text === '' || findMonitorUrlProblem(text) !== undefined) {
    return undefined;
  }
  const url = text.replaceAll(ID, () => encodeURIComponent(id.toWellFormed()));
  return DOT_SEGMENT.test(url) ? undefined : parseUrl(url)?.href;
}
