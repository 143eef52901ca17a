/**
 * What the driver uses of the DOM's elements, in functions that run in the page. The project compiles without the
 * DOM's types, so that nothing in the extension takes a browser's globals for granted.
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
}
