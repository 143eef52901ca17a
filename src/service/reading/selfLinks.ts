import { valueAt } from './json';
import type { Path } from './reading';

/**
 * Whether the URLs at a place lead to the records themselves and not to what they check: they end in the
 * record's own id, or are one address of an API but for an id at their end.
 */
export function areSelfLinks(sample: readonly unknown[], path: Path, idPath: Path): boolean {
  const links = sample.flatMap((record) => {
    const url = valueAt(record, path);
    const id = idPath.length === 0 ? undefined : valueAt(record, idPath);
    return typeof url === 'string' && url.includes('://')
      ? [{ url: url.slice(0, 500).replace(/\/$/, ''), id }]
      : [];
  });
  if (links.length === 0) {
    return false;
  }
  return links.every(({ url, id }) => endsInId(url, id)) || areOneApi(links.map(({ url }) => url));
}

function endsInId(url: string, id: unknown): boolean {
  if (typeof id !== 'string' && typeof id !== 'number') {
    return false;
  }
  const text = String(id);
  return text !== '' && url.endsWith(text) && /[/=]/.test(url.at(-text.length - 1) ?? '');
}

const apiWithId = /^(https?:\/\/\S*(?:\/|\bapi\d*\.)(?:api|v\d+(?:\.\d+)?)\/\S*?)(?:\d+|[0-9a-f-]{16,})$/i;

/** `https://api.example/v2/server/101`, `…/102`: hosts of one account differ, ids of one API do. */
function areOneApi(urls: readonly string[]): boolean {
  const starts = new Set(urls.map((url) => apiWithId.exec(url)?.[1]));
  return urls.length > 1 && new Set(urls).size === urls.length && starts.size === 1 && !starts.has(undefined);
}
