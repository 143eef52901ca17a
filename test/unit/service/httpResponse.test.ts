import assert from 'node:assert/strict';
import { isCutOffJson, isWebPage } from '../../../src/service/httpResponse';

describe('a web page', () => {
  const pages: readonly (readonly [contentType: string, text: string])[] = [
    ['text/html', ''],
    ['application/xhtml+xml', '<html>'],
    ['text/plain', '<!DOCTYPE html><title>x</title>'],
    ['', ' \n\t<HTML lang="en">'],
    ['application/json', '<head>'],
    ['', '<body class="x">'],
  ];
  for (const [contentType, text] of pages) {
    it(`is "${text}" as ${contentType || 'nothing'}`, () => assert.ok(isWebPage({ contentType, text })));
  }

  const others: readonly (readonly [contentType: string, text: string])[] = [
    ['application/json', '{"html": "<html>"}'],
    ['text/plain', 'see <html>'],
    ['application/xml', '<?xml version="1.0"?><error/>'],
    ['', '<header>'],
    ['', `${' '.repeat(1_000)}<html>`],
    ['', ''],
  ];
  for (const [contentType, text] of others) {
    it(`is not "${text.slice(-30)}" as ${contentType || 'nothing'}`, () =>
      assert.ok(!isWebPage({ contentType, text })));
  }
});

describe('JSON that was cut off', () => {
  for (const text of [
    '{',
    '[',
    ' {"a": [1, 2]',
    '{"a": "}',
    '["]',
    '["a\\"]',
    '["a\\\\"',
    '[{"a": 1}',
    '{"a": "{"',
  ]) {
    it(`is ${text}`, () => assert.ok(isCutOffJson(text)));
  }

  for (const text of [
    '',
    'x',
    '"',
    '{}',
    '[]',
    '{"a": "{["}',
    '["\\""]',
    '["\\\\"]',
    'Error: [',
    '"a" {',
    '{"a"]',
  ]) {
    it(`is not ${text || 'nothing'}`, () => assert.ok(!isCutOffJson(text)));
  }
});
