import type { MonitorStatus } from '../monitors/monitor';

const SVG = 'http://www.w3.org/2000/svg' as const;

type Child = Node | string | false | undefined;

/** An HTML element; strings become text nodes. Attributes that are empty are left out. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  setAttributes(made, attributes);
  made.append(...children.filter((child) => child !== false && child !== undefined));
  return made;
}

function svg(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly Node[]
): SVGElement {
  const made = document.createElementNS(SVG, name);
  setAttributes(made, attributes);
  made.append(...children);
  return made;
}

/** A shape for each status, so that none is told by its color alone. The word stands beside it. */
const SHAPES: Readonly<Record<MonitorStatus, readonly string[]>> = {
  up: ['M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13', 'M5 8.2l2.1 2.1L11.2 6'],
  down: ['M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13', 'M5.5 5.5l5 5M10.5 5.5l-5 5'],
  degraded: ['M8 1.8L14.8 14H1.2z', 'M8 6v4M8 11.6v.9'],
  paused: ['M5.5 3v10M10.5 3v10'],
  pending: ['M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13', 'M8 4.5V8l2.5 1.5'],
  unknown: [
    'M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13',
    'M6.2 6.3c0-2.4 3.6-2.4 3.6 0c0 1.3-1.8 1.4-1.8 2.8M8 11v.8',
  ],
};

export function statusIcon(status: MonitorStatus): SVGElement {
  return svg(
    'svg',
    { class: `status ${status}`, viewBox: '0 0 16 16', 'aria-hidden': 'true' },
    ...SHAPES[status].map((d) => svg('path', { d })),
  );
}

function setAttributes(made: Element, attributes: Readonly<Record<string, string>>): void {
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== '') {
      made.setAttribute(key, value);
    }
  }
}
