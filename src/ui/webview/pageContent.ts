import type { MonitorStatus } from '../../monitors/monitor';
import type { PlainText, SafeText } from '../../base/text';

/**
 * What a page shows, as data: made by pure functions in the extension host, drawn by `src/webview/page.ts`. The
 * vocabulary is closed, and every text is shown by `textContent`, so nothing in it can become markup.
 */
export interface PageContent {
  /** The heading of the page. */
  readonly title: PlainText;
  /** Text of the editor's tab. */
  readonly tab: SafeText;
  readonly status?: MonitorStatus;
  readonly subtitle?: PlainText;
  /** Accessible name of the buttons below the title. */
  readonly actionsLabel: PlainText;
  readonly actions: readonly PageButton[];
  /** Buttons that lead to the one before and the next one; they stay side by side. */
  readonly steps?: readonly PageButton[];
  readonly sections: readonly Section[];
}

export interface Section {
  readonly heading?: PlainText;
  readonly blocks: readonly Block[];
}

export interface PageButton {
  /** What the page asks for when the button is pressed. */
  readonly action: string;
  readonly label: PlainText;
  readonly isPrimary?: boolean;
}

export interface Fact {
  readonly term: PlainText;
  readonly value: PlainText;
  readonly status?: MonitorStatus;
  /** Smaller, below the value. */
  readonly note?: PlainText;
}

export interface Column {
  readonly title: PlainText;
  /** Right-aligned. */
  readonly isNumber?: boolean;
  /** In the editor's font: keys and places in JSON. */
  readonly isCode?: boolean;
}

/** A number with a bar beside it. */
export interface BarCell {
  readonly text: PlainText;
  /** From 0 to 1: the length of the bar. */
  readonly share: number;
}

/** One line, several below each other, or a bar. */
export type Cell = PlainText | readonly PlainText[] | BarCell;

export type Block =
  | {
      readonly kind: 'text';
      readonly text: PlainText;
      /** `warning` wants a user's attention; `error` is what has gone wrong. */
      readonly tone?: 'muted' | 'warning' | 'error';
    }
  | { readonly kind: 'list'; readonly items: readonly PlainText[] }
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] }
  | {
      readonly kind: 'table';
      readonly caption: PlainText;
      readonly columns: readonly Column[];
      readonly rows: readonly (readonly Cell[])[];
    }
  | { readonly kind: 'code'; readonly label: PlainText; readonly text: PlainText };

/** What a page keeps over a reload of the window: which page it is, and of what ('' for pages without a subject). */
export interface PageState {
  readonly page: string;
  readonly subject: string;
}

/** From the extension host to the page. */
export interface RenderMessage {
  readonly type: 'render';
  readonly content: PageContent;
  readonly state: PageState;
}

/** From the page to the extension host, which checks it like any text from outside. */
export type PageMessage = { readonly type: 'ready' } | { readonly type: 'run'; readonly action: string };

/** Whatever a page sends, if it is a message that it may send. */
export function readPageMessage(value: unknown): PageMessage | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'type')) {
    return undefined;
  }
  const { type, action } = value as { readonly type: unknown; readonly action?: unknown };
  if (type === 'ready') {
    return { type };
  }
  return type === 'run' && typeof action === 'string' && action.length <= 100 ? { type, action } : undefined;
}

/** What a page has kept, if it is of this shape. */
export function readPageState(value: unknown): PageState | undefined {
  if (typeof value !== 'object' || value === null) {
    return undefined;
  }
  const { page, subject } = value as { readonly page?: unknown; readonly subject?: unknown };
  const isText = (text: unknown): text is string => typeof text === 'string' && text.length <= 2_000;
  return isText(page) && isText(subject) ? { page, subject } : undefined;
}

/** The actions that a page offers, and so may ask for. */
export function toActions({ actions, steps = [] }: PageContent): ReadonlySet<string> {
  return new Set([...actions, ...steps].map(({ action }) => action));
}
