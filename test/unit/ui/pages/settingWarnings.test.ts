import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Emitter } from '../../../../src/base/event';
import type { SafeText } from '../../../../src/base/text';
import { findSettingProblems } from '../../../../src/ui/settingProblems';
import { registerSettingWarnings } from '../../../../src/ui/settingWarnings';
import { inEnglish } from '../../../support/inEnglish';

const messages = (mapping: unknown, monitorUrl: unknown = ''): string[] =>
  findSettingProblems(inEnglish, { mapping, monitorUrl }).map(({ message }) => message);

describe('A setting that is wrong', () => {
  it('is reported with its field and the reason', () => {
    const mapping = { name: 'display.name', id: 'uid[', statusValues: { '2': 'fine' } };
    const [id = '', values = '', url = '', ...more] = messages(mapping, 'http://app.example.com/{id}');
    assert.match(id, /^ID: .+\. It's ignored until this is fixed\.$/);
    assert.match(values, /^Status Values: expected one of up, /);
    assert.equal(url, 'Use https://. Plain http:// is for this machine only.');
    assert.deepEqual(more, []);
  });

  it('is not reported if all is well, or nothing is set', () => {
    assert.deepEqual(messages({ id: 'data[0].id' }), []);
    assert.deepEqual(messages({}), []);
    assert.deepEqual(messages(undefined, undefined), []);
  });

  it('may be any value', () => {
    assert.equal(messages(7).length, 1);
    fc.assert(fc.property(fc.anything(), fc.anything(), (mapping, url) => void messages(mapping, url)));
  });
});

describe('The warnings about settings', () => {
  async function until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  function aWindow(reading: unknown) {
    const changes = new Emitter<void>();
    const settings = { reading, monitorUrl: '', onDidChange: changes.event };
    const logged: string[] = [];
    const shown: string[] = [];
    registerSettingWarnings({
      settings,
      log: { warn: (message) => void logged.push(message) },
      t: inEnglish,
      warn: (message: SafeText, setting) => void shown.push(`${setting}: ${message}`),
    });
    const change = (changed: unknown): void => {
      settings.reading = changed;
      changes.fire();
    };
    return { logged, shown, change };
  }

  it('are only in the log when a window starts', async () => {
    const { logged, shown } = aWindow({ id: 'uid[' });
    await until(() => logged.length > 0);
    assert.match(logged.join('\n'), /^monitorExplorer\.reading: ID: .+$/);
    assert.deepEqual(shown, []);
  });

  it('are shown once for each mistake, and again if it comes back', async () => {
    const { logged, shown, change } = aWindow({});
    change({ id: 'uid[' });
    await until(() => logged.length === 1);
    change({ id: 'uid[', name: 'title[' });
    await until(() => logged.length === 2);
    change({});
    change({ id: 'uid[' });
    await until(() => logged.length === 3);
    const fields = shown.map((warning) => /^monitorExplorer\.reading: (\w+): /.exec(warning)?.[1]);
    assert.deepEqual(fields, ['ID', 'Name', 'ID']);
  });
});
