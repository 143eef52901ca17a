import { joinTexts, toSafeText, type SafeText, type Translate } from '../../src/base/text';

/** What VS Code's translator gives a person who reads English: the message itself, with its placeholders filled. */
export const inEnglish: Translate = (message, ...args): SafeText => {
  const filled = message.replace(/\{(\d+)\}/g, (_, index: string) => String(args[Number(index)]));
  return joinTexts([toSafeText(filled, 10_000)], '');
};
