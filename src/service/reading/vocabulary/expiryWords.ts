import { scoredWords, wordSet } from './wordTable';

/** Names of a point in time at which a token ends, in plain form. */
export const expiryInstants: ReadonlyMap<string, number> = scoredWords(
  [0.97, 'expiresat'],
  [0.95, 'expireat expirydate expirytime expirationdate expirationtime validuntil'],
  [0.96, 'expireson'],
  [0.92, 'expiry expiration notafter'],
  [0.94, 'expiretime expiredate'],
  [0.93, 'expires validto'],
  [0.9, 'expire exp'],
  [0.88, 'expiredat'],
  [0.8, 'goodthrough'],
  [0.75, 'endsat'],
  // In other languages.
  [
    0.85,
    'caduca caducidad vence expira expiration expiracion scade scadenza gueltigbis gultigbis laeuftab verloopt',
  ],
);

/** Names of the length of time for which a token is good, in plain form. */
export const expiryLifetimes: ReadonlyMap<string, number> = scoredWords(
  [0.97, 'expiresin'],
  [0.95, 'expirein'],
  [0.94, 'expiresafter'],
  [0.9, 'expirationin lifetime ttl timetolive'],
  [0.92, 'leaseduration validfor'],
  [0.86, 'maxage'],
  [0.85, 'validity'],
  [0.88, 'validityperiod'],
  [0.75, 'duration timeout sessiontimeout'],
);

/** Words before an expiry that say it is the access token's own. */
export const ownExpiryWords: ReadonlySet<string> = wordSet(
  'token access auth session jwt bearer api key login',
);
