// What `src/ui/l10n.ts` uses of VS Code, in English, and what `src/ui/window.ts` needs to be loaded. Unit tests run in
// plain Node, which finds this by NODE_PATH.

type Replacement = string | number;

export const env = { language: 'en' };
export const window = { showInformationMessage: (): void => undefined };
export class TreeItem {}

export const l10n = {
  t: (
    text: string | { readonly message: string; readonly args: readonly Replacement[] },
    ...replacements: readonly Replacement[]
  ): string => {
    const message = typeof text === 'string' ? text : text.message;
    const args = typeof text === 'string' ? replacements : text.args;
    return message.replace(/\{(\d+)\}/g, (placeholder, index) =>
      String(args[Number(index)] ?? placeholder),
    );
  },
};
