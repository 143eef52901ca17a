import { toSafeText, type SafeText } from '../../base/text';

/** A longer name would hide since when and why a monitor is down, in a view that is 300 pixels wide. */
const ROOM = 24;
const SEPARATOR = /[\s\p{P}\p{S}]/u;

/**
 * Returns a function that shortens long names of rows with news: it leaves out what all names begin or end with, and
 * the end of what is still too long. Different names stay different.
 * @param all names in the list
 * @param withNews names of rows with news
 */
export function createShortNames(
  all: readonly string[],
  withNews: readonly SafeText[],
): (name: SafeText) => SafeText {
  const long = [...new Set(withNews)].filter(({ length }) => length > ROOM);
  const { head, tail } = findShared(long.length > 0 ? all : []);
  const shorten = (name: SafeText) => {
    const own = name.slice(head.length, name.length - tail.length).trim();
    const isShared = name.startsWith(head) && name.endsWith(tail) && own !== '';
    return toSafeText(isShared ? `${head && '…'}${own}${tail && '…'}` : name, ROOM);
  };
  const shortNames = new Map<SafeText, SafeText>();
  for (const [shortName, [name, ...others]] of Map.groupBy(long, shorten)) {
    if (others.length === 0) {
      shortNames.set(name!, shortName);
    }
  }
  return (name) => shortNames.get(name) ?? name;
}

/** Finds the whole words that all names begin and end with. */
function findShared(names: readonly string[]) {
  let [head = ''] = names;
  let tail = head;
  for (const name of names) {
    while (!name.startsWith(head)) {
      head = head.slice(0, -1);
    }
    while (!name.endsWith(tail)) {
      tail = tail.slice(1);
    }
  }
  const lastWord = head.split(SEPARATOR).at(-1)!;
  const [firstWord = ''] = tail.split(SEPARATOR);
  return { head: head.slice(0, head.length - lastWord.length), tail: tail.slice(firstWord.length) };
}
