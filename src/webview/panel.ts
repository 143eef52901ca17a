// Draws the body that the extension sends. What is the same stays in place, and with it scroll position, selection,
// focus and open details.

declare function acquireVsCodeApi(): { postMessage(message: unknown): void; setState(state: unknown): void };

const host = acquireVsCodeApi();
const main = document.querySelector('main')!;
const selection = document.getSelection()!;
let shown: string | undefined;
let focused: HTMLElement | undefined;
let selected: Range | undefined;

function draw({ subject, body }: { readonly subject: string; readonly body: string }): void {
  const template = document.createElement('template');
  template.innerHTML = body;
  updateChildren(main, template.content);
  document.title = main.querySelector('h1')!.innerText;
  if (shown !== undefined && shown !== subject) {
    document.querySelector('[role=status]')!.textContent = document.title;
    window.scrollTo(0, 0);
  }
  host.setState({ subject });
  shown = subject;
}

function updateChildren(old: Element, fresh: ParentNode): void {
  const children = [...fresh.childNodes];
  for (const [index, child] of children.entries()) {
    const { id } = child as Element;
    // An element with an ID may have moved.
    const candidates = [...old.childNodes].slice(index, id ? undefined : index + 1);
    const same = candidates.find((node) => node.nodeName === child.nodeName && (node as Element).id === id);
    while (same && old.childNodes[index] !== same) {
      old.childNodes[index]!.remove();
    }
    if (!same) {
      old.insertBefore(child, old.childNodes[index] ?? null);
    } else if (child instanceof Element) {
      [...child.attributes].forEach(({ name, value }) => (same as Element).setAttribute(name, value));
      updateChildren(same as Element, child);
    } else if (same.nodeValue !== child.nodeValue) {
      same.nodeValue = child.nodeValue;
    }
  }
  [...old.childNodes].slice(children.length).forEach((node) => node.remove());
}

window.addEventListener('message', ({ data }) => draw(data as { subject: string; body: string }));
main.addEventListener('focusin', ({ target }) => (focused = target as HTMLElement));
document.addEventListener('selectionchange', () => {
  selected = selection.rangeCount > 0 ? selection.getRangeAt(0).cloneRange() : selected;
});
// VS Code clears focus and selection of a hidden tab.
window.addEventListener('focus', () => {
  if (document.activeElement === document.body) {
    focused?.focus({ preventScroll: true });
  }
  if (selected && selection.rangeCount === 0) {
    selection.addRange(selected);
  }
});
main.addEventListener('keydown', (event) => {
  if (event.key === ' ' && (event.target as Element).role === 'button') {
    event.preventDefault();
    // VS Code follows links only on a real click, so send Space to the extension.
    host.postMessage((event.target as HTMLAnchorElement).href);
  }
});
host.postMessage('ready');
