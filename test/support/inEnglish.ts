import { toSafeText } from '../../src/base/text';
import {
  createFormats,
  withFormats,
  type Formats,
  type Translator,
} from '../../src/ui/texts/formats';

/** VS Code's translator in English, with numbers and times by `formats`. */
export const inEnglishWith = (formats: Formats): Translator =>
  withFormats((text, ...args) => {
    const message = typeof text === 'string' ? text : text.message;
    return toSafeText(
      message.replace(/\{(\d+)\}/g, (placeholder, index) =>
        String(args[Number(index)] ?? placeholder),
      ),
      10_000,
    );
  }, formats);

export const inEnglish = inEnglishWith(createFormats('en', 'UTC'));
