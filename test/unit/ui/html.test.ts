import assert from 'node:assert/strict';
import { toPlainText } from '../../../src/base/text';
import { toCommandUri } from '../../../src/ui/commandUri';
import { html, toDocument } from '../../../src/ui/panels/html';

const text = (value: string) => toPlainText(value, 1_000);

describe('The markup of a panel', () => {
  it('shows hostile text as text, in elements and in attributes', () => {
    const hostile = text(`</p><img src=x onerror="alert(1)"> & 'x'`);
    const markup = html`<p title="${hostile}">
      ${[hostile, html`<b>${hostile}</b>`]}${undefined}
    </p>`.toString();
    assert.equal(markup.match(/<(?!p title="|b>|\/b>|\/p>)/g), null);
    assert.equal(markup.match(/"/g)?.length, 2);
  });

  it('passes any ID to a command unchanged', () => {
    for (const id of ['m 1', '100%41', 'a) (b', '"],[\'<&>', '%', '{}?#/', '\ud800', 'ü😀']) {
      const [, args = ''] = toCommandUri('openTarget', [id]).split('?');
      assert.doesNotMatch(args, /[()]/, 'ends no link in Markdown');
      // As VS Code does: once for the address, once for the arguments.
      const passed = JSON.parse(decodeURIComponent(decodeURIComponent(args))) as unknown;
      assert.deepEqual(passed, [id]);
    }
  });

  it('can load only our script and styles', () => {
    const [script, style] = [
      text('https://file/dist/webview.js'),
      text('https://file/dist/webview.css'),
    ];
    const markup = toDocument(text('"><b>'), text('abc+/='), script, style).toString();
    assert.equal(
      /Content-Security-Policy"\s+content="([^"]+)"/.exec(markup)?.[1],
      "default-src 'none'; script-src 'nonce-abc+/='; style-src 'nonce-abc+/='; base-uri 'none'; form-action 'none'",
    );
    assert.equal(markup.match(/<script/g)?.length, 1);
    assert.doesNotMatch(markup, /<b>|unsafe|<style|style=/);
  });
});
