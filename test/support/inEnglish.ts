import { toSafeText, type Translate } from '../../src/base/text';

/** What VS Code's translator gives where the language is English. */
export const inEnglish: Translate = (message, ...args) =>
  toSafeText(
    message.replace(/\{(\d+)\}/g, (placeholder, index) => String(args[Number(index)] ?? placeholder)),
    10_000,
  );
