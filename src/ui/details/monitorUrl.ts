import { parseUrl } from '../../base/url';
import { isMadeId } from '../../monitors/monitorIds';
import { parseBaseUrl } from '../../service/address';

const ID = '{id}';

/** Path parts that browsers resolve as a step up. */
const DOT_SEGMENT = /[/\\](?:\.|%2e){1,2}(?:[/\\?#]|$)/i;

/** Checks the setting `monitorExplorer.monitorUrl`: a safe address with an id after its host. Empty is valid. */
export function isMonitorUrl(template: string): boolean {
  const text = template.trim();
  // Same rules as the service address, but query and fragment are allowed.
  const beforePath = /^[^/]*\/\/[^/?#\\]*/.exec(text)?.[0] ?? text;
  const isSafe = !beforePath.includes(ID) && parseBaseUrl(beforePath).problem === undefined;
  return text === '' || (isSafe && text.includes(ID) && parseUrl(text.replaceAll(ID, 'id')) !== undefined);
}

/**
 * Encodes the id, so that it can't change the rest of the address.
 * Returns `undefined` for ids that step up in the path or that we made up.
 */
export function toMonitorUrl(template: string, id: string): string | undefined {
  const text = template.trim();
  if (id === '' || isMadeId(id) || text === '' || !isMonitorUrl(text)) {
    return undefined;
  }
  const url = text.replaceAll(ID, () => encodeURIComponent(id.toWellFormed()));
  return DOT_SEGMENT.test(url) ? undefined : parseUrl(url)?.href;
}
