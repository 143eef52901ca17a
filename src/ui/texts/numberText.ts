import { toSafeText, type SafeText } from '../../base/text';

/** "5,000,000", as numbers are written in VS Code's language. Pure. */
export function toNumberText(language: string, count: number): SafeText {
  return toSafeText(new Intl.NumberFormat(language).format(count), 40);
}
