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
  const unseen =
    '\u0000 \u001b \u007f \u00ad \u115f \u200b \u2800 \u3164 \ufeff \ufe01 \u061c \u200e \u202e \u2066 \u{e0041} \u{e0170}'.split(
      ' ',
    );

  it('becomes one line without invisible characters', () => {
    for (const character of unseen) {
      assert.equal(toPlainText(`a${character}b`, 10), 'ab', JSON.stringify(character));
    }
    assert.equal(toPlainText(' a\r\n\tb\u2028c ', 10), 'a b c');
  });

  it('shows invisible characters in JSON, which stays equal', () => {
    for (const character of [...unseen, '\u2028']) {
      const record = { [`k${character}`]: `a${character}\nb` };
      const json = toVisibleJson(JSON.stringify(record, undefined, 1));
      assert.ok(!json.includes(character), JSON.stringify(character));
      assert.deepEqual(JSON.parse(json), record);
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
