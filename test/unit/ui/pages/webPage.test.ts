import assert from 'node:assert/strict';
import { toPlainText, toSafeText } from '../../../../src/base/text';
import {
  readPageMessage,
  readPageState,
  toActions,
  type PageContent,
} from '../../../../src/ui/webview/pageContent';
import { toPageHtml } from '../../../../src/ui/webview/pageHtml';

const HOSTILE = '</script><img src=x onerror=alert(1)> [x](command:quit) | `a` https://evil.test/x';

const text = (value: string) => toPlainText(value, 1_000);

const content: PageContent = {
  title: text(HOSTILE),
  tab: toSafeText('Tab', 10),
  actionsLabel: text('Actions'),
  actions: [{ action: 'one', label: text('One') }],
  steps: [{ action: 'two', label: text('Two') }],
  sections: [
    {
      heading: text(HOSTILE),
      blocks: [
        { kind: 'text', text: text(HOSTILE) },
        {
          kind: 'table',
          caption: text('Table'),
          columns: [{ title: text('Key'), isCode: true }, { title: text('Value') }],
          rows: [[text(HOSTILE), [text('a'), text(HOSTILE)]]],
        },
        { kind: 'code', label: text('Shape'), text: text('a ````` b') },
      ],
    },
  ],
};

describe('a web page', () => {
  it('may load and run nothing but our own script and styles', () => {
    const html = toPageHtml({
      language: 'en',
      title: 'Details',
      nonce: 'abc+/=',
      script: 'https://file/dist/webview.js',
      style: 'https://file/dist/webview.css',
    });
    const policy = /Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1]?.replaceAll('&#39;', "'");
    assert.equal(
      policy,
      "default-src 'none'; script-src 'nonce-abc+/='; style-src 'nonce-abc+/='; base-uri 'none'; form-action 'none'",
    );
    assert.doesNotMatch(html, /unsafe|<style|onload|style=/);
    assert.equal(html.match(/<script/g)?.length, 1);
  });

  it('has a title and a language that stay within their places', () => {
    const html = toPageHtml({ language: '"><b>', title: HOSTILE, nonce: 'n', script: 's', style: 's' });
    assert.doesNotMatch(html, /<img|<b>/);
    assert.equal(html.match(/<\/script/g)?.length, 1);
  });

  it('is listened to only in messages that it may send', () => {
    assert.deepEqual(readPageMessage({ type: 'ready', more: 1 }), { type: 'ready' });
    assert.deepEqual(readPageMessage({ type: 'run', action: 'one' }), { type: 'run', action: 'one' });
    const wrong = [
      null,
      'run',
      7,
      [],
      {},
      { type: 'run' },
      { type: 'run', action: 7 },
      { type: 'eval', action: 'x' },
    ];
    for (const message of [
      ...wrong,
      { type: 'run', action: 'x'.repeat(101) },
      Object.create({ type: 'ready' }),
    ]) {
      assert.equal(readPageMessage(message), undefined);
    }
  });

  it('is found again only by a state of the right shape', () => {
    assert.deepEqual(readPageState({ page: 'details', subject: 'm1', more: 1 }), {
      page: 'details',
      subject: 'm1',
    });
    for (const state of [undefined, null, 'details', { page: 'details' }, { page: 1, subject: '' }]) {
      assert.equal(readPageState(state), undefined);
    }
  });

  it('offers the actions of all its buttons', () => {
    assert.deepEqual([...toActions(content)], ['one', 'two']);
  });
});
