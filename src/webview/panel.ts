// Draws what the extension sends. Elements stay, so that scroll position, selection, focus and open details stay, too.

declare function acquireVsCodeApi(): { postMessage(message: unknown): void };

const main = document.querySelector('main')!;
let shown = '';
let focused: HTMLElement | undefined;

function update(old: Element, fresh: Element): void {
  const children = [...fresh.childNodes];
  for (const [index, child] of children.entries()) {
    const { id } = child as Element;
    // An element with an ID may have moved.
    const candidates = [...old.childNodes].slice(index, id ? undefined : index + 1);
    const same = candidates.find(
      (node) => node.nodeName === child.nodeName && (node as Element).id === id,
    );
    while (same && old.childNodes[index] !== same) {
      old.childNodes[index]!.remove();
    }
    if (!same) {
      old.insertBefore(child, old.childNodes[index] ?? null);
    } else if (child instanceof Element) {
      [...child.attributes].forEach(({ name, value }) =>
        (same as Element).setAttribute(name, value),
      );
      update(same as Element, child);
    } else if (same.nodeValue !== child.nodeValue) {
      same.nodeValue = child.nodeValue;
    }
  }
  [...old.childNodes].slice(children.length).forEach((node) => node.remove());
}

window.addEventListener('message', ({ data }: MessageEvent<{ subject: string; body: string }>) => {
  update(main, new DOMParser().parseFromString(data.body, 'text/html').body);
  document.title = main.querySelector('h1')!.innerText;
  if (shown !== data.subject) {
    document.querySelector('[role=status]')!.textContent = document.title;
    window.scrollTo(0, 0);
  }
  shown = data.subject;
});
main.addEventListener('focusin', ({ target }) => {
  focused = target as HTMLElement;
});
// VS Code clears the focus when the page loses it.
window.addEventListener('focus', () => focused?.focus({ preventScroll: true }));
acquireVsCodeApi().postMessage('ready');
