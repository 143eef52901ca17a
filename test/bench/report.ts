import { readFileSync, statSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { packedExtension } from '../host/pack';
import { checkout } from '../host/places';

export type Line = readonly [work: string, floor: string, ours: string, ratio: string];

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

export const milliseconds = (value: number): string => `${Math.round(value).toLocaleString('en-US')} ms`;
export const ratio = (ours: number, floor: number): string => `${(ours / floor).toFixed(2)}x`;
export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(bytes < 10e6 ? 1 : 0)} MB`;
const kilobytes = (bytes: number): string => `${(bytes / 1e3).toFixed(1)} kB`;

/** The part of esbuild's metafile that is used. */
interface Metafile {
  readonly outputs: Readonly<
    Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>
  >;
}

/** Rows of a table: the bundle by folder of `src/` and by package, largest first. */
function bundleParts(): string[][] {
  const { outputs } = JSON.parse(readFileSync(join(checkout(), 'dist', 'metafile.json'), 'utf8')) as Metafile;
  const sizes = new Map<string, number>();
  for (const [output, { inputs }] of Object.entries(outputs)) {
    for (const [file, { bytesInOutput }] of /\.m?js$/.test(output) ? Object.entries(inputs) : []) {
      const name = /^(?:node_modules\/(?:@[^/]+\/)?[^/]+|src\/[^/]+)/.exec(file)?.[0] ?? file;
      sizes.set(name, (sizes.get(name) ?? 0) + bytesInOutput);
    }
  }
  const sorted = [...sizes].sort(([, one], [, other]) => other - one);
  return sorted.map(([name, bytes]) => [`\`${name}\``, kilobytes(bytes)]);
}

const toTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map((_, index) => (index === 0 ? ':--' : '--:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

/** `docs/benchmarks.md`, before formatting. */
export function toReport(result: {
  readonly lines: readonly Line[];
  /** Output of the scripts that need no VS Code. */
  readonly scripts: { readonly mapping: string; readonly filter: string };
  readonly isQuick: boolean;
  readonly vscode: string;
}): string {
  const { lines, scripts, isQuick, vscode } = result;
  const [processor] = cpus();
  const machine = `${cpus().length} cores (${processor?.model.trim() ?? 'unknown'})`;
  const date = new Date().toISOString().slice(0, 10);
  return `# Benchmarks

For contributors. Written by \`npm run bench\`${isQuick ? ' with `-- --quick`: **a short run, for a first look only**' : ''}. Measured on ${machine}, VS Code ${vscode} (server build), Node ${process.versions.node}, on ${date}. Compare ratios, not times: each pair was measured in one run, in turn.

The floor of a page is a bare view that returns constant rows, in the same extension host and the same sidebar as the packed extension. Each page is asked for as soon as VS Code has asked for the rows of the page before. VS Code itself waits up to 200 ms between two changes, so times of pages are means; all other times are medians. Memory is the growth of the extension host's heap after garbage collection; for Monitor Explorer that includes the records. Load All runs with rows grouped by status, the large one with flat rows. The extension that only declares the same registers the same commands, view, tools and provider. Signed in, a page is on disk and the view is closed.

${toTable(['Work', 'Floor', 'Monitor Explorer', 'Ratio'], lines)}

![A large account in the view](benchmarks.png)

## Response mapping

Time to read a page after it was parsed, as a multiple of its \`JSON.parse\`.

\`\`\`text
${scripts.mapping}
\`\`\`

## Filter

Time from a keystroke in the filter to the matching rows, and how long the extension host is blocked meanwhile at most.

\`\`\`text
${scripts.filter}
\`\`\`

## The package

${kilobytes(statSync(packedExtension()).size)} as a VSIX.

${toTable(['Part', 'Size'], bundleParts())}
`;
}
