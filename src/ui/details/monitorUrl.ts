import { parseUrl } from '../../base/url';
import { isMadeId } from '../../monitors/identity';
import { parseBaseUrl } from '../../service/address';

const ID = '{id}';

/** Path parts that browsers resolve as a step up. */
const DOT_SEGMENT = /[/\\](?:\.|%2e){1,2}(?:[/\\?#]|$)/i;

/**
 * Puts the encoded id into the setting `monitorExplorer.monitorUrl`, so that it can't change the rest of the address.
 * Returns `undefined` for ids that step up in the path or that we made up, and for an address that isn't safe.
 */
export function toMonitorUrl(template: string, id: string) {
  const text = template.trim();
  // Same rules as the service address, but query and fragment are allowed.
  const beforePath = /^[^/]*\/\/[^/?#\\]*/.exec(text)?.[0] ?? text;
  const isSafe = !beforePath.includes(ID) && parseBaseUrl(beforePath).problem === undefined;
  if (id === '' || isMadeId(id) || !isSafe || !text.includes(ID)) {
    return undefined;
  }
  const url = text.replaceAll(ID, () => encodeURIComponent(id.toWellFormed()));
  return DOT_SEGMENT.test(url) ? undefined : parseUrl(url)?.href;
}
