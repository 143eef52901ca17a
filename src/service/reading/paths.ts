import type { Path } from './reading';

const plainStep = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** A path as text, in JMESPath's own notation, so that it can be pasted into the setting: `data[0]."a b".id`. */
export function toPathText(path: Path): string {
  if (path.length === 0) {
    return '@';
  }
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') {
      return `${text}[${step}]`;
    }
    if (step === '*') {
      return text === '' ? '*' : `${text}.*`;
    }
    const name = plainStep.test(step) ? step : JSON.stringify(step);
    return text === '' ? name : `${text}.${name}`;
  }, '');
}

/** Reads what {@link toPathText} wrote; `undefined` for anything else. */
export function readPathText(text: string): Path | undefined {
  if (text === '@') {
    return [];
  }
  if (text.startsWith('.')) {
    return undefined;
  }
  const steps: (string | number)[] = [];
  const step = /(?:^|\.)([A-Za-z_][A-Za-z0-9_]*)|(?:^|\.)("(?:[^"\\]|\\.)*")|\[(-?\d{1,15})\]|(?:^|\.)(\*)/y;
  while (step.lastIndex < text.length) {
    const match = step.exec(text);
    if (!match) {
      return undefined;
    }
    const [, name, quoted, index, star] = match;
    const next = name ?? star ?? (quoted === undefined ? Number(index) : unquoted(quoted));
    if (next === undefined) {
      return undefined;
    }
    steps.push(next);
  }
  return steps.length > 0 ? steps : undefined;
}

function unquoted(text: string): string | undefined {
  try {
    return JSON.parse(text) as string;
  } catch {
    return undefined;
  }
}

export function isSamePath(a: Path, b: Path): boolean {
  return a.length === b.length && a.every((step, i) => step === b[i]);
}

export function startsWithPath(path: Path, start: Path): boolean {
  return path.length >= start.length && start.every((step, i) => step === path[i]);
}
