import type {
  Block,
  Cell,
  Column,
  PageButton,
  PageContent,
  PageMessage,
  RenderMessage,
  Section,
} from '../ui/webview/pageContent';
import { drawChart } from './chart';
import { element, statusIcon, svg } from './dom';

/**
 * Draws what the extension host sends, and tells it which button was pressed. Runs inside a webview; holds no state
 * but which page it shows, by which VS Code finds the page again after a reload.
 */

declare function acquireVsCodeApi(): {
  postMessage(message: PageMessage): void;
  setState(state: unknown): void;
};

const host = acquireVsCodeApi();
const main = document.querySelector('main')!;
const announcement = document.querySelector('[role=status]')!;

window.addEventListener('message', ({ data }: MessageEvent<RenderMessage>) => {
  if (data.type === 'render') {
    host.setState(data.state);
    show(data.content);
  }
});
host.postMessage({ type: 'ready' });

function show(content: PageContent): void {
  const focused =
    document.activeElement instanceof HTMLElement ? document.activeElement.dataset['key'] : undefined;
  const unfolded = new Set(
    [...main.querySelectorAll<HTMLElement>('details[open]')].map(({ dataset }) => dataset['key']),
  );
  const isOther = document.title !== content.title;
  const wasEmpty = main.childElementCount === 0;
  const { scrollX, scrollY } = window;
  document.title = content.title;
  main.replaceChildren(toHeader(content), ...content.sections.map(toSection));
  for (const details of main.querySelectorAll('details')) {
    details.open = !isOther && unfolded.has(details.dataset['key']);
  }
  if (focused !== undefined) {
    main.querySelector<HTMLElement>(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }
  window.scrollTo(isOther ? 0 : scrollX, isOther ? 0 : scrollY);
  if (isOther && !wasEmpty) {
    announcement.textContent = [content.title, content.subtitle ?? ''].join(', ');
  }
}

function toHeader(content: PageContent): HTMLElement {
  const title = element('h1', {}, content.status && statusIcon(content.status), content.title);
  const { actions, actionsLabel, steps = [] } = content;
  const buttons = toButtons(actions);
  buttons.setAttribute('aria-label', actionsLabel);
  return element(
    'header',
    {},
    title,
    content.subtitle && element('p', { class: 'subtitle' }, content.subtitle),
    element('div', { class: 'bar' }, actions.length > 0 && buttons, steps.length > 0 && toButtons(steps)),
  );
}

function toSection({ heading, blocks }: Section, index: number): HTMLElement {
  const id = `section-${index}`;
  return element(
    'section',
    heading === undefined ? {} : { 'aria-labelledby': id },
    heading !== undefined && element('h2', { id }, heading),
    ...blocks.map(toBlock),
  );
}

function toBlock(block: Block): Element {
  switch (block.kind) {
    case 'text':
      return element('p', { class: block.tone ?? '' }, block.text);
    case 'list':
      return element('ul', {}, ...block.items.map((item) => element('li', {}, item)));
    case 'facts':
      return element(
        'dl',
        { class: 'facts' },
        ...block.facts.map(({ term, value, status, note }) =>
          element(
            'div',
            {},
            element('dt', {}, term),
            element(
              'dd',
              {},
              status && statusIcon(status),
              value,
              note !== undefined && element('small', {}, note),
            ),
          ),
        ),
      );
    case 'cards':
      return element(
        'dl',
        { class: 'cards' },
        ...block.cards.map(({ label, value, note }) =>
          element(
            'div',
            {},
            element('dt', {}, label),
            element('dd', {}, value, note !== undefined && element('small', {}, note)),
          ),
        ),
      );
    case 'tags':
      return element(
        'ul',
        { class: 'tags', 'aria-label': block.label },
        ...block.tags.map((tag) => element('li', {}, tag)),
      );
    case 'timeline':
      return element(
        'ol',
        { class: 'timeline' },
        ...block.entries.map(({ status, text, note }) =>
          element('li', {}, statusIcon(status), element('span', {}, text, element('small', {}, note))),
        ),
      );
    case 'table':
      return toTable(block);
    case 'meter':
      // Drawn like the charts: browsers draw a <meter> each in its own way.
      return svg(
        'svg',
        {
          class: `meter ${block.tone ?? ''}`,
          role: 'meter',
          'aria-label': block.label,
          'aria-valuemin': 0,
          'aria-valuemax': block.max,
          'aria-valuenow': block.value,
          viewBox: `0 0 ${block.max} 1`,
          preserveAspectRatio: 'none',
        },
        svg('rect', { width: block.value, height: 1 }),
      );
    case 'code':
      return element('pre', { tabindex: '0', role: 'group', 'aria-label': block.label }, block.text);
    case 'buttons':
      return toButtons(block.buttons);
    case 'chart':
      return drawChart(block);
  }
}

function toButtons(buttons: readonly PageButton[]): HTMLElement {
  return element(
    'div',
    { class: 'buttons', role: 'group' },
    ...buttons.map(({ action, label, isPrimary }) => {
      const button = element(
        'button',
        { type: 'button', class: isPrimary ? 'primary' : '', 'data-key': action },
        label,
      );
      button.addEventListener('click', () => host.postMessage({ type: 'run', action }));
      return button;
    }),
  );
}

function toTable({ caption, columns, rows, foldedUnder }: Extract<Block, { kind: 'table' }>): HTMLElement {
  const table = element(
    'table',
    columns.some(({ isNumber }) => isNumber) ? { class: 'counts' } : {},
    element('caption', { class: 'unseen' }, caption),
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        ...columns.map(({ title, isNumber }) =>
          element('th', { scope: 'col', class: isNumber ? 'number' : '' }, title),
        ),
      ),
    ),
    element(
      'tbody',
      {},
      ...rows.map((cells) =>
        element('tr', {}, ...cells.map((cell, index) => toCell(cell, columns[index], index === 0))),
      ),
    ),
  );
  // Wide tables scroll by themselves, and by keyboard only where they can have the focus.
  const scroller = element(
    'div',
    { class: 'scroller', tabindex: '0', role: 'group', 'aria-label': caption },
    table,
  );
  return foldedUnder === undefined
    ? scroller
    : element(
        'details',
        { 'data-key': `fold ${foldedUnder}` },
        element('summary', {}, foldedUnder),
        scroller,
      );
}

function toCell(cell: Cell, column: Column | undefined, isHead: boolean): HTMLElement {
  const kind = [column?.isNumber && 'number', column?.isCode && 'code'].filter(Boolean).join(' ');
  const content =
    typeof cell === 'string'
      ? [cell]
      : cell.length < 2
        ? cell
        : [element('ul', {}, ...cell.map((line) => element('li', {}, line)))];
  return isHead
    ? element('th', { scope: 'row', class: kind }, ...content)
    : element('td', { class: kind }, ...content);
}
