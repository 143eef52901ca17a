/** Part of every secret in {@link leakyFields}. */
export const LEAK = /LEAK/;

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
