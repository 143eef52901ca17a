import { statSync } from 'node:fs';
import { cpus } from 'node:os';
import { packedExtension } from '../host/pack';

export type Line = readonly [work: string, floor: string, ours: string, ratio: string];

export function median(numbers: readonly number[]): number {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)]!;
}

export function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

export const milliseconds = (value: number): string => `${count(Math.round(value))} ms`;
export const count = (number: number): string => number.toLocaleString('en-US');
export const megabytes = (bytes: number): string =>
  `${(bytes / 1e6).toFixed(bytes < 10e6 ? 1 : 0)} MB`;

/** Ours beside the floor. */
export const compare = (
  work: string,
  floor: number,
  ours: number,
  toText: (value: number) => string,
): Line => [work, toText(floor), toText(ours), `${(ours / floor).toFixed(2)}x`];

const toTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map((_, index) => (index === 0 ? ':--' : '--:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

/** `docs/benchmarks.md`, before formatting. */
export function toReport(result: {
  readonly lines: readonly Line[];
  /** Output of the script that needs no VS Code. */
  readonly mapping: string;
  readonly vscode: string;
}): string {
  const { lines, mapping, vscode } = result;
  const [processor] = cpus();
  const machine = `${cpus().length} cores (${processor?.model.trim() ?? 'unknown'})`;
  const date = new Date().toISOString().slice(0, 10);
  return `# Benchmarks

For contributors. Written by \`npm run bench\`. Measured on ${machine}, VS Code ${vscode} (server build), Node ${process.versions.node}, on ${date}. Compare ratios, not times.

The floor of a page is a bare view with constant rows in the same sidebar. Times of pages are means, because VS Code waits up to 200 ms between two changes of a view; other times are medians. Memory is the growth of the extension host's heap, with the records. Load All runs with rows grouped by status, the large one with flat rows. Signed in, a page is on disk and the view is closed.

${toTable(['Work', 'Floor', 'Monitor Explorer', 'Ratio'], lines)}

![A large account in the view](benchmarks.png)

## Response mapping

Processor time to mask and read a page after it was parsed, as a multiple of its \`JSON.parse\`. Then what a hostile service could send: for how much processor time a response blocks other work at most, and the most memory it takes before garbage is collected.

\`\`\`text
${mapping}
\`\`\`

## The package

${count(Math.round(statSync(packedExtension()).size / 1e3))} kB as a VSIX.
`;
}
