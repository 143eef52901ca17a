import { toSafeText } from '../../src/base/text';
import { createFormats, withFormats, type Translator } from '../../src/ui/texts/formats';

/** What VS Code's translator gives where the language is English. */
export const inEnglish: Translator = withFormats(
  (message, ...args) =>
    toSafeText(
      message.replace(/\{(\d+)\}/g, (placeholder, index) => String(args[Number(index)] ?? placeholder)),
      10_000,
    ),
  createFormats('en', 'UTC'),
);
