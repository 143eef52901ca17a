const { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } = require('node:fs');
const { basename, dirname, join } = require('node:path');
const esbuild = require('esbuild');

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

/** The licenses of all packages in the bundle require that it carries them. */
const writeNotices = {
  name: 'third-party notices',
  setup(build) {
    build.onEnd(({ metafile }) => {
      if (metafile === undefined) {
        return;
      }
      const inputs = Object.keys(metafile.inputs);
      const folders = inputs.map((input) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]);
      const notices = [...new Set(folders.filter(Boolean))].sort().map(toNotice);
      writeFileSync('dist/THIRD_PARTY_NOTICES.txt', notices.join(`\n\n${'-'.repeat(80)}\n\n`));
      // What the bundle is made of, for `npm run bench` and https://esbuild.github.io/analyze. It is not packaged.
      writeFileSync('dist/metafile.json', JSON.stringify(metafile));
    });
  },
};

function toNotice(folder) {
  const {
    name,
    version,
    license,
    homepage = '',
  } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : '';
  return `${name} ${version}, ${license}. Source: ${homepage}\n\n${text}`;
}

/**
 * A namespace import becomes a copy of the namespace, made anew for each file that imports it. VS Code's has hundreds of
 * properties, which never change, so it is required as it is, and once: each `require` of it goes through several hooks.
 * Padded to the length of the import, so that the source map still fits.
 */
function requireVsCode(text) {
  let required;
  return text.replace(/\bimport ?\* ?as ([\w$]+) from ?"vscode"/g, (imported, name) => {
    const value = required ?? 'require("vscode")';
    required ??= name;
    return `let ${name}=${value}`.padEnd(imported.length);
  });
}

/**
 * Writes the extension as CommonJS, in parts: what the first call needs, most of the code, is read and compiled with it
 * and not at the start. esbuild splits ES modules alone and VS Code loads CommonJS, so each part is converted here.
 */
const writeCommonJs = {
  name: 'CommonJS',
  setup(build) {
    build.onEnd(async ({ outputFiles }) => {
      rmSync('dist/parts', { recursive: true, force: true });
      for (const { path, text } of outputFiles) {
        const { code, map } = await esbuild.transform(requireVsCode(text), {
          format: 'cjs',
          platform: 'node',
          target: 'node20',
          minify: production,
          // Becomes a promise of a require.
          supported: { 'dynamic-import': false },
          // The map stays out of the package, so what ships must not point to it.
          sourcemap: production ? 'external' : 'inline',
          sourcefile: basename(path),
        });
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, code);
        if (production) {
          writeFileSync(`${path}.map`, map);
        }
      }
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

const extension = {
  ...common,
  entryPoints: ['src/extension.ts'],
  outdir: 'dist',
  format: 'esm',
  splitting: true,
  chunkNames: 'parts/[name]-[hash]',
  write: false,
  platform: 'node',
  target: 'node20',
  external: ['vscode'],
  alias: {
    // Its CommonJS build can't be bundled: it requires its parts by a name that is made at run time.
    'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
    // node-fetch brings it for versions of Node that have no streams of their own.
    'web-streams-polyfill/dist/ponyfill.es2018.js': 'node:stream/web',
  },
  // For the conversion, which carries it on.
  sourcemap: 'inline',
  // VS Code shows class names in stack traces, and the log is what people attach to reports.
  keepNames: true,
  metafile: true,
  plugins: watch ? [writeCommonJs, writeNotices, reportToTask] : [writeCommonJs, writeNotices],
};

/** What runs inside the pages: see src/webview/. */
const webview = {
  ...common,
  entryPoints: [
    { in: 'src/webview/page.ts', out: 'webview' },
    { in: 'src/webview/page.css', out: 'webview' },
  ],
  outdir: 'dist',
  format: 'iife',
  platform: 'browser',
  target: 'chrome132',
  plugins: watch ? [reportToTask] : [],
};

async function main() {
  for (const options of [extension, webview]) {
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
