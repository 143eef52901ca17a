import assert from 'node:assert/strict';
import fc from 'fast-check';
import { MASK, maskText } from '../../../src/base/maskText';
import { Masker } from '../../../src/base/masker';

describe('Masking a record', () => {
  it('masks numbers and arguments that are secret', () => {
    const args = ['--token', 918273645546, '--password', 'hunter2', '--port', 8080];
    assert.deepEqual(new Masker().maskValue({ pin: 4711, visitors: 4711, args }), {
      pin: MASK,
      visitors: 4711,
      args: ['--token', MASK, '--password', MASK, '--port', 8080],
    });
  });

  it('returns the same object without credentials, and copies only what changes', () => {
    const same = { a: [1], token: 3, password: true, secret: null };
    assert.equal(new Masker().maskValue(same), same);
    assert.equal((new Masker().maskValue({ same, password: 'x' }) as { same: unknown }).same, same);
  });

  it('masks credentials in keys, and keeps all fields if keys become equal', () => {
    const record = { 'https://ines:a1@shop.example': 1, 'https://ines:b2@shop.example': 2 };
    const masked = new Masker().maskValue(record) as object;
    assert.deepEqual(Object.values(masked), [1, 2]);
    assert.ok(!/a1@|b2@/.test(JSON.stringify(masked)));
  });

  it('accepts any JSON, and changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const once = new Masker().maskValue(value);
        assert.deepEqual(new Masker().maskValue(once), once);
      }),
    );
  });

  it('drops values below 100 levels', () => {
    const deep: unknown = JSON.parse(
      `${'{"a":['.repeat(50_000)}{"password":"hunter2"}${']}'.repeat(50_000)}`,
    );
    assert.ok(!JSON.stringify(new Masker().maskValue(deep)).includes('hunter2'));
  });

  it('leaves prototypes alone', () => {
    const masked = new Masker().maskValue(
      JSON.parse('{"__proto__":{"password":"x"},"a":1}'),
    ) as object;
    assert.equal(Object.getPrototypeOf(masked), Object.prototype);
    assert.equal(JSON.stringify(masked), `{"__proto__":{"password":"${MASK}"},"a":1}`);
  });
});

describe('Masking a text', () => {
  const pieces = `
    https:// u:p@h.example // @ : = ; & ? " ' \\" { } [ ] , password api_key Authorization Cookie token key pin Bearer
    Basic --token -u abc x9Y8z7w6 1234 ••• \\n %3A%2F%2F %3D %26 -----BEGIN eyJhbGciOi.eyJz {"password":"x1"} none =>
    密码 ： sha256 <password> </password> name value is mysql snmpget -c /api/push/ hooks.slack.com/services/ \${ {{ %25
    arn: pw=[ a:b:c: ["Authorization","y2"] \\ \`
  `
    .trim()
    .split(/\s+/);
  const texts = fc
    .array(fc.constantFrom(...pieces, ' ', ' ', '\n'), { maxLength: 14 })
    .map((parts) => parts.join(''));

  it('changes nothing in a masked text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const once = maskText(text);
        assert.equal(maskText(once), once, text);
      }),
      { numRuns: 3_000 },
    );
  });

  it('cuts a text after 4,000 characters, between words, because it searches no further', () => {
    const words = 'ab '.repeat(1_333);
    const long = `${words}ab password=hunter2`;
    assert.equal(maskText(long), `${words}…`);
    assert.equal(maskText(maskText(long)), maskText(long));
    assert.deepEqual(new Masker().maskValue({ note: long }), { note: `${words}…` });
    assert.ok(
      !maskText(`${words.slice(30)}https://ines:hunter2@shop.example ${words}`).includes('hunter'),
    );
  });

  /** The least CPU time in several runs; a busy machine makes a run slower, never faster. */
  function leastWork(run: () => void): number {
    const times = Array.from({ length: 3 }, () => {
      const start = process.cpuUsage();
      run();
      return process.cpuUsage(start).user;
    });
    return Math.max(100, Math.min(...times));
  }

  /**
   * Twice the text takes three times as long at most, and four times the text nine times. Several tries, because
   * machines vary.
   */
  function isLinear(run: (size: number) => void, size: number): boolean {
    for (let attempt = 0; attempt < 5; attempt++) {
      const [once, twice, fourfold] = [size, 2 * size, 4 * size].map((each) =>
        leastWork(() => run(each)),
      );
      if (twice! < 3 * once! && fourfold! < 9 * once!) {
        return true;
      }
    }
    return false;
  }

  it('takes time in proportion to the text, even if it repeats itself', () => {
    const shapes = fc.tuple(
      fc.constantFrom('', 'password=', 'token: '),
      texts.filter((text) => text !== ''),
    );
    const known = [
      'pw=[',
      'a:b:c:',
      '"',
      '[',
      '\\',
      '%',
      '%25',
      '{"a":"{\\"b\\":',
      'password=a,',
      '{"a":',
      'u:@',
    ];
    fc.assert(
      fc.property(shapes, ([before, shape]) => {
        const mask = (size: number): void => {
          const text = (before + shape.repeat(size / shape.length + 1)).slice(0, size);
          maskText(text);
          maskText(`${text} `);
        };
        return isLinear(mask, 1_000) && isLinear(mask, 10_000);
      }),
      { numRuns: 20, examples: known.flatMap((shape) => [[['', shape]], [['password=', shape]]]) },
    );
  });

  it('takes time in proportion to the number of fields and elements', () => {
    for (const shape of ['token', 'value', 'https://u:p@h/']) {
      const fields = Array.from({ length: 600 }, (_, at) => [`${shape}${at}`, shape] as const);
      const elements = fields.map(([key]) => [key, { name: key, value: shape }]);
      assert.ok(
        isLinear((size) => new Masker().maskValue(Object.fromEntries(fields.slice(0, size))), 150),
        shape,
      );
      assert.ok(
        isLinear((size) => new Masker().maskValue(elements.slice(0, size)), 150),
        shape,
      );
    }
  }).timeout(60_000);
});
