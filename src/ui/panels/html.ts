import { isArray } from '../../base/json';
import { toPlainText, type PlainText, type SafeText } from '../../base/text';
import type { MonitorStatus } from '../../monitors/monitor';
import { toCommandUri } from '../commandUri';

/** Texts are escaped. */
type Part = PlainText | Word | number | Html | false | undefined | readonly Part[];

/** Words of our own, which are safe in attributes. */
type Word = MonitorStatus | 'error';

/** Markup. Only {@link html} creates it, so service texts are always escaped. */
export class Html {
  private constructor(private readonly source: string) {}

  static of(this: void, strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
    return new Html(strings.map((text, index) => text + toSource(parts[index])).join(''));
  }

  toString(): string {
    return this.source;
  }
}

/** Escapes values: html`<p title="${title}">${text}</p>`. Attributes need double quotes. */
export const html = Html.of;

function toSource(part: Part): string {
  if (isArray(part)) {
    return part.map(toSource).join('');
  }
  const text = part === false ? '' : String(part ?? '');
  return part instanceof Html
    ? text
    : text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Returns an empty panel. Its policy allows only our script and styles. @param nonce random for each document */
export function toDocument(
  language: PlainText,
  nonce: PlainText,
  script: PlainText,
  style: PlainText,
) {
  return html`<!DOCTYPE html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'"
        />
        <link rel="stylesheet" nonce="${nonce}" href="${style}" />
      </head>
      <body>
        <main></main>
        <div role="status" class="unseen"></div>
        <script nonce="${nonce}" src="${script}"></script>
      </body>
    </html>`;
}

/** Returns a link that looks like a button. Its label has the cost. `id` keeps the focus if the command changes. */
export function toButton(
  label: SafeText,
  command: string,
  args: readonly string[] = [],
  id = command,
): Html {
  const uri = toCommandUri(command, args);
  return html`<a id="${toPlainText(id, 50)}" href="${uri}">${label}</a>`;
}

/** Draws a colored dot, beside a text that says the same. */
export const toStatusIcon = (status: MonitorStatus) =>
  html`<span class="status ${status}" aria-hidden="true"></span>`;

/** Makes the first cell of a row its heading. */
export function toTable(columns: readonly PlainText[], rows: readonly (readonly PlainText[])[]) {
  const lines = rows.map(
    ([head, ...cells]) =>
      html`<tr>
        <th scope="row">${head}</th>
        ${cells.map((cell) => html`<td>${cell}</td>`)}
      </tr>`,
  );
  return html`<table>
    <thead>
      <tr>
        ${columns.map((title) => html`<th scope="col">${title}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${lines}
    </tbody>
  </table>`;
}
