/**
 * The part of DOM elements that the driver uses. The project compiles without the DOM's types, because the extension
 * runs without a DOM.
 */
export interface PageElement {
  readonly textContent: string | null;
  readonly innerText: string;
  readonly className: string;
  readonly id: string;
  /** Of inputs. */
  readonly value: string;
  readonly disabled: boolean;
  getAttribute(name: string): string | null;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  checkVisibility(): boolean;
  getBoundingClientRect(): unknown;
}
