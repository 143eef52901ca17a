import { toSafeText, type SafeText } from '../../base/text';

/** Intl's formats are slow to make. */
const FORMATS = new Map<string, Intl.NumberFormat>();

/** "5,000,000", as numbers are written in VS Code's language. Pure. */
export function toNumberText(language: string, count: number): SafeText {
  const format = FORMATS.get(language) ?? new Intl.NumberFormat(language);
  FORMATS.set(language, format);
  return toSafeText(format.format(count), 40);
}
