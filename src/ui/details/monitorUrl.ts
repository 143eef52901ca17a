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
  return problem ?? (URL.canParse(text.replaceAll(ID, 'id')) ? undefined : 'notAUrl');
}

/**
 * Where the service shows a monitor, by the user's template. The id can't leave its place in the address: it is
 * encoded, and one that would be read as a step up in the path has no page.
 */
export function toMonitorUrl(template: string, id: string): string | undefined {
  if (template.trim() === '' || findMonitorUrlProblem(template) !== undefined || /^\.{0,2}$/.test(id)) {
    return undefined;
  }
  const url = template.trim().replaceAll(ID, () => encodeURIComponent(id.toWellFormed()));
  return URL.canParse(url) ? new URL(url).href : undefined;
}
