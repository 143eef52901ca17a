import { toField, toFieldWords, toPlain, toSingular } from './keys';
import type { Path } from './reading';
import {
  decoyAdjectives,
  decoyLists,
  formWords,
  genericLists,
  groupings,
  nouns,
} from './vocabulary/listWords';

/** What the name of an array says about what is in it. */
export interface ListName {
  readonly kind: 'root' | 'noun' | 'generic' | 'grouping' | 'decoy' | 'unnamed';
  /** From 0 to 1: how plainly it says "the monitors". */
  readonly strength: number;
  /** The noun in plain form, where there is one: `monitor`. */
  readonly noun?: string;
}

/** What the last key of a path says; a generic one (`data`, `edges`) borrows from the key before it. */
export function nameList(path: Path): ListName {
  const keys = path.filter((step): step is string => typeof step === 'string' && step !== '*');
  const last = keys.at(-1);
  if (last === undefined) {
    return { kind: 'root', strength: 0.6 };
  }
  const name = nameKey(last);
  const before = keys.at(-2);
  if (name.kind !== 'generic' || before === undefined) {
    return name;
  }
  const holder = nameKey(before);
  if (holder.kind === 'noun') {
    return { ...holder, strength: Math.max(0.6, 0.95 * holder.strength) };
  }
  return holder.kind === 'decoy' && !genericLists.has(toPlain(before)) ? holder : name;
}

function nameKey(key: string): ListName {
  const plain = toField(key);
  const byForm = nounOf(plain);
  if (byForm) {
    return byForm;
  }
  if (genericLists.has(plain)) {
    return { kind: 'generic', strength: 0.6 };
  }
  const words = toFieldWords(key).map(toSingular);
  if (words.some((word) => decoyAdjectives.has(word)) && words.length > 1) {
    return { kind: 'decoy', strength: 0 };
  }
  const telling = words.filter((word, i) => i === 0 || !formWords.has(word));
  const head = telling.at(-1) ?? '';
  if (groupings.has(head)) {
    return { kind: 'grouping', strength: 0.15 };
  }
  const noun = nouns.get(head);
  if (noun !== undefined) {
    return { kind: 'noun', strength: noun, noun: head };
  }
  // `alertPolicies`, `monitor_rules`: what is set up of it, which is how some services call their monitors.
  const ofNoun = head === 'policy' ? nouns.get(telling.at(-2) ?? '') : undefined;
  if (ofNoun !== undefined) {
    return { kind: 'noun', strength: 0.5 * ofNoun + 0.25, noun: telling.at(-2) ?? '' };
  }
  if (decoyLists.has(head)) {
    return { kind: 'decoy', strength: 0 };
  }
  return nounWithin(telling, plain) ?? { kind: 'unnamed', strength: 0.35 };
}

function nounOf(plain: string): ListName | undefined {
  const singular = toSingular(plain);
  const strength = nouns.get(singular);
  return strength === undefined ? undefined : { kind: 'noun', strength, noun: singular };
}

/** `uptimeCheckConfigs`, `hostlist`, `synthetic_monitors_v2`: the noun is there, though not at the end. */
function nounWithin(words: readonly string[], plain: string): ListName | undefined {
  const within = words.findLast((word) => (nouns.get(word) ?? 0) >= 0.7);
  if (within !== undefined) {
    return { kind: 'noun', strength: (nouns.get(within) ?? 0) * 0.85, noun: within };
  }
  for (const [noun, strength] of nouns) {
    const rest = plain.startsWith(noun) ? plain.slice(noun.length) : undefined;
    if (rest !== undefined && formWords.has(toSingular(rest))) {
      return { kind: 'noun', strength, noun };
    }
  }
  return undefined;
}
