import { parseUrl } from '../../base/url';
import { isMadeId } from '../../monitors/monitorIds';
import { parseBaseUrl, type AddressProblem } from '../../service/address';

/** Why a template can't be used. */
export type MonitorUrlProblem = AddressProblem | 'idMissing' | 'idInHost';

const ID = '{id}';

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
 * Where the service shows a monitor, by the user's template. The id can't leave its place in the address: it is
 * encoded. One that would be read as a step up in the path has no page, nor has one that the service doesn't know.
 */
export function toMonitorUrl(template: string, id: string): string | undefined {
  const hasPage = !/^\.{0,2}$/.test(id) && !isMadeId(id);
  if (!hasPage || template.trim() === '' || findMonitorUrlProblem(template) !== undefined) {
    return undefined;
  }
  return parseUrl(template.trim().replaceAll(ID, () => encodeURIComponent(id.toWellFormed())))?.href;
}
