import type { Chart } from '../ui/webview/pageContent';
import { element, svg } from './dom';

const HEIGHT = 180;
const TOP = 18;
const BOTTOM = 22;
const LEFT = 34;
/** Pixels that a label below a bar needs. */
const LABEL_WIDTH = 46;

/** A bar for each day, drawn in the width that there is, so that its texts keep their size. */
export function drawChart(chart: Chart): HTMLElement {
  const figure = element('figure', {});
  const draw = (width: number): void => figure.replaceChildren(toSvg(chart, width));
  new ResizeObserver(([entry]) => {
    const width = Math.floor(entry?.contentRect.width ?? 0);
    if (width > 0 && String(width) !== figure.dataset['width']) {
      figure.dataset['width'] = String(width);
      draw(width);
    }
  }).observe(figure);
  draw(600);
  return figure;
}

function toSvg({ bars, summary, limit }: Chart, width: number): SVGElement {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const shownLimit = limit && limit.value <= most * 2 ? limit : undefined;
  const ticks = toTicks(Math.max(most, shownLimit?.value ?? 0));
  const top = ticks.at(-1) ?? 1;
  const y = (value: number): number => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top);
  const step = (width - LEFT) / Math.max(1, bars.length);
  const every = Math.ceil(LABEL_WIDTH / step);
  const barWidth = Math.max(2, Math.min(22, step / 2 - 3));
  const base = y(0);
  return svg(
    'svg',
    {
      class: 'chart',
      width,
      height: HEIGHT,
      viewBox: `0 0 ${width} ${HEIGHT}`,
      role: 'img',
      'aria-label': summary,
    },
    ...ticks.flatMap((tick) => [
      svg('line', { class: 'grid', x1: LEFT, x2: width, y1: y(tick), y2: y(tick) }),
      svg('text', { x: LEFT - 6, y: y(tick) + 4, 'text-anchor': 'end' }, String(tick)),
    ]),
    ...bars.map(({ label, title, value }, index) => {
      const middle = LEFT + step * (index + 0.5);
      // Counted from the right: today always has its label.
      const hasLabel = (bars.length - 1 - index) % every === 0;
      return svg(
        'g',
        {},
        svg('title', {}, title),
        svg('rect', { class: 'hit', x: middle - step / 2, y: TOP, width: step, height: HEIGHT - TOP }),
        value > 0 &&
          svg('rect', {
            class: 'value',
            x: middle - barWidth / 2,
            y: y(value),
            width: barWidth,
            height: base - y(value),
          }),
        hasLabel &&
          svg(
            'text',
            { x: Math.min(middle, width - LABEL_WIDTH / 2), y: HEIGHT - 6, 'text-anchor': 'middle' },
            label,
          ),
      );
    }),
    shownLimit &&
      svg('line', { class: 'limit', x1: LEFT, x2: width, y1: y(shownLimit.value), y2: y(shownLimit.value) }),
    shownLimit &&
      svg('text', { x: width, y: y(shownLimit.value) - 4, 'text-anchor': 'end' }, shownLimit.label),
  );
}

/** Whole numbers from 0 on in steps of 1, 2 or 5 times a power of ten, the last one at least `most`; five or fewer. */
function toTicks(most: number): number[] {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most / 4)));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size * 4 >= most) ?? most;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step);
}
