/** Names of a point in time at which a token ends, in plain form. */
export const expiryInstants: ReadonlyMap<string, number> = new Map([
  ['expiresat', 0.97],
  ['expireat', 0.95],
  ['expireson', 0.96],
  ['expiry', 0.92],
  ['expirydate', 0.95],
  ['expirytime', 0.95],
  ['expiration', 0.92],
  ['expirationdate', 0.95],
  ['expirationtime', 0.95],
  ['expiretime', 0.94],
  ['expiredate', 0.94],
  ['expires', 0.93],
  ['expire', 0.9],
  ['expiredat', 0.88],
  ['exp', 0.9],
  ['validuntil', 0.95],
  ['validto', 0.93],
  ['notafter', 0.92],
  ['goodthrough', 0.8],
  ['endsat', 0.75],
]);

/** Names of the length of time for which a token is good, in plain form. */
export const expiryLifetimes: ReadonlyMap<string, number> = new Map([
  ['expiresin', 0.97],
  ['expirein', 0.95],
  ['expiresafter', 0.94],
  ['expirationin', 0.9],
  ['leaseduration', 0.92],
  ['lifetime', 0.9],
  ['ttl', 0.9],
  ['timetolive', 0.9],
  ['maxage', 0.86],
  ['validfor', 0.92],
  ['validity', 0.85],
  ['validityperiod', 0.88],
  ['duration', 0.75],
  ['sessiontimeout', 0.75],
]);

/** Words before an expiry that say it is the access token's own. */
export const ownExpiryWords: ReadonlySet<string> = new Set([
  'token',
  'access',
  'auth',
  'session',
  'jwt',
  'bearer',
  'api',
  'key',
  'login',
]);
