import { crc32 } from 'node:zlib';

/** Returns JSON behind its checksum. SQLite can hold the text, whatever the value. */
export function toCheckedJson(value: unknown): string {
  const json = JSON.stringify(value);
  return `${crc32(json)} ${json}`;
}

/** Returns `undefined` if the text isn't as it was made. Large integers became texts when the response came. */
export function fromCheckedJson<T>(text: string): T | undefined {
  const end = text.indexOf(' ');
  const json = text.slice(end + 1);
  return text.slice(0, end) === String(crc32(json)) ? (JSON.parse(json) as T) : undefined;
}
