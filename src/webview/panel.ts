// Draws the body that the extension sends.
// Scroll position, selection, focus and open details survive redraws and reloads.

declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
};

/** An element's id, then child indexes. */
type Path = readonly (string | number)[];
/** Start node and offset, end node and offset, text. */
type Selected = readonly [Path, number, Path, number, string];

const host = acquireVsCodeApi();
const main = document.querySelector('main')!;
const selection = document.getSelection()!;
const none = {
  subject: '',
  top: 0,
  focusedId: '',
  openIds: [''],
  selected: undefined as Selected | undefined,
};
let state = { ...none, ...(host.getState() as object | undefined) };
const save = (change: Partial<typeof state>): void => host.setState((state = { ...state, ...change }));

function draw({ subject, body }: { readonly subject: string; readonly body: string }): void {
  const isOther = main.childElementCount > 0 && state.subject !== subject;
  save(isOther ? { subject, top: 0, selected: undefined } : { subject });
  const { top, openIds, selected } = state;
  const template = document.createElement('template');
  template.innerHTML = body;
  template.content.querySelectorAll('details').forEach((details) => {
    details.open = openIds.includes(details.id);
  });
  const parts = [...template.content.children];
  [...main.children].slice(parts.length).forEach((old) => old.remove());
  for (const [index, part] of parts.entries()) {
    const old = main.children[index];
    // Keep unchanged parts, so a screen reader keeps its place.
    if (!old?.isEqualNode(part)) {
      main.insertBefore(part, old ?? null);
      old?.remove();
    }
  }
  document.title = main.querySelector('h1')!.innerText;
  document.querySelector('[role=status]')!.textContent = isOther ? document.title : '';
  window.scrollTo(0, top);
  restoreSelection(selected);
  restoreFocus();
}

function restoreFocus(): void {
  if (document.hasFocus() && document.activeElement === document.body) {
    document.getElementById(state.focusedId)?.focus({ preventScroll: true });
  }
}

const toPath = (node: Node): Path => {
  const id = node instanceof Element ? node.id : '';
  const { parentNode } = node;
  return id !== '' || parentNode === null
    ? [id]
    : [...toPath(parentNode), [...parentNode.childNodes].indexOf(node as ChildNode)];
};

const toNode = ([id, ...path]: Path): Node | undefined =>
  path.reduce<Node | undefined>(
    (node, index) => node?.childNodes[index as number],
    document.getElementById(id as string) ?? undefined,
  );

function saveSelection(): void {
  const { anchorNode, anchorOffset, focusNode, focusOffset, isCollapsed } = selection;
  save({
    selected:
      isCollapsed || !anchorNode || !focusNode
        ? undefined
        : [toPath(anchorNode), anchorOffset, toPath(focusNode), focusOffset, selection.toString()],
  });
}

/** Clears the selection if its text has changed. */
function restoreSelection([from, start, to, end, text]: Selected = [[], 0, [], 0, '']): void {
  if (text !== '' && selection.toString() !== text) {
    const [anchor, focus] = [toNode(from), toNode(to)];
    const lengthOf = (node: Node): number => (node as Text).length ?? node.childNodes.length;
    if (anchor && focus && start <= lengthOf(anchor) && end <= lengthOf(focus)) {
      selection.setBaseAndExtent(anchor, start, focus, end);
    }
    if (selection.toString() !== text) {
      selection.removeAllRanges();
    }
  }
}

window.addEventListener('message', ({ data }) => draw(data as { subject: string; body: string }));
window.addEventListener('focus', restoreFocus);
window.addEventListener('scroll', () => save({ top: window.scrollY }));
document.addEventListener('selectionchange', saveSelection);
main.addEventListener('pointerdown', () => save({ focusedId: '' }));
main.addEventListener('focusin', ({ target }) => save({ focusedId: (target as Element).id }));
main.addEventListener('toggle', saveOpen, true);
main.addEventListener('keydown', (event) => {
  if (event.key === ' ' && (event.target as Element).role === 'button') {
    event.preventDefault();
    // VS Code follows links only on a real click, so send Space to the extension.
    host.postMessage((event.target as HTMLAnchorElement).href);
  }
});
host.postMessage('ready');

function saveOpen(): void {
  save({ openIds: [...main.querySelectorAll('details[open]')].map(({ id }) => id) });
}
