// Decides which keys name a secret, in any style and in many languages: `clientSecret`, `API_KEY`, `x-auth-token`.

/** `sure`: any value is secret. `maybe`: the value decides, because the word has other meanings (`token: "UNI"`). */
export type Secrecy = 'sure' | 'maybe' | 'no';

/** Lower case, without accents and in plain width. */
function fold(text: string): string {
  return text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
}

/** Makes a pattern for a word. `_` is an optional space. */
function toPattern(words: string): string {
  const alternatives = fold(words).trim().replace(/\s+/g, '|').replaceAll('_', ' ?');
  return `(?:${alternatives})`;
}

/** Secrets at the end of a word, such as "dbpassword" in `dbpassword_old`. */
const SECRETS = toPattern(`
  pass(?:word|wd|phrase|code|ord|wort(?:er)?) pwd secret token bearer cookie authorization credential cred
  (?:totp|otp|mfa)_seed (?:seed|recovery)_phrase mnemonic (?:connection|community|auth)_string auth_(?:value|header)
  (?:access|security|auth|verification|recovery|backup|pin)_code (?:security|secret)_answer
  saml_?(?:response|request) assertion code_verifier kennwort(?:er)? zugangsdaten
  anmeldedaten geheim(?:nis)? mots?_de_passe jeton contrasen(?:i?a) credenciales secreto senha codigo_de_acceso segredo parola_d_ordine
  wachtwoord haslo hasło heslo losenord adgangskode salasana sifre parol mima 密码 密碼 口令 密钥 密鑰 令牌 秘密鍵 パスワード
  暗証番号 トークン пароль токен 비밀번호 암호 토큰
`);
/** Short words at the end of a key, such as `dbpass`, `userpw` and `authpin`, but not "compass" or "spin". */
const ENDINGS =
  '(?:(?<!com|by|tres|over|under)pass|pw|(?<!s|push|hair|king)pin|t?otp|psk|mdp|clave|sess(?:ion)? ?id)';
/** Words at the end of a key that have other meanings, too: `basic_auth`, `snmpCommunity`. */
const AMBIGUOUS = toPattern('auth sig signature hmac jwt csrf xsrf pem community secret_id');
/** Keys that have other meanings if they are a single word. */
const BARE = toPattern('secret token bearer cookie cred pass clave');
const KEYS = toPattern(
  'keys? schluessel schlussel sleutel klucz klic nyckel cle clave chave chiave ключ',
);
/** Owners of a key that is always secret, such as `api_key`. */
const OWNERS = toPattern(`
  api priv(?:at(?:e|er|a)|ee?)? secret[ae]? acces(?:s|so|o)? auth session sign(?:ing|ature) encryption aes ssh tls ssl pem
  hmac rsa wpa wifi licen[cs]e recovery stream zugriffs zugangs privada acesso
`);
/** Owners of a key that may be a name, such as `routing_key: "orders"`. */
const AMBIGUOUS_OWNERS = toPattern(`
  master account shared service subscription app(?:lication)? client consumer deploy storage webhook integration
  ingestion routing admin write fastly functions x_[a-z]{2,20}
`);
/** Last words of keys that describe a secret: `tokenCount`, `password_changed_at`, `secretRef`. */
const DESCRIBING = toPattern(`
  counts? length laenge size age limit types? at date time ttl expir(?:y|es|ed|ation) until enabled disabled required set names?
  (?<!sess_|session_|secret_)ids? policy strength ur[il]s? hint status mode scheme method field selector rotation service
  server engine endpoint host domain port path file page provider issuer realm algorithm version label title
  description state results? checks? flow consent user(?:name)? login email refresh format prefix ref symbol
  address changed numbers? rate ratio total usage used
`);

const SURE = `${SECRETS}s? | ${OWNERS} ?${KEYS} | ${KEYS} (?:d[aei]?l? )?${OWNERS} |${ENDINGS} $`;
const MAYBE = `${AMBIGUOUS} $| ${AMBIGUOUS_OWNERS} ?${KEYS} $`;
const IS_SURE = new RegExp(SURE);
const IS_BARE = new RegExp(`^ ${BARE} $`);
const IS_MAYBE = new RegExp(`${MAYBE}|^ basic $`);
const ENDS_IN_SECRET = new RegExp(`(?:${SURE}|${MAYBE}| basic )$`);
const IS_DESCRIBING = new RegExp(
  ` ${DESCRIBING} $|^ (?:has|is|no|max|needs|requires|uses?|show) \\S`,
);
/** Keys whose short numbers are secret, too. */
const IS_NUMERIC = /(?:pin|otp|pw|pwd|passw(?:or)?d|code|wort|senha|mdp) $/;

/** Separates the words of a key by spaces: `X-API-Key` becomes " x api key ". */
function toWords(key: string): string {
  // The last characters of a key name what it is.
  const end = key.slice(-120).replace(/%[\dA-F]{2}/gi, ' ');
  const words = fold(end.replace(/[a-z\d](?=[A-Z])|[A-Z](?=[A-Z][a-z])/g, '$& '));
  return ` ${words.replace(/[^a-z\d•\xaa-\u1fff\u2c00-\uffff]+/g, ' ').trim()} `;
}

/** Returns `no` for keys that only describe a secret, and undefined for keys that say nothing about it. */
export function secrecyOf(key: string): Secrecy | undefined {
  const words = toWords(key);
  if (IS_DESCRIBING.test(words)) {
    return 'no';
  }
  if (IS_SURE.test(words)) {
    return IS_BARE.test(words) ? 'maybe' : 'sure';
  }
  return IS_MAYBE.test(words) ? 'maybe' : undefined;
}

/** Whether a number is secret. Short ones count something: `token: 3`, `pin: 17`. */
export function isSecretNumber(digits: string, key: string): boolean {
  return digits.length >= (IS_NUMERIC.test(toWords(key)) ? 3 : 9);
}

/** Whether a phrase ends with the name of a secret: "the API key". */
export function endsInSecretKey(phrase: string): boolean {
  return ENDS_IN_SECRET.test(toWords(phrase));
}
