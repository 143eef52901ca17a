import { toPlainText, type PlainText, type SafeText } from '../../base/text';
import type { MonitorStatus } from '../../monitors/monitor';
import { html, toCommandUri, type Html } from './html';

/** Returns a link that looks like a button. The label includes the cost of calls. */
export function toButton(
  label: SafeText,
  command: string,
  args: readonly string[] = [],
  look?: 'primary',
): Html {
  const [id, uri] = [toPlainText(command, 50), toCommandUri(command, args)];
  return html`<a role="button" id="${id}" class="${look}" href="${uri}">${label}</a>`;
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

/** Different shapes, because color alone is not accessible. */
const SHAPES: Readonly<Record<MonitorStatus, Html>> = {
  up: html`<circle cx="8" cy="8" r="6.5" /><path d="M5 8.2l2.1 2.1L11.2 6" />`,
  down: html`<circle cx="8" cy="8" r="6.5" /><path d="M5.5 5.5l5 5M10.5 5.5l-5 5" />`,
  degraded: html`<path d="M8 1.8L14.8 14H1.2zM8 6v4M8 11.6v.9" />`,
  paused: html`<path d="M5.5 3v10M10.5 3v10" />`,
  pending: html`<circle cx="8" cy="8" r="6.5" /><path d="M8 4.5V8l2.5 1.5" />`,
  unknown: html`<circle cx="8" cy="8" r="6.5" /><path
      d="M6.2 6.3c0-2.4 3.6-2.4 3.6 0c0 1.3-1.8 1.4-1.8 2.8M8 11v.8"
    />`,
};

export const toStatusIcon = (status: MonitorStatus): Html =>
  html`<svg class="status ${status}" viewBox="0 0 16 16" aria-hidden="true">${SHAPES[status]}</svg>`;

/** Draws a bar. @param share 0 to 1 */
export const toBar = (share: number): Html =>
  html`<svg class="meter" aria-hidden="true"><rect width="${100 * share}%" height="100%" /></svg>`;

/** Makes the first cell of a row its heading. Aligns the last `numbers` columns right. */
export function toTable(
  columns: readonly PlainText[],
  rows: readonly (readonly (PlainText | Html)[])[],
  numbers = 0,
): Html {
  const alignOf = (index: number) => (index >= columns.length - numbers ? 'number' : undefined);
  const heads = columns.map((title, index) => html`<th scope="col" class="${alignOf(index)}">${title}</th>`);
  const lines = rows.map(([head, ...cells]) => {
    const others = cells.map((cell, index) => html`<td class="${alignOf(index + 1)}">${cell}</td>`);
    return html`<tr>
      <th scope="row">${head}</th>
      ${others}
    </tr>`;
  });
  return html`<table>
    <thead>
      <tr>
        ${heads}
      </tr>
    </thead>
    <tbody>
      ${lines}
    </tbody>
  </table>`;
}
