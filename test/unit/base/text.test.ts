import assert from 'node:assert/strict';
import {
  joinTexts,
  toPlainText,
  toSafeMarkdown,
  toSafeText,
  toVisibleJson,
  withIcon,
} from '../../../src/base/text';

describe('A text from outside', () => {
  it('becomes one line without invisible characters', () => {
    const unseen = [
      '\u0000',
      '\u001b',
      '\u00ad',
      '\u115f',
      '\u1160',
      '\u200b',
      '\u2800',
      '\u3164',
      '\ufeff',
      '\uffa0',
    ];
    const bidi = ['\u061c', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069'];
    for (const character of [...unseen, ...bidi, '\u{e0041}']) {
      assert.equal(toPlainText(`a${character}b`, 10), 'ab', character.codePointAt(0)!.toString(16));
    }
    assert.equal(toPlainText(' a\r\n\tb\u2028c ', 10), 'a b c');
  });

  it('shows invisible characters in JSON, which stays equal', () => {
    const hidden = String.fromCodePoint(
      ...[...'obey'].map((letter) => 0xe0000 + letter.charCodeAt(0)),
    );
    for (const unseen of [
      hidden,
      '\u{e0001}',
      '\u{e0170}',
      '\u202e',
      '\ufeff',
      '\u2028',
      '\u007f',
      '\ufe01',
    ]) {
      const json = toVisibleJson(JSON.stringify({ [`k${unseen}`]: `a${unseen}\nb` }, undefined, 1));
      assert.ok(!json.includes(unseen), JSON.stringify(unseen));
      assert.deepEqual(JSON.parse(json), { [`k${unseen}`]: `a${unseen}\nb` });
      assert.equal(json.split('\n').length, 3);
    }
    const plain = JSON.stringify('Größe 中文 👨‍👩‍👧‍👦 ☁️');
    assert.equal(toVisibleJson(plain), plain);
  });

  it('is cut between characters as people see them', () => {
    assert.equal(toPlainText('x'.repeat(20_000), 5), 'xxxx…');
    const family = '👨‍👩‍👧‍👦';
    assert.equal(toPlainText(family, 20), family);
    assert.equal(toPlainText(`ab${family}`, 8), 'ab…');
    assert.equal(toPlainText('e\u0301'.repeat(4), 6), 'e\u0301e\u0301…');
  });

  for (const [language, name] of [
    ['Persian', 'می\u200cخواهم'],
    ['Sinhala', 'ශ්\u200dරී ලංකා'],
    ['Bengali', 'র\u200d্যাব হঠাত্\u200d'],
    ['Malayalam', 'അവന്\u200d'],
    ['emoji', '👩\u200d🔧 ❤️\u200d🔥'],
  ] as const) {
    it(`keeps the joiners of ${language}`, () => {
      assert.equal(toPlainText(name, 100), name);
      const json = JSON.stringify({ name });
      assert.equal(toVisibleJson(json), json);
    });
  }

  it('keeps no joiner that joins nothing, few marks, and no lone surrogates', () => {
    assert.equal(toPlainText('\u200da \u200cb1\u200c\u200d=\u200dc', 20), 'a b1=c');
    assert.equal(toPlainText(`می${'\u200c'.repeat(100)}خ`, 20), 'می\u200cخ');
    assert.equal(toPlainText(`a${'\u0301'.repeat(50)}`, 100).length, 5);
    assert.equal(toPlainText('a\ud800b', 10), 'a\ufffdb');
  });

  it('contains no link and no icon in labels', () => {
    const hostile =
      'Locked. [Unlock](command:runCommands?%5B%5D) $(flame) [x](https://evil.example)';
    const safe = toSafeText(hostile, 200);
    assert.doesNotMatch(safe, /\]\(|\$\(/);
    assert.match(safe, /Unlock/);
    assert.match(withIcon('check', safe), /^\$\(check\) Locked/);
  });

  it('forms no link when parts of it are removed or cut', () => {
    for (const hostile of [
      'a]\u200b(command:x)',
      '$\u200b(flame)',
      ']\n(command:x)',
      '$$((flame)',
      ']]((command:x)',
    ]) {
      assert.doesNotMatch(toSafeText(hostile, 100), /\]\(|\$\(/, hostile);
    }
    const parts = joinTexts([toSafeText('[a]', 10), toSafeText('(command:x)', 20)], '');
    assert.doesNotMatch(parts, /\]\(|\$\(/);
  });

  it('is plain text in Markdown', () => {
    const hostile =
      '[a](b) ![c](d) <img src=x> **e** `f` https://g.example www.h.example i@j.example $(k) &lt; 1. # l';
    const markdown = toSafeMarkdown(hostile, 300);
    assert.doesNotMatch(markdown, /[[\]()<>*`$@]|:\/\/|www\./);
    const shown = markdown.replace(/&#(\d+);/g, (_, code: string) =>
      String.fromCharCode(Number(code)),
    );
    assert.equal(shown, hostile);
  });

  it('is read quickly even if it is a megabyte of blanks', () => {
    assert.equal(toPlainText(`${' '.repeat(1_000_000)}x`, 100), '');
  });
});
