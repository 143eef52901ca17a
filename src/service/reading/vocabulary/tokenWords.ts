/**
 * Names under which services hand out the token that later calls carry, in plain form (no case, no
 * separators), with how plainly each says so.
 */
export const tokenNames: ReadonlyMap<string, number> = new Map([
  // RFC 6749 and everything that follows it: nothing else is called that.
  ['accesstoken', 0.98],
  ['accessjwt', 0.96],
  ['bearertoken', 0.96],
  // One token, and no second kind it could be confused with.
  ['token', 0.94],
  ['authtoken', 0.94],
  ['apitoken', 0.93],
  ['authenticationtoken', 0.93],
  ['authorizationtoken', 0.93],
  ['plaintexttoken', 0.95],
  ['clienttoken', 0.92],
  ['usertoken', 0.92],
  ['logintoken', 0.92],
  ['securitytoken', 0.9],
  ['jwttoken', 0.94],
  ['jwt', 0.93],
  ['bearer', 0.9],
  ['access', 0.86],
  ['authorization', 0.86],
  // Sessions of services that know no OAuth: the session is the credential.
  ['sessiontoken', 0.9],
  ['sessionkey', 0.88],
  ['sessionid', 0.84],
  ['session', 0.78],
  ['authkey', 0.84],
  ['auth', 0.78],
  ['accesskey', 0.8],
  ['apikey', 0.8],
  ['ticket', 0.82],
  ['authticket', 0.84],
  ['tk', 0.7],
  ['sid', 0.7],
  ['secret', 0.72],
  ['credential', 0.7],
  ['key', 0.72],
  // OpenID Connect: says who someone is; sent as the bearer only where nothing better is there.
  ['idtoken', 0.68],
]);

/** Inside an object that is itself named for the token, these hold it: `{token: {value: …}}`. */
export const tokenValueNames: ReadonlySet<string> = new Set([
  'value',
  'raw',
  'plain',
  'plaintext',
  'string',
  'id',
  'key',
  'encoded',
]);

/** Envelopes; one opaque text in them is what was asked for: `{result: "0424bd59b807674191e7d77572075f33"}`. */
export const tokenWrappers: ReadonlySet<string> = new Set([
  'result',
  'data',
  'response',
  'value',
  'body',
  'payload',
  'content',
  'd',
]);

/** A token with one of these words before it is for something else than the calls that follow. */
export const otherTokenWords: ReadonlySet<string> = new Set([
  'refresh',
  'csrf',
  'xsrf',
  'csrfprevention',
  'antiforgery',
  'device',
  'push',
  'fcm',
  'apns',
  'next',
  'previous',
  'page',
  'continuation',
  'cursor',
  'reset',
  'confirm',
  'confirmation',
  'activation',
  'verification',
  'verify',
  'invite',
  'invitation',
  'unsubscribe',
  'encrypted',
  'provider',
  'mfa',
  'otp',
  'totp',
  'remember',
  'renew',
  'renewal',
  'public',
  'old',
  'expired',
  'example',
  'request',
  'challenge',
  'trace',
  'webhook',
  'client',
  'hashed',
  'hash',
]);

/** A key that ends in one of these tells about a token and is none: `token_type`, `tokenId`. */
export const aboutTokenWords: ReadonlySet<string> = new Set([
  'type',
  'id',
  'policies',
  'name',
  'scope',
  'scopes',
  'url',
  'uri',
  'endpoint',
  'prefix',
  'hash',
  'issuer',
  'use',
  'uses',
  'status',
  'hint',
]);

/** Values that stand beside a token and are no credentials. */
export const noTokenValues: ReadonlySet<string> = new Set([
  'bearer',
  'basic',
  'jwt',
  'mac',
  'token',
  'access',
  'refresh',
  'none',
  'null',
  'undefined',
  'true',
  'false',
  'ok',
  'success',
  'error',
  'service',
]);

/** Objects that describe someone or something else than the sign-in. */
export const strangerNames: ReadonlySet<string> = new Set([
  'user',
  'account',
  'profile',
  'customer',
  'member',
  'organization',
  'organisation',
  'company',
  'team',
  'tenant',
  'project',
  'plan',
  'subscription',
  'license',
  'licence',
  'device',
  'client',
  'app',
  'application',
]);

/** Response headers in which some services put the token instead of the body, most telling first. */
export const tokenHeaders: readonly (readonly [string, number])[] = [
  ['X-Subject-Token', 0.95],
  ['X-Auth-Token', 0.94],
  ['X-Access-Token', 0.94],
  ['Access-Token', 0.92],
  ['Authorization', 0.9],
  ['Token', 0.88],
  ['X-Token', 0.86],
  ['X-Authorization', 0.86],
  ['X-Session-Token', 0.84],
];
