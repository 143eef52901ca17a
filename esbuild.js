const { readFileSync, readdirSync, rmSync, writeFileSync } = require('node:fs');
const { join, parse } = require('node:path');
const esbuild = require('esbuild');

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

/** What the bundle is made of, for `npm run bench` and https://esbuild.github.io/analyze. It is not packaged. */
const bundle = { inputs: {}, outputs: {} };

/** The licenses of all packages in the bundle require that it carries them. */
const writeNotices = {
  name: 'third-party notices',
  setup(build) {
    build.onEnd(({ metafile }) => {
      if (metafile === undefined) {
        return;
      }
      Object.assign(bundle.inputs, metafile.inputs);
      Object.assign(bundle.outputs, metafile.outputs);
      const folders = Object.keys(bundle.inputs).map(
        (input) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0],
      );
      const notices = [...new Set(folders.filter(Boolean))].sort().map(toNotice);
      writeFileSync('dist/THIRD_PARTY_NOTICES.txt', notices.join(`\n\n${'-'.repeat(80)}\n\n`));
      writeFileSync('dist/metafile.json', JSON.stringify(bundle));
    });
  },
};

function toNotice(folder) {
  const { name, version, license, repository } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const source = (repository.url ?? repository)
    .replace(/^\w+(\+\w+)?:/, 'https:')
    .replace(/\.git$/, '');
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : '';
  return `${name} ${version}, ${license}. Source: ${source}\n\n${text}`;
}

/**
 * What node-fetch has for blobs, forms and `data:` addresses, and for versions of Node without streams of their own:
 * most of its size. A call is a POST of JSON to https, so Node's own classes stand in for it, or nothing.
 */
const unusedByCalls = {
  name: 'unused by calls',
  setup(build) {
    const unused =
      /^(fetch-blob|formdata-polyfill|data-uri-to-buffer)(\/|$)|\/multipart-parser\.js$/;
    build.onResolve({ filter: unused }, ({ path }) => ({
      path,
      namespace: 'unused',
      sideEffects: false,
    }));
    build.onLoad({ filter: /.*/, namespace: 'unused' }, () => ({
      contents: `
        export const { Blob, File, FormData } = globalThis;
        export default Blob;
        const refuse = () => { throw new TypeError('Not part of the bundle: see esbuild.js'); };
        export { refuse as formDataToBlob, refuse as toFormData, refuse as fileFrom, refuse as fileFromSync };
        export { refuse as blobFrom, refuse as blobFromSync };`,
    }));
  },
};

/** What `extension.ts` and what it is made of import on demand. */
const PARTS = ['src/ui/start.ts', 'src/ui/tools/languageModelTools.ts', 'node-fetch'];

const toPart = (path) => `parts/${parse(path).name}`;

const importParts = {
  name: 'import parts',
  setup(build) {
    build.onResolve({ filter: /./ }, ({ path, kind }) => {
      if (kind !== 'dynamic-import') {
        return undefined;
      }
      const isPart = PARTS.map(toPart).includes(toPart(path));
      const errors = isPart
        ? []
        : [{ text: `${path} is imported on demand and isn't among PARTS` }];
      return { path: `./${toPart(path)}.mjs`, external: true, errors };
    });
  },
};

/** Prints what the problem matcher of the task "watch bundle" in .vscode/tasks.json reads. */
const reportToTask = {
  name: 'report to the watch task',
  setup(build) {
    build.onStart(() => console.log('Bundling …'));
    build.onEnd(({ errors, warnings }) => {
      for (const [severity, messages] of Object.entries({ error: errors, warning: warnings })) {
        for (const { text, location } of messages) {
          const { file = 'esbuild.js', line = 1, column = 0 } = location ?? {};
          console.log(`${file}:${line}:${column + 1}: ${severity}: ${text}`);
        }
      }
      console.log(`Bundled with ${errors.length} errors.`);
    });
  },
};

const common = { bundle: true, minify: production, logLevel: watch ? 'silent' : 'warning' };

const inExtensionHost = {
  ...common,
  outdir: 'dist',
  platform: 'node',
  target: 'node20',
  external: ['vscode'],
  // The map stays out of the package, so what ships must not point to it.
  sourcemap: production ? 'external' : 'inline',
  // VS Code shows names in stack traces, and the log is what users attach to reports. `keepNames` takes time at each call.
  minify: false,
  minifySyntax: production,
  minifyWhitespace: production,
  metafile: true,
};

/** What each window loads at its start: one CommonJS file, as VS Code loads that sooner than an ES module. */
const start = {
  ...inExtensionHost,
  entryPoints: ['src/extension.ts'],
  format: 'cjs',
  plugins: [importParts, writeNotices, ...(watch ? [reportToTask] : [])],
};

/** What it imports on demand: ES modules, as esbuild splits only those. What several share is a file of its own. */
const parts = {
  ...inExtensionHost,
  entryPoints: PARTS.map((part) => ({ in: part, out: toPart(part) })),
  format: 'esm',
  splitting: true,
  outExtension: { '.js': '.mjs' },
  chunkNames: 'parts/[name]-[hash]',
  plugins: [unusedByCalls, writeNotices, ...(watch ? [reportToTask] : [])],
};

/** What runs inside the panels. */
const webview = {
  ...common,
  entryPoints: [
    { in: 'src/webview/panel.ts', out: 'webview' },
    { in: 'src/webview/panel.css', out: 'webview' },
  ],
  outdir: 'dist',
  format: 'iife',
  platform: 'browser',
  target: 'chrome132',
  plugins: watch ? [reportToTask] : [],
};

async function main() {
  rmSync('dist', { recursive: true, force: true });
  for (const options of [start, parts, webview]) {
    const context = await esbuild.context(options);
    if (watch) {
      await context.watch();
    } else {
      await context.rebuild();
      await context.dispose();
    }
  }
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
