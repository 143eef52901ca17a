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
import { element, statusIcon } from './dom';

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
  const isOther = document.title !== content.title;
  const wasEmpty = main.childElementCount === 0;
  const { scrollX, scrollY } = window;
  document.title = content.title;
  main.replaceChildren(toHeader(content), ...content.sections.map(toSection));
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
    case 'table':
      return toTable(block);
    case 'code':
      return element('pre', { tabindex: '0', role: 'group', 'aria-label': block.label }, block.text);
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

function toTable({ caption, columns, rows }: Extract<Block, { kind: 'table' }>): HTMLElement {
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
  return element('div', { class: 'scroller', tabindex: '0', role: 'group', 'aria-label': caption }, table);
}

function toCell(cell: Cell, column: Column | undefined, isHead: boolean): HTMLElement {
  const kind = [column?.isNumber && 'number', column?.isCode && 'code'].filter(Boolean).join(' ');
  const content = toCellContent(cell);
  return isHead
    ? element('th', { scope: 'row', class: kind }, content)
    : element('td', { class: kind }, content);
}

function toCellContent(cell: Cell): string | HTMLElement {
  if (typeof cell === 'string') {
    return cell;
  }
  if ('share' in cell) {
    const bar = element('span', {});
    bar.style.width = `${100 * cell.share}%`;
    return element('div', { class: 'share' }, element('div', {}, bar), cell.text);
  }
  return element('ul', {}, ...cell.map((line) => element('li', {}, line)));
}
