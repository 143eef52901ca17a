import { walk } from '../base/json';
import { maskText } from '../base/maskText';
import { lastKey } from '../base/path';
import { SentSecret } from '../base/sentSecret';
import { toPlainText } from '../base/text';
import { wordSet } from '../base/words';
import type { HttpResponse } from '../service/httpResponse';
import { toPlain, toWords } from './words';

// The service's own sentence in a refusal.

/** Keys of the message, best first. */
const MESSAGE_KEYS = [
  /^error(?:description|text)$|^detail$/,
  /^(?:err(?:or)?|user|result)?(?:message|msg)s?$/,
  /errors?$|^(?:errorsummary|explanation|details|reasons?|fault)$/,
  /^(?:description|title|info|text|string|statusmessage)$/,
];
/** Words of keys to skip, because they may repeat the password or reveal server internals. */
const UNSHOWN_WORDS = wordSet(`
  input value stack stacktrace trace exception request requestid body path instance type url docs timestamp password
  token ctx context file line debug
`);
/** Key and text of a sentence under any key: three words, two under `data`, or `TOKEN_EXPIRED`. */
const SENTENCE = /\S\s+\S+\s+\S|^(?:result|data)=\S+\s+\S|=[A-Z]+_[A-Z_]+$/;
/** Texts that say no more than the HTTP status, and single words, such as `invalid_grant`. */
const UNCLEAR =
  /^[!-~]+$|^(?:HTTP Status )?\d{3}\b.{0,40}$|^(?:(?:bad|invalid) request|not found|validation (?:failed|error)|(?:internal server|application) error|request failed|an error occurred|something went wrong)\W?$/i;

/** Returns the untrusted message in plain text, or `''`. Masks the secret that was sent, and any other. */
export function readErrorMessage({ json, text }: HttpResponse, secret = ''): string {
  const sentences = json === undefined ? textsOf(text.slice(0, 20_000)) : sentencesIn(json);
  const clear = sentences.find((sentence) => !UNCLEAR.test(sentence));
  // Hidden characters could hide a secret, so they go first.
  const plain = toPlainText(clear ?? sentences[0] ?? '', 2_000);
  return toPlainText(maskText(new SentSecret(secret).mask(plain)), 300);
}

/** Places of a message in a web page. */
const PAGE_TEXTS =
  /<(?:title|h1|pre)\b[^>]{0,200}>([^]{1,500}?)(?=<\/)|<\/h1>\s{0,99}<p[^>]{0,200}>([^<]{1,500})/gi;

function textsOf(body: string): readonly string[] {
  if (!/^\s*</.test(body)) {
    // Compressed and binary content isn't text.
    return body.includes('\ufffd') ? [] : [body];
  }
  const texts = [...body.matchAll(PAGE_TEXTS)].map(([, title, message = '']) => title ?? message);
  return texts.map((text) =>
    text
      .replace(/<[^>]{0,500}>/g, ' ')
      .replaceAll('&amp;', '&')
      .trim(),
  );
}

const CODE = /^[a-z]+(?:[_-][a-z]+)+$/i;

/** Lists codes, such as `token_expired`, and texts about a token, which aren't shown because they may contain it. */
export function readErrorCodes(json: unknown): readonly string[] {
  return walk(json, 8).flatMap(({ steps, value }) => {
    const text = typeof value === 'string' ? value.slice(0, 200) : '';
    return CODE.test(text) || steps.includes('token') ? [text.replace(/[_-]/g, ' ')] : [];
  });
}

/** Lists texts under the keys of messages, likeliest first, then sentences under other keys. */
function sentencesIn(json: unknown): readonly string[] {
  const texts = walk(json, 8).flatMap(({ steps, value }) => {
    const text = typeof value === 'string' ? value.slice(0, 2_000).trim() : '';
    const isUnshown = steps.some((step) =>
      toWords(String(step)).some((word) => UNSHOWN_WORDS.has(word)),
    );
    return text === '' || isUnshown ? [] : { key: toPlain(lastKey(steps)) || 'message', text };
  });
  const ofMessages = MESSAGE_KEYS.flatMap((names) => texts.filter(({ key }) => names.test(key)));
  const sentences = texts.filter(({ key, text }) => SENTENCE.test(`${key}=${text}`));
  return [...ofMessages, ...sentences].map(({ text }) => text);
}
