/** Part of every secret in {@link leakyFields} and {@link leakyResponses}. A status is saved in lower case. */
export const LEAK = /LEAK/i;

/** A secret in each field that can hold one. Without it, the host `shop.example` must stay visible. */
export const leakyFields = {
  id: 'https://ines:LEAK01a9@shop.example/1',
  name: 'Checkout password=LEAK02b8',
  url: 'https://admin:LEAK03@c7@shop.example/health?api_key=LEAK04d6',
  type: 'http; token=LEAK05e5',
  status: 'DOWN api_key=LEAK06f4',
  tags: ['eu', 'secret=LEAK07g3'],
  lastError: '401 for https://u:LEAK08h2@shop.example/ with Authorization: Bearer LEAK09i1',
  basic_auth: 'ines:LEAK10j0',
  pin: 'LEAK11',
  headers: [
    ['Authorization', 'Bearer LEAK12k9'],
    { header_name: 'X-Api-Key', header_value: 'LEAK13l8' },
    'Cookie: sid=LEAK14m7',
  ],
  body: '{"login":"ines","password":"LEAK15n6"}',
  dsn: 'Server=db.example;Password=LEAK16 o5;Encrypt=yes',
  'https://u:LEAK17p4@shop.example/': 'up',
};

const shop = { name: 'Shop', status: 'UP', url: 'https://shop.example/' };
const blog = { name: 'Blog', status: 'DOWN', url: 'https://blog.example/' };

/** Responses with secrets in keys and status words. The last two have no list that is clear. */
export const leakyResponses: Readonly<Record<string, unknown>> = {
  'a status word': { monitors: [shop, { ...blog, status: 'Down token=LEAK20a1' }] },
  'a key of a record': {
    monitors: [
      { ...shop, 'https://u:LEAK21b2@state.example/': 'up' },
      { ...blog, 'https://u:LEAK21b2@state.example/': 'down' },
    ],
  },
  'keys of records': {
    monitors: { 'https://u:LEAK22c3@shop.example/': shop, 'https://u:LEAK23d4@b.example/': blog },
  },
  'keys of groups': {
    'https://u:LEAK24e5@shop.example/': { monitors: [shop, blog] },
    'https://u:LEAK25f6@blog.example/': { monitors: [{ ...shop, name: 'Shop 2' }, blog] },
  },
  'keys of two lists': {
    'https://u:LEAK26g7@shop.example/': [{ ...shop, kind: 'a' }],
    'https://u:LEAK27h8@blog.example/': [{ ...blog, size: 1 }],
  },
  'keys without digits': { 'password=leakword': [1], 'api_token=leakword': { a: { b: 1 } } },
};
