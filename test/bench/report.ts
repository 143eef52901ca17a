import type { LoadAllResult, PageSeries, PagesResult } from './inExtensionHost';

/** All that `npm run bench` measures. Times in milliseconds, sizes in bytes. */
export interface BenchResult {
  readonly machine: string;
  readonly quick: boolean;
  /** Where nobody is signed in. */
  readonly activation: Activations;
  /** Where somebody is, with a page on disk and the view closed. `badge`: from the activation until it is set. */
  readonly signedIn: { readonly activation: Activations; readonly badge: readonly number[] };
  readonly pages: readonly { readonly title: string; readonly result: PagesResult }[];
  readonly loadAll: readonly {
    readonly title: string;
    readonly loops: readonly number[];
    readonly ours: readonly LoadAllResult[];
  }[];
  readonly huge: {
    readonly monitors: number;
    readonly pageSize: number;
    readonly result: LoadAllResult;
    /** From a click until the row is selected, while pages arrive and after. */
    readonly clicksMeanwhile: readonly number[];
    readonly clicksAfter: readonly number[];
    /** From a click until a closed group shows its first row. */
    readonly opening: number | undefined;
  };
  readonly bundle: { readonly packed: number; readonly parts: readonly BundlePart[] };
  /** What the benches that need no VS Code print. */
  readonly scripts: { readonly mapping: string; readonly filter: string };
}

interface Activations {
  readonly nothing: readonly number[];
  /** Of an extension that registers what ours declares, and does nothing. */
  readonly declared: readonly number[];
  readonly ours: readonly number[];
}

export interface BundlePart {
  readonly name: string;
  readonly bytes: number;
}

/** What esbuild tells about a bundle. */
export interface Metafile {
  readonly outputs: Readonly<
    Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>
  >;
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Of times that fall into two heaps, between which a median would pick one at random. */
function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/** The bundle by folder of `src/` and by package, largest first. */
export function toParts({ outputs }: Metafile): BundlePart[] {
  const sizes = new Map<string, number>();
  for (const [output, { inputs }] of Object.entries(outputs)) {
    for (const [file, { bytesInOutput }] of /\.m?js$/.test(output) ? Object.entries(inputs) : []) {
      const name = /^(?:node_modules\/(?:@[^/]+\/)?[^/]+|src\/[^/]+)/.exec(file)?.[0] ?? file;
      sizes.set(name, (sizes.get(name) ?? 0) + bytesInOutput);
    }
  }
  return [...sizes].map(([name, bytes]) => ({ name, bytes })).sort((one, other) => other.bytes - one.bytes);
}

const ms = (value: number): string => `${Math.round(value).toLocaleString('en-US')} ms`;
const ratio = (ours: number, floor: number): string => `${(ours / floor).toFixed(2)}x`;
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(bytes < 10e6 ? 1 : 0)} MB`;
const kilobytes = (bytes: number): string => `${(bytes / 1e3).toFixed(1)} kB`;

const times = (series: PageSeries): number[] => series.pages.map((page) => page.ms);
const first = (series: PageSeries): number => mean(times(series).slice(0, 10));
const last = (series: PageSeries): number => mean(times(series).slice(-10));
const questions = (series: PageSeries): number => series.pages.reduce((sum, page) => sum + page.questions, 0);

type Line = readonly [work: string, floor: string, ours: string, ratio: string];

function pageLines(title: string, { bare, ours }: PagesResult): Line[] {
  const line = (what: string, of: (series: PageSeries) => number): Line => [
    `${title}: ${what}`,
    ms(of(bare)),
    ms(of(ours)),
    ratio(of(ours), of(bare)),
  ];
  return [
    line('per page', (series) => mean(times(series))),
    line('per page, first ten', first),
    line('per page, last ten', last),
    [
      `${title}: calls of \`getTreeItem\``,
      questions(bare).toLocaleString('en-US'),
      questions(ours).toLocaleString('en-US'),
      ratio(questions(ours), questions(bare)),
    ],
    [`${title}: memory kept`, megabytes(bare.keptBytes), megabytes(ours.keptBytes), ''],
  ];
}

function loadAllLines({ title, loops, ours }: BenchResult['loadAll'][number]): Line[] {
  const loaded = median(ours.map((run) => run.ms));
  const shown = median(ours.map((run) => run.shownMs));
  const loop = median(loops);
  return [
    [`${title}, against a bare loop of node-fetch`, ms(loop), ms(loaded), ratio(loaded, loop)],
    [`${title}: until the last row was asked for`, '', ms(shown), ratio(shown, loop)],
  ];
}

function hugeLines({ huge }: BenchResult): Line[] {
  const { result, monitors, pageSize, clicksMeanwhile, clicksAfter, opening } = huge;
  const title = `Load all of ${monitors.toLocaleString('en-US')} by ${pageSize.toLocaleString('en-US')}`;
  const worst = (clicks: readonly number[]): string =>
    clicks.length === 0 ? 'not measured' : `${ms(median(clicks))}, at most ${ms(Math.max(...clicks))}`;
  return [
    [title, '', ms(result.ms), ''],
    [`${title}: memory kept per monitor`, '', kilobytes(result.keptBytes / monitors), ''],
    [`${title}: calls of \`getTreeItem\``, '', result.questions.toLocaleString('en-US'), ''],
    [`${title}: longest block of the extension host`, '', ms(result.longestBlockMs), ''],
    [`${title}: a click selects a row, meanwhile`, '', worst(clicksMeanwhile), ''],
    [`${title}: a click selects a row, after`, '', worst(clicksAfter), ''],
    [
      `${title}: a click opens a closed group, after`,
      '',
      opening === undefined ? 'there is none' : ms(opening),
      '',
    ],
  ];
}

function activationLines(who: string, { nothing, declared, ours }: Activations): Line[] {
  const [least, floor, measured] = [median(nothing), median(declared), median(ours)];
  return [
    [
      `Activation, ${who}, against an extension that only declares the same`,
      ms(floor),
      ms(measured),
      ratio(measured, floor),
    ],
    [
      `Activation, ${who}, against an extension that does nothing`,
      ms(least),
      ms(measured),
      ratio(measured, least),
    ],
  ];
}

const toTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map((_, index) => (index === 0 ? ':--' : '--:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

/** `docs/benchmarks.md`, not formatted yet. @param screenshot beside it */
export function toReport(result: BenchResult, screenshot: string): string {
  const { activation, signedIn, bundle } = result;
  const lines: Line[] = [
    ...result.pages.flatMap(({ title, result: pages }) => pageLines(title, pages)),
    ...result.loadAll.flatMap(loadAllLines),
    ...hugeLines(result),
    ...activationLines('nobody signed in', activation),
    ...activationLines('signed in', signedIn.activation),
    ['From the activation to the badge, signed in', '', ms(median(signedIn.badge)), ''],
  ];
  const inJs = bundle.parts.reduce((sum, { bytes }) => sum + bytes, 0);
  return `# Benchmarks

Written by \`npm run bench\`${result.quick ? ' with `-- --quick`: **a short run, for a first look only**' : ''}. Measured on ${result.machine}. Compare ratios, not times: each pair was measured in one run, in turn.

The floor of a page is a bare view that returns constant rows, in the same extension host and the same sidebar as the packed extension. Each page is asked for as soon as the one before is shown, and is shown when VS Code has asked for its rows; about 200 ms of that are VS Code's own delay between two changes, which the first of two has not to wait for. So the times of pages fall into two heaps, one with and one without that delay, and theirs are means; all other times are medians. Memory is what the extension host's heap has grown by after garbage collection; for Monitor Explorer that includes the records themselves. Load All runs with the rows grouped by status, as they are at first; the large one with flat rows, in ranges. The extension that only declares the same registers the same commands, view, tools and provider, with nothing behind them; signed in, a page is on disk and the view is closed.

${toTable(['Work', 'Floor', 'Monitor Explorer', 'Ratio'], lines)}

![${result.huge.monitors.toLocaleString('en-US')} monitors in the view](${screenshot})

## Response mapping

What reading a page takes after it was parsed, as a multiple of what its \`JSON.parse\` takes.

\`\`\`text
${result.scripts.mapping.trim()}
\`\`\`

## Filter

What a stroke in the filter takes, until the rows that match are there. Others have their turn in between, after the longest block at the latest.

\`\`\`text
${result.scripts.filter.trim()}
\`\`\`

## The package

${kilobytes(bundle.packed)} as a VSIX; ${kilobytes(inJs)} of JavaScript:

${toTable(
  ['Part', 'Size', 'Share'],
  bundle.parts.map(({ name, bytes }) => [
    `\`${name}\``,
    kilobytes(bytes),
    `${((bytes / inJs) * 100).toFixed(1)} %`,
  ]),
)}
`;
}
