// Draws the body that the extension sends. What is the same stays in place, and with it scroll position, selection,
// focus and open details.

declare function acquireVsCodeApi(): { postMessage(message: unknown): void; setState(state: unknown): void };

const host = acquireVsCodeApi();
const main = document.querySelector('main')!;
let shown: string | undefined;

function draw({ subject, body }: { readonly subject: string; readonly body: string }): void {
  const template = document.createElement('template');
  template.innerHTML = body;
  updateChildren(main, template.content);
  document.title = main.querySelector('h1')!.innerText;
  if (shown !== undefined && shown !== subject) {
    document.querySelector('[role=status]')!.textContent = document.title;
    document.getSelection()!.removeAllRanges();
    window.scrollTo(0, 0);
  }
  shown = subject;
  // VS Code gives it back after a reload of the window.
  host.setState({ subject });
}

function updateChildren(old: Element, fresh: ParentNode): void {
  const children = [...fresh.childNodes];
  for (const [index, child] of children.entries()) {
    const same = findSame(old, child, index);
    while (same && old.childNodes[index] !== same) {
      old.childNodes[index]!.remove();
    }
    if (!same) {
      old.insertBefore(child, old.childNodes[index] ?? null);
    } else if (child instanceof Element && same instanceof Element) {
      [...child.attributes].forEach(({ name, value }) => same.setAttribute(name, value));
      updateChildren(same, child);
    } else if (same.nodeValue !== child.nodeValue) {
      same.nodeValue = child.nodeValue;
    }
  }
  [...old.childNodes].slice(children.length).forEach((node) => node.remove());
}

/** Finds an element by its ID, and other nodes by their place. */
function findSame(old: Element, child: ChildNode, index: number): ChildNode | undefined {
  const idOf = (node: Node): string => (node instanceof Element ? node.id : '');
  const place = [...old.childNodes].slice(index);
  const candidates = idOf(child) === '' ? place.slice(0, 1) : place;
  return candidates.find((node) => node.nodeName === child.nodeName && idOf(node) === idOf(child));
}

window.addEventListener('message', ({ data }) => draw(data as { subject: string; body: string }));
main.addEventListener('keydown', (event) => {
  if (event.key === ' ' && (event.target as Element).role === 'button') {
    event.preventDefault();
    // VS Code follows links only on a real click, so send Space to the extension.
    host.postMessage((event.target as HTMLAnchorElement).href);
  }
});
host.postMessage('ready');
