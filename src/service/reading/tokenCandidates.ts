import type { HttpResponse } from '../httpResponse';
import { isObject } from './json';
import { toPlain, toWords } from './keys';
import type { Path } from './reading';
import type { Reason } from './reasons';
import { claimsOtherUse, isOpaque, readJwtClaims, toBareToken, tokenForm } from './tokenForm';
import {
  aboutTokenWords,
  otherTokenWords,
  strangerNames,
  tokenHeaders,
  tokenNames,
  tokenValueNames,
  tokenWrappers,
} from './vocabulary/tokenWords';
import type { Visit } from './walk';

export interface TokenCandidate {
  readonly value: string;
  readonly path: Path;
  readonly sureness: number;
  readonly reason: Reason;
}

type Grounds = Pick<TokenCandidate, 'sureness' | 'reason'>;

/** Every text of the answer that may be the token, the likeliest first. */
export function findTokenCandidates(
  answer: HttpResponse,
  visits: readonly Visit[],
): readonly TokenCandidate[] {
  const texts = visits.flatMap(({ path, value }) =>
    typeof value === 'string' ? [{ path, text: toBareToken(value) }] : [],
  );
  const opaque = texts.filter(({ text }) => isOpaque(text));
  const alone = opaque.length === 1 ? opaque[0]?.path : undefined;
  const inBody = texts.flatMap(
    ({ path, text }) => judge(path, text, path === alone ? visits : undefined) ?? [],
  );
  return [...inBody, ...plainTextToken(answer), ...headerTokens(answer)].sort(
    (a, b) => b.sureness - a.sureness,
  );
}

/** `visits` are given where the text is the only opaque one of the answer. */
function judge(path: Path, text: string, visits: readonly Visit[] | undefined): TokenCandidate | undefined {
  const form = tokenForm(text);
  if (form === 0) {
    return undefined;
  }
  const grounds = groundsOf(path, text, visits);
  if (!grounds) {
    return undefined;
  }
  const claims = form === 1 ? readJwtClaims(text) : undefined;
  const otherUse = claims && claimsOtherUse(claims);
  if (otherUse === 'refresh') {
    return undefined;
  }
  const stranger = path.slice(0, -1).some((step) => strangerNames.has(toPlain(String(step))));
  // A name that credentials share with other things needs a value that can hardly be one of those.
  const doubtful = grounds.reason === 'weakName' && form < 0.9;
  const named = Math.min(grounds.sureness, otherUse === 'id' ? 0.68 : 1);
  const sureness = named * (0.8 + 0.2 * form) - (stranger ? 0.12 : 0) - (doubtful ? 0.15 : 0);
  return { value: text, path, reason: grounds.reason, sureness };
}

function groundsOf(path: Path, text: string, visits: readonly Visit[] | undefined): Grounds | undefined {
  const keys = path.filter((step): step is string => typeof step === 'string');
  const last = keys.at(-1);
  if (last === undefined) {
    return isOpaque(text) ? { sureness: 0.9, reason: 'bareString' } : undefined;
  }
  if (keys.slice(0, -1).some((key) => toWords(key).some((word) => otherTokenWords.has(word)))) {
    return undefined;
  }
  const parent = keys.at(-2);
  const named = byName(last) ?? (parent === undefined ? undefined : byParent(parent, last));
  if (named) {
    return named;
  }
  const ofOtherUse = toWords(last).some((word) => otherTokenWords.has(word));
  return visits && !ofOtherUse ? byBeingAlone(path, text, visits) : undefined;
}

function byName(key: string): Grounds | undefined {
  const plain = toPlain(key);
  const usual = tokenNames.get(plain);
  if (usual !== undefined) {
    return { sureness: usual, reason: usual >= 0.8 ? 'usualName' : 'weakName' };
  }
  const words = toWords(key);
  if (words.some((word) => otherTokenWords.has(word))) {
    return undefined;
  }
  if (aboutTokenWords.has(words.at(-1) ?? '')) {
    return undefined;
  }
  const kindred =
    /(?:token|jwt|bearer)$/.test(plain) && ![...otherTokenWords].some((w) => plain.startsWith(w));
  return kindred ? { sureness: 0.82, reason: 'kindredName' } : undefined;
}

function byParent(parent: string, key: string): Grounds | undefined {
  const usual = byName(parent);
  if (!usual || !tokenValueNames.has(toPlain(key))) {
    return undefined;
  }
  return { sureness: usual.sureness - 0.1, reason: 'tokenObject' };
}

/** `{"result": "0424bd…"}` and `{"id": "38f4939c-…"}`: nothing else in the answer could be meant. */
function byBeingAlone(path: Path, text: string, visits: readonly Visit[]): Grounds | undefined {
  const key = toPlain(String(path.at(-1)));
  if (tokenWrappers.has(key)) {
    return { sureness: 0.8, reason: 'wrappedString' };
  }
  const holder = visits.find(
    ({ path: at }) => at.length === path.length - 1 && at.every((s, i) => s === path[i]),
  );
  const alone = isObject(holder?.value) && Object.keys(holder.value).length === 1;
  if (alone && key !== 'nonce') {
    return { sureness: 0.66, reason: 'onlyField' };
  }
  return tokenForm(text) === 1 ? { sureness: 0.64, reason: 'valueForm' } : undefined;
}

/** A body that is the token itself, sent as text/plain. */
function plainTextToken(answer: HttpResponse): readonly TokenCandidate[] {
  if (answer.json !== undefined || answer.contentType.includes('html')) {
    return [];
  }
  const text = toBareToken(answer.text.slice(0, 20_000));
  return isOpaque(text) ? [{ value: text, path: [], sureness: 0.8, reason: 'bareString' }] : [];
}

function headerTokens(answer: HttpResponse): readonly TokenCandidate[] {
  return tokenHeaders.flatMap(([name, sureness]) => {
    const text = toBareToken(answer.header(name) ?? '');
    if (tokenForm(text) < 0.7) {
      return [];
    }
    return [{ value: text, path: ['@header', name], sureness: sureness * 0.85, reason: 'header' as const }];
  });
}
