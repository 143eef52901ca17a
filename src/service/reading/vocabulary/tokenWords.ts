import { scoredWords, wordSet } from './wordTable';

/**
 * Names under which services hand out the token that later calls carry, in plain form (no case, no
 * separators), with how plainly each says so.
 */
export const tokenNames: ReadonlyMap<string, number> = scoredWords(
  // RFC 6749 and everything that follows it: nothing else is called that.
  [0.98, 'accesstoken'],
  [0.96, 'accessjwt bearertoken'],
  // One token, and no second kind it could be confused with.
  [0.94, 'token authtoken jwttoken'],
  [0.93, 'apitoken authenticationtoken authorizationtoken jwt'],
  [0.95, 'plaintexttoken'],
  [0.92, 'clienttoken usertoken logintoken'],
  [0.9, 'securitytoken bearer'],
  [0.86, 'access authorization'],
  // Sessions of services that know no OAuth: the session is the credential.
  [0.9, 'sessiontoken'],
  [0.88, 'sessionkey'],
  [0.84, 'sessionid authkey authticket'],
  [0.78, 'session auth'],
  [0.8, 'accesskey apikey'],
  [0.82, 'ticket'],
  [0.7, 'tk sid credential'],
  [0.72, 'secret key'],
  // Nextcloud's, to be sent in place of the password; Gitea's name for the token it makes.
  [0.8, 'apppassword'],
  [0.66, 'sha1'],
  // In other languages.
  [0.85, 'testigo jeton zugriffstoken zugangstoken'],
  // OpenID Connect: says who someone is; sent as the bearer only where nothing better is there.
  [0.68, 'idtoken'],
);

/** Inside an object that is itself named for the token, these hold it: `{token: {value: …}}`. */
export const tokenValueNames: ReadonlySet<string> = wordSet(
  'value raw plain plaintext string id key encoded',
);

/** Envelopes; one opaque text in them is what was asked for: `{result: "0424bd59b807674191e7d77572075f33"}`. */
export const tokenWrappers: ReadonlySet<string> = wordSet(
  'result data response value body payload content d',
);

/** A token with one of these words before it is for something else than the calls that follow. */
export const otherTokenWords: ReadonlySet<string> = wordSet(`
    refresh csrf xsrf csrfprevention antiforgery device push fcm apns next previous page continuation cursor
    reset confirm confirmation activation verification verify invite invitation unsubscribe encrypted
    provider mfa otp totp remember renew renewal public old expired example request challenge trace webhook
    client hashed hash state temp temporary intermediate partial preauth mfatoken transaction
  `);

/** A key that ends in one of these tells about a token and is none: `token_type`, `tokenId`. */
export const aboutTokenWords: ReadonlySet<string> = wordSet(
  'type id policies name scope scopes url uri endpoint prefix hash issuer use uses status hint',
);

/** Values that stand beside a token and are no credentials. */
export const noTokenValues: ReadonlySet<string> = wordSet(`
    bearer basic jwt mac token access refresh none null undefined true false ok success error service
  `);

/** Objects that describe someone or something else than the sign-in. */
export const strangerNames: ReadonlySet<string> = wordSet(`
    user account profile customer member organization organisation company team tenant project plan
    subscription license licence device client app application
  `);

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
