import type { PlainText } from '../../base/text';
import { html, type Html } from './html';

export interface DocumentParts {
  /** BCP 47. */
  readonly language: PlainText;
  /** Random for each document. */
  readonly nonce: PlainText;
  readonly script: PlainText;
  readonly style: PlainText;
}

/** Returns an empty panel. Its policy allows only our script and styles. */
export function toDocument({ language, nonce, script, style }: DocumentParts): Html {
  return html`<!DOCTYPE html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'"
        />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="stylesheet" nonce="${nonce}" href="${style}" />
      </head>
      <body>
        <main></main>
        <div role="status" class="unseen"></div>
        <script nonce="${nonce}" src="${script}"></script>
      </body>
    </html>`;
}
