import { parseUrl } from '../../base/url';
import { isMadeId } from '../../monitors/monitorIds';
import { parseBaseUrl, type AddressProblem } from '../../service/address';

/** Why a template can't be used. */
export type MonitorUrlProblem = AddressProblem | 'idMissing' | 'idInHost';

const ID = '{id}';

/** A browser reads these as a step up in the path, and doesn't send them. */
const DOT_SEGMENT = /[/\\](?:\.|%2e){1,2}(?:[/\\?#]|$)/i;

/** What is wrong with the setting `monitorExplorer.monitorUrl`; absent where nothing is, or nothing is set. */
export function findMonitorUrlProblem(template: string): MonitorUrlProblem | undefined {
  const text = template.trim();
  if (text === '') {
    return undefined;
  }
  if (!text.includes(ID)) {
    return 'idMissing';
  }
  // The rules of the service address, but for query and fragment, which pages of monitors often have.
  const beforePath = /^[^/]*\/\/[^/?#\\]*/.exec(text)?.[0] ?? text;
  if (beforePath.includes(ID)) {
    return 'idInHost';
  }
  const problem = parseBaseUrl(beforePath).problem;
  return problem ?? (parseUrl(text.replaceAll(ID, 'id')) ? undefined : 'notAUrl');
}

/**
 * Where the service shows a monitor, by the user's template. The id is encoded, so that it can't leave its place in the
 * address. One that makes a step up in the path has no page, nor has one that the service doesn't know.
 */
export function toMonitorUrl(template: string, id: string): string | undefined {
  const text = template.trim();
  if (id === '' || isMadeId(id) || text === '' || findMonitorUrlProblem(text) !== undefined) {
    return undefined;
  }
  const url = text.replaceAll(ID, () => encodeURIComponent(id.toWellFormed()));
  return DOT_SEGMENT.test(url) ? undefined : parseUrl(url)?.href;
}
