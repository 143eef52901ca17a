import { toPlainText, type PlainText, type SafeText } from '../../base/text';
import type { MonitorStatus } from '../../monitors/monitor';
import { html, toCommandUri, type Html } from './html';

/**
 * Returns a link that looks like a button. The label includes the cost of calls.
 * @param id keeps the focus when the command changes
 */
export function toButton(
  label: SafeText,
  command: string,
  args: readonly string[] = [],
  look?: 'primary',
  id = command,
): Html {
  const uri = toCommandUri(command, args);
  return html`<a role="button" id="${toPlainText(id, 50)}" class="${look}" href="${uri}">${label}</a>`;
}

export interface Fact {
  readonly term: PlainText;
  readonly value: PlainText | Html;
  readonly note?: PlainText | undefined;
}

export const toFacts = (facts: readonly Fact[]): Html =>
  html`<dl id="facts" class="facts">
    ${facts.map(
      ({ term, value, note }) =>
        html`<div>
          <dt>${term}</dt>
          <dd>${value}${note && html`<small>${note}</small>`}</dd>
        </div>`,
    )}
  </dl>`;

/** Draws a colored dot, beside a text that says the same. */
export const toStatusIcon = (status: MonitorStatus): Html =>
  html`<span class="status ${status}" aria-hidden="true"></span>`;

/** Draws a bar. @param share 0 to 1 */
export const toBar = (share: number): Html =>
  html`<svg class="meter" aria-hidden="true"><rect width="${100 * share}%" height="100%" /></svg>`;

/** Makes the first cell of a row its heading. */
export function toTable(
  columns: readonly PlainText[],
  rows: readonly (readonly (PlainText | Html)[])[],
): Html {
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
