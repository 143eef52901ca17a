import { parseJson } from './json';

// Secrets in what a service sends of a monitor. A record may hold the password or the API key that its check signs in
// with, and so may the address that it checks. None of them is shown, saved, exported or given to other extensions.
// Two tables say what a secret is: words of keys, and forms of a text. All takes time in proportion to the text.

/** What is shown in place of a secret. */
export const MASK = '•••';

const NOT_ASCII = /[^\0-\x7f]/;

/** Small letters without accents. */
function fold(text: string): string {
  const small = text.toLowerCase();
  return NOT_ASCII.test(small) ? small.normalize('NFD').replace(/\p{M}/gu, '') : small;
}

function toWords(text: string): ReadonlySet<string> {
  return new Set(fold(text).trim().split(/\s+/));
}

// The words of keys, without accents, in the languages in which keys are read.

/** Wherever they stand in a key, and at its end: `password_old`, `dbpassword`. */
const SECRET_WORDS = toWords(`
  password passwords passwd pwd passphrase passcode pincode secret secrets token tokens bearer cookie cookies
  authorization credential credentials creds
  passwort passworter kennwort kennworter zugangscode zugangsdaten anmeldedaten geheim geheimnis motdepasse motsdepasse jeton contrasena contrasenia credenciales
  secreto senha credenciais segredo credenziali segreto paroladordine wachtwoord inloggegevens haslo hasło heslo losenord adgangskode
  passord salasana sifre parol sekret hemlighet mima lingpai pasuwado
  密码 密碼 口令 密钥 密鑰 令牌 秘密鍵 パスワード 暗証番号 トークン пароль токен секрет 비밀번호 암호 토큰
`);

/** As the last word of a key alone: before others they mean other things (`pass_rate`, `auth_server`). */
const LAST_WORDS = toWords('pass pw pin otp totp auth sig signature hmac jwt cred csrf xsrf mdp clave');

const KEY_WORDS = toWords(
  'key keys schluessel schlussel cle clave chave chiave sleutel klucz klic nyckel nokkel ключ',
);

/** Beside a word for "key": `api_key`, `clave_privada`. */
const KEY_OWNERS = toWords(`
  api private secret access auth session signing signature encryption master account shared ssh pem service
  subscription app application client consumer deploy license licence storage webhook integration ingestion hmac rsa
  routing zugriffs zugangs privater geheimer prive privee secrete acces privada secreta acceso acesso privata segreta
`);

/** All words of a key together. */
const SECRET_NAMES = toWords('sessionid secretid connectionstring phpsessid jsessionid');

/** In the query of an address the key alone: `?key=…`. */
const QUERY_WORDS = toWords('key sig auth sid');

/** Under these a number is a secret, too. */
const NUMBER_WORDS = toWords(
  'pin otp totp pincode passcode password passwd pwd pw passwort kennwort zugangscode senha mdp',
);

/** With one of these as its last word, a key tells about a secret and is none: `tokenCount`, `password_changed_at`. */
const ABOUT_WORDS = toWords(`
  count counts number length size type types kind at date time expiry expires expiration expired enabled disabled
  required set name names id ids policy strength url uri urls hint status limit age mode scheme method location field
  header selector rotation service server endpoint host hostname port path page provider issuer audience realm
  algorithm version label title description state result check checks monitor flow consent banner rate ratio percent
  threshold total username manager vault refresh format encoding prefix usage used laenge lange anzahl
`);

/** With one of these as its first word, a key asks or counts: `hasPassword`, `max_tokens`. */
const ASKING_WORDS = toWords('has is no can needs requires use uses allow show max min');

/** Values that tell about a secret and are none: `auth: "basic"`, `password: "required"`. */
const HARMLESS_VALUES = toWords(`
  none basic bearer digest ntlm negotiate kerberos oauth oauth1 oauth2 oidc saml saml2 jwt mtls apikey api_key header
  query body cookie token on off yes no true false null undefined required optional enabled disabled set unset missing
  present valid invalid expired up down ok
`);

/** What a key must have in it to be looked at more closely: most keys of a record don't. */
const MAY_BE_SECRET = toAnyOf(
  [...SECRET_WORDS, ...LAST_WORDS, ...KEY_WORDS, ...QUERY_WORDS, 'session', 'connection'],
  NOT_ASCII.source,
);

/** Matches a text with one of the words in it. Words that have others in them add nothing. */
function toAnyOf(words: readonly string[], otherwise: string): RegExp {
  const needed = words.filter((word) => !words.some((other) => other !== word && word.includes(other)));
  return new RegExp([...new Set(needed), otherwise].join('|'), 'i');
}

/** What the words of a key, written as one, end in. */
const SECRET_END = new RegExp(
  `(?:${[...SECRET_WORDS].join('|')}|(?:${[...KEY_OWNERS].join('|')})(?:keys?|schlue?ssel))$`,
);

/** The end of a longer key is what counts. */
const MAX_KEY_LENGTH = 120;

function toKeyWords(key: string): readonly string[] {
  const words = key
    .slice(-MAX_KEY_LENGTH)
    .replace(/%[\dA-F]{2}/gi, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2');
  return fold(words)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Whether a key says that its value is a secret, in any style: `clientSecret`, `API_KEY`, `x-auth-token`. */
export function isSecretKey(key: string): boolean {
  if (!MAY_BE_SECRET.test(key)) {
    return false;
  }
  const words = toKeyWords(key);
  const joined = words.join('');
  const last = words.at(-1) ?? '';
  if (SECRET_NAMES.has(joined)) {
    return true;
  }
  if (ABOUT_WORDS.has(last) || (words.length > 1 && ASKING_WORDS.has(words[0] ?? ''))) {
    return false;
  }
  return (
    LAST_WORDS.has(last) ||
    SECRET_END.test(joined) ||
    words.some((word) => SECRET_WORDS.has(word)) ||
    (words.some((word) => KEY_WORDS.has(word)) && words.some((word) => KEY_OWNERS.has(word)))
  );
}

function isNumberKey(key: string): boolean {
  const words = toKeyWords(key);
  return NUMBER_WORDS.has(words.at(-1) ?? '') || NUMBER_WORDS.has(words.join(''));
}

function isHarmless(value: string): boolean {
  return value === '' || value === MASK || HARMLESS_VALUES.has(value.toLowerCase().replace(/[.,!?]$/, ''));
}

// Texts.

const EQUALS = 61;
const COLON = 58;
const SLASH = 47;

// What a text must have in it to be looked at more closely: most names and addresses don't. The words are as few and as
// short as can be, since every text of every monitor is searched for them.
const PAIR_SIGN = /[=@{[<]|:(?!\/|\d\d(?:\D|$)|\d{2,5}\/)/;
const WORD_SIGN =
  / -[-a-z]| ist? |---|[Bb]earer\s|[Bb]asic\s|eyJ|AKIA|ASIA|AIza|pat[-_]|gh[opusr]_|npm_|whsec|[rs]k[-_]|xox|xapp|dop_|SG\.|hv[sb]\.|ya29|NRAK|hook|hc-p|heartb|duty\./;
/** What a text must have in it to be looked at for forms besides pairs. */
const FORM_SIGN = new RegExp(`[@<]|telegram|${WORD_SIGN.source}`);

/**
 * Two characters that follow each other in each of the word signs, the least usual ones; for `pat`, in each token that
 * has it.
 */
const WORD_PAIRS =
  ' -| i|--|be|Be|ba|Ba|yJ|IA|Iz|b_|lp|hp|kr|gh|np|hs|k-|k_|xo|p-|p_|G.|hv|ya|NR|oo|c-|tb|ty';
const SIGN_PAIRS = toSignPairs();

/** By the codes of two characters, 7 bits each: 1 where they can be part of a sign. */
function toSignPairs(): Uint8Array {
  const pairs = new Uint8Array(1 << 14);
  for (let other = 0; other < 128; other++) {
    for (const sign of '=@{[<') {
      pairs[(other << 7) | sign.charCodeAt(0)] = 1;
    }
    pairs[(COLON << 7) | other] = other === SLASH ? 0 : 1;
  }
  for (const pair of WORD_PAIRS.split('|')) {
    pairs[(pair.charCodeAt(0) << 7) | pair.charCodeAt(1)] = 1;
  }
  return pairs;
}

/** Whether a text can have a sign: one look at each character, in half the time of the expressions or less. */
function mayHaveSign(text: string): boolean {
  let before = 0;
  for (let at = 0; at < text.length; at++) {
    // Other characters than ASCII are taken for some of it: the expressions then find no sign.
    const code = text.charCodeAt(at) & 127;
    if (SIGN_PAIRS[(before << 7) | code] === 1) {
      return true;
    }
    before = code;
  }
  return false;
}

interface Form {
  readonly pattern: RegExp;
  /** What stands in its place. Gets what the pattern and its groups have found. */
  readonly mask: (found: string, ...groups: string[]) => string;
}

/** Forms in which a secret stands in a text, besides pairs of a key and a value. */
const FORMS: readonly Form[] = [
  {
    // A private key as OpenSSL writes it, also one that was cut.
    pattern: /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^]*?(?:-----END [A-Z ]{0,30}KEY-----|$)/g,
    mask: () => MASK,
  },
  {
    // Tokens by which their issuers are known: JWT, AWS, Google, GitHub, GitLab, Slack, Stripe, SendGrid, npm,
    // Vault, DigitalOcean, Shopify, Docker, New Relic.
    pattern:
      /(?<![\w-])(?:eyJ[\w-]{6,}\.[\w-][\w.-]*|A(?:KIA|SIA)[A-Z\d]{16}|AIza[\w-]{30,}|ya29\.[\w-]{20,}|gh[opusr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|(?:xox[a-z]|xapp)-[\w-]{8,}|[rs]k_(?:live|test)_\w{8,}|whsec_\w{8,}|sk-[\w-]{20,}|SG\.[\w-]{8,}\.[\w-]{8,}|npm_\w{20,}|hv[sb]\.[\w-]{20,}|(?:dop_v1|shpat|dckr_pat)_[\w-]{20,}|NRAK-[A-Z\d]{20,})/g,
    mask: () => MASK,
  },
  {
    // Addresses that are secrets by themselves.
    pattern:
      /(hooks\.slack\.com\/\w{1,20}\/|\/api\/webhooks\/\d{1,30}\/|\.webhook\.office\.com\/|outlook\.office\.com\/webhook\/|hooks\.zapier\.com\/hooks\/catch\/|api\.telegram\.org\/bot|\.pagerduty\.com\/integration\/|hc-ping\.com\/(?=[\w-]{20})|heartbeat\.uptimerobot\.com\/|better(?:stack|uptime)\.com\/api\/v1\/heartbeat\/)[^\s"'<>?#]+/gi,
    mask: (_, address) => `${address}${MASK}`,
  },
  {
    // A user and a password before a host: "//user:password@host". The password may have "@", "/", "?" and "#" in it.
    pattern: /\/\/((?:[^\s/"<>]|\/(?!\/))*)@/g,
    mask: maskUserInfo,
  },
  {
    // The same without a scheme: "user:password@host". "owner:ines@shop.example" is none.
    pattern: /(?<![^\s"<>=])([^\s:/@"<>=]+):(?!\/\/)(?:[^\s"<>&]|&(?![\w-]{1,40}=))+@(?=[a-z\d[])(?!sha\d)/gi,
    mask: maskLogin,
  },
  {
    // What follows the name of a scheme in a header. "Basic authentication" is none.
    pattern: /(?<!\w)(bearer|basic)(\s+)([\w.~+/=-]{8,})/gi,
    mask: (found, scheme, blank, value) =>
      /\d|[a-z][A-Z]|[=+]/.test(value) ? `${scheme}${blank}${MASK}` : found,
  },
  {
    // An element of XML: "<password>hunter2</password>".
    pattern: /<(?:[\w.-]{1,40}:)?([\w.-]{1,80})[^<>]{0,200}>([^<>]+)(?=<\/)/g,
    mask: (found, name, value) =>
      isSecretKey(name) && !isHarmless(value) ? found.slice(0, -value.length) + MASK : found,
  },
  {
    // Options of a command: "--password hunter2", "-u user:password".
    pattern: /(?<!\S)(--?)([a-z][\w-]{0,60})( +)(?!-)("[^"]*"|'[^']*'|[^\s"']+)/gi,
    mask: (found, dashes, name, blank, value) => {
      const isUser = /^(?:u|user|proxy-user)$/.test(name) && value.includes(':');
      return isUser || (isSecretKey(name) && !isHarmless(value)) ? `${dashes}${name}${blank}${MASK}` : found;
    },
  },
  {
    // An option whose password follows at once: "mysql -phunter2". A number is a port.
    pattern:
      /((?:mysql|mariadb)[^|;&\n]{0,200}\s-p|sshpass\s[^|;&\n]{0,40}-p ?)(?!\d+(?:[:\s]|$))("[^"]*"|'[^']*'|[^\s"']+)/g,
    mask: (_, command) => `${command}${MASK}`,
  },
  {
    // A sentence: "The API key is a1b2c3d4". "The token is expired" is none.
    pattern: /(?<!\p{L})((?:\p{L}{2,20}[ _-])?\p{L}{3,20})( ist?:? ["'`]?)([^\s"'`<>]+)/gu,
    mask: (found, name, is, value) => (isSecretKey(name) && isMadeUp(value) ? `${name}${is}${MASK}` : found),
  },
];

/** What stands before a mail address and a colon, and is no user of it. */
const MAIL_LABELS = toWords(`
  mailto mail email e-mail to cc bcc from reply-to owner owners team contact contacts author maintainer maintainers
  responsible oncall on-call notify notification alert alerts recipient recipients sip sips xmpp acct npm by user
`);

function maskUserInfo(found: string, info: string): string {
  const [authority = ''] = info.split(/[/?#]/, 1);
  const at = authority.lastIndexOf('@');
  if (authority === info) {
    return `//${MASK}@`;
  }
  if (at >= 0) {
    return `//${MASK}${info.slice(at)}@`;
  }
  // "//user:pass/word@host", but not "//host:8080/a@b" nor "//host:8080?mail=a@b".
  return /^[^:[]+:(?!\d{1,5}$)/.test(authority) ? `//${MASK}@` : found;
}

function maskLogin(found: string, user: string): string {
  const name = user.split(/[(,;'&?]/).at(-1) ?? '';
  return MAIL_LABELS.has(name.toLowerCase()) ? found : `${user.slice(0, user.length - name.length)}${MASK}@`;
}

/** A mask may bring two parts together that make another form: looked at again so often at the most. */
const MAX_PASSES = 8;

/**
 * The text with the secrets that stand in it masked; as it is where there are none. What is masked already stays as it
 * is, since saved pages are masked once more where they are read.
 */
export function maskText(text: string): string {
  let masked = text;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const before = masked;
    const hasSign = mayHaveSign(before) && (PAIR_SIGN.test(before) || WORD_SIGN.test(before));
    masked = hasSign ? maskForms(before, 0) : before;
    if (masked === before) {
      break;
    }
  }
  return masked;
}

/** Whether a text has a secret in it that {@link maskText} masks. */
export function showsSecret(text: string): boolean {
  return maskText(text) !== text;
}

function maskForms(text: string, depth: number): string {
  let masked = maskJson(text);
  if (FORM_SIGN.test(masked)) {
    for (const { pattern, mask } of FORMS) {
      masked = masked.replace(pattern, mask);
    }
  }
  return maskPairs(masked, ENCODED.test(masked) ? depth : MAX_ENCODINGS);
}

/** JSON that is kept in a text. */
function maskJson(text: string): string {
  if (!/^\s*[{[]/.test(text)) {
    return text;
  }
  try {
    const value = parseJson(text);
    const masked = maskSecretValues(value);
    return masked === value ? text : JSON.stringify(masked);
  } catch {
    // No JSON, or nested too deep to be written: the other forms find what stands in it.
    return text;
  }
}

/** Pairs of a key and a value: queries, forms, connection strings, header lines, JSON that was cut. */
function maskPairs(text: string, depth: number): string {
  const parts: string[] = [];
  let end = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const value = code === EQUALS || code === COLON ? findSecretValue(text, at, depth) : undefined;
    if (value) {
      parts.push(text.slice(end, value.from), MASK);
      end = value.to;
      at = end - 1;
    }
  }
  return end === 0 ? text : parts.join('') + text.slice(end);
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Letters, digits, and what else keys are made of: `_ . $ [ ] % -`. */
function isKeyCharacter(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 93 && code !== 92) ||
    (code >= 45 && code <= 57 && code !== 47) ||
    code === 95 ||
    code === 36 ||
    code === 37 ||
    (code >= 0xaa && (code < 0x2000 || code >= 0x2c00))
  );
}

/** What may stand between a key and its value besides "=" or ":". */
const AROUND_MARK = /[ \t"'\\|?]/;

/** The key that ends before `at`: from its first character to after its last. */
function findKey(text: string, at: number): Span {
  let to = at;
  while (at - to < 5 && AROUND_MARK.test(text.charAt(to - 1))) {
    to--;
  }
  let from = to;
  while (to - from < MAX_KEY_LENGTH && isKeyCharacter(text.charCodeAt(from - 1))) {
    from--;
  }
  return { from, to };
}

/** @param at the place of a "=" or ":" */
function findSecretValue(text: string, at: number, depth: number): Span | undefined {
  const place = findKey(text, at);
  const key = text.slice(place.from, place.to);
  const isAssigned = text.charCodeAt(at) === EQUALS;
  // "auth.example.com:443" is a host, and "spring.datasource.password: x" a password.
  const name = isAssigned ? key : key.slice(key.lastIndexOf('.') + 1);
  const before = (): string => text.slice(Math.max(0, place.from - 40), place.from).trimEnd();
  const isQuery = (): boolean =>
    isAssigned && (/[?&#]$/.test(before()) || (before() === '' && isNear(text, at, '&')));
  const mayBeSecret = MAY_BE_SECRET.test(name);
  if (!mayBeSecret && (!isAssigned || depth >= MAX_ENCODINGS)) {
    return undefined;
  }
  const isSecret =
    (mayBeSecret && isSecretKey(name)) ||
    (QUERY_WORDS.has(name.toLowerCase()) && isQuery()) ||
    (KEY_WORDS.has(name.toLowerCase()) &&
      isSecretKey(
        `${before()
          .split(/[^\p{L}]/u)
          .at(-1)} ${name}`,
      ));
  const from = at + 1 + /^[=>]?[ \t]{0,3}/.exec(text.slice(at + 1, at + 5))![0].length;
  if (!isSecret) {
    return depth < MAX_ENCODINGS && isQuery() ? findEncoded(text, from, depth) : undefined;
  }
  const quote = /^\\?["']/.exec(text.slice(from, from + 2))?.[0];
  if (quote !== undefined) {
    const inside = from + quote.length;
    const close = findClose(text, inside, quote);
    return isHarmless(text.slice(inside, close)) ? undefined : { from: inside, to: close };
  }
  const isHeader = !isAssigned && HEADER_NAME.test(name);
  const isListed =
    isAssigned && (before().endsWith(';') || (/^$|["']$/.test(before()) && isNear(text, at, ';')));
  const end = isQuery() ? QUERY_END : isListed ? LISTED_END : WORD_END;
  const value = isHeader
    ? HEADER_VALUE.exec(text.slice(from))![0].trimEnd()
    : upTo(end, text, from).trimEnd();
  const isShown =
    isHarmless(value) ||
    /^[[{/]/.test(value) ||
    (!isAssigned && (isHeader ? isPhrase(value) : isPlain(value, name)));
  return isShown ? undefined : { from, to: from + value.length };
}

const HEADER_NAME = /^(?:(?:proxy-|x-)?authorization|(?:set-)?cookie)$/i;

const QUERY_END = /[&#\s"<>]/;
/** To the end of the line or the quote around it; not to one of its own: `Digest username="ines"`. */
const HEADER_VALUE = /^(?:="[^"\r\n]*"|[^\r\n"'\\]|\\(?![rn"]))*/;
const LISTED_END = /[;\r\n"]/;
const WORD_END = /[\s;&"<>]|,(?=[\s"']|[\w.-]{1,40}[=:])/;

function upTo(end: RegExp, text: string, from: number): string {
  const rest = text.slice(from);
  const length = rest.search(end);
  return length < 0 ? rest : rest.slice(0, length);
}

/** Whether a mark stands within a few hundred characters. */
function isNear(text: string, at: number, mark: string): boolean {
  return text.slice(at, at + 500).includes(mark);
}

/** The place of the quote that closes a text, or its end. */
function findClose(text: string, from: number, quote: string): number {
  for (let at = text.indexOf(quote, from); at >= 0; at = text.indexOf(quote, at + 1)) {
    if (quote.length > 1 || !isEscaped(text, at)) {
      return at;
    }
  }
  return text.length;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === '\\') {
    slashes++;
  }
  return slashes % 2 === 1;
}

/**
 * What stands after a colon and reads like words is a label more often than a secret: "Token: refresh", "secret:vault-2",
 * "Invalid token: 401".
 */
function isPlain(value: string, key: string): boolean {
  return /^\d{1,5}$/.test(value)
    ? !isNumberKey(key)
    : /^(?:\p{Lu}?\p{Ll}{0,14}|\p{Lu}{1,15})(?:[-_./](?:\p{Lu}?\p{Ll}{0,14}|\p{Lu}{1,15})){0,2}(?:[-_.]\d{1,3})?$/u.test(
        value,
      );
}

/** What nobody takes for words, a version, an age, an algorithm or an address: "a1b2c3d4". */
function isMadeUp(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    /^[^\s:/]{6,}$/.test(value) &&
    /\p{L}/u.test(value) &&
    /\d/.test(value) &&
    !/^(?:\d+[-.\p{L}]*|\d{4}-\d\d.*|(?:sha|md|base|aes|rsa|[rehp]s|oauth|tls|utf|v)-?\d.*)$/iu.test(value)
  );
}

/** "Authorization: required", "Cookie: consent banner". */
function isPhrase(value: string): boolean {
  return /^[a-z]{1,15}(?: [a-z]{1,15}){0,5}$/i.test(value) && !/^(?:basic|bearer) \S+$/i.test(value);
}

/** How often a text may be encoded within another. */
const MAX_ENCODINGS = 3;
/** A ":" or "=" as it stands in a query, also in one that stands in another. */
const ENCODED = /%(?:25)*3[AD]/i;

/** A value in which an address or another query stands encoded, with a secret in it. */
function findEncoded(text: string, from: number, depth: number): Span | undefined {
  const value = upTo(QUERY_END, text, from);
  if (!ENCODED.test(value)) {
    return undefined;
  }
  const decoded = value.replace(/%([2-7][\dA-F])/gi, (_, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
  return maskForms(decoded, depth + 1) === decoded ? undefined : { from, to: from + value.length };
}

/**
 * The text with a secret masked wherever it stands, as it is or as in a URL. One that is short, or a plain word, stays:
 * a text may hold it by chance, and the mask would tell what it is.
 */
export function maskSecret(text: string, secret: string): string {
  const mayStandByChance = secret.length < 6 || (secret.length < 16 && /^[a-z]+$/i.test(secret));
  return mayStandByChance
    ? text
    : text.replaceAll(secret, MASK).replaceAll(encodeURIComponent(secret.toWellFormed()), MASK);
}

// Values.

/** An object or array on the way, with the copy that is made once something in it changes. */
interface Frame {
  readonly source: Readonly<Record<string, unknown>>;
  readonly keys: readonly string[];
  next: number;
  copy: Record<string, unknown> | undefined;
  readonly holder: Frame | undefined;
  readonly key: string;
  /** Whether all texts below are secrets: `credentials: {user, password}`. */
  readonly secret: boolean;
}

/**
 * The value with its secrets masked: texts under keys that look like secrets, at any depth and in any style, also in
 * pairs such as `{"name": "Authorization", "value": "…"}` and `["Authorization", "…"]`, and what {@link maskText} finds
 * in texts. Yes-or-no values are no secrets, and numbers only under keys such as `pin`. What holds no secret is given
 * back as it is, not copied. Never throws, however deep the value.
 */
export function maskSecretValues(value: unknown): unknown {
  if (typeof value === 'string') {
    return maskText(value);
  }
  if (!isContainer(value)) {
    return value;
  }
  const root = toFrame(value, undefined, '', false);
  for (let frame: Frame | undefined = root; frame;) {
    frame = step(frame);
  }
  return root.copy ?? value;
}

/** Looks at the next member of a frame; gives the frame to go on with. */
function step(frame: Frame): Frame | undefined {
  const received = frame.keys[frame.next++];
  if (received === undefined) {
    if (frame.copy && frame.holder) {
      set(frame.holder, frame.key, frame.copy);
    }
    return frame.holder;
  }
  const value = frame.source[received];
  const key = maskKey(frame, received);
  if (isContainer(value)) {
    return toFrame(value, frame, key, frame.secret || isSecretMember(frame, key));
  }
  if (typeof value === 'string' && value !== '') {
    const isSecret = (frame.secret && !IN_SIGHT.test(key)) || isSecretMember(frame, key, value);
    const masked = isSecret && !isHarmless(value) ? MASK : maskText(value);
    if (masked !== value) {
      set(frame, key, masked);
    }
  } else if (typeof value === 'number' && isSecretKey(key) && isNumberKey(key)) {
    set(frame, key, MASK);
  }
  return frame;
}

/** What is no secret beside secrets: `auth: {type: "form", url: "…", password: "…"}`. */
const IN_SIGHT = /^(?:type|kind|scheme|method|mode|url|uri|host|endpoint|realm)$/i;

/** A key may be an address, too. What stands under it gets a place of its own. */
function maskKey(frame: Frame, key: string): string {
  const masked = maskText(key);
  if (masked === key) {
    return key;
  }
  const { source } = frame;
  let unique = masked;
  for (let nth = 2; Object.hasOwn(frame.copy ?? source, unique); nth++) {
    unique = `${masked}#${nth}`;
  }
  set(frame, unique, source[key]);
  delete frame.copy?.[key];
  return unique;
}

function isSecretMember({ source, key: place, holder }: Frame, key: string, value?: string): boolean {
  if (!Array.isArray(source)) {
    const name = nameBeside(source, key);
    return (
      isSecretKey(key) || isSecretName(name) || (isMadeUp(value) && isSecretName(name, /^\S+(?: \S+){1,3}$/))
    );
  }
  // ["Authorization", "…"], also in a flat list of headers; ["token", "…"] among pairs. A list of tags is none.
  const name: unknown = source[Number(key) - 1];
  const isOdd = Number(key) % 2 === 1;
  const isPair = source.length === 2 && (Array.isArray(holder?.source) || LIST_OF_PAIRS.test(place));
  return (
    isOdd &&
    isSecretName(name) &&
    (isPair || /^(?:x-.*|(?:proxy-)?authorization|(?:set-)?cookie)$/i.test(name))
  );
}

const LIST_OF_PAIRS = /header|param|query|env|variable|form|field|cookie/i;

function isSecretName(name: unknown, form = /^\S{1,100}$/): name is string {
  return typeof name === 'string' && form.test(name) && isSecretKey(name);
}

const NAME_KEYS = [
  'name',
  'key',
  'header',
  'field',
  'param',
  'parameter',
  'variable',
  'label',
  'title',
  'k',
  'n',
];
const VALUE_KEY = /(?:values?|val|content|data|(?<![a-z])v)$/i;

/** The name of a pair, by the key of its value: `{name, value}`, `{header_name, header_value}`, `{headerKey, headerValue}`. */
function nameBeside(source: Readonly<Record<string, unknown>>, key: string): unknown {
  const [suffix] = VALUE_KEY.exec(key) ?? [];
  if (suffix === undefined) {
    return undefined;
  }
  const prefix = key.slice(0, -suffix.length);
  const inItsStyle = (name: string): string =>
    /^[A-Z]{2}/.test(suffix)
      ? name.toUpperCase()
      : /^[A-Z]/.test(suffix)
        ? name.charAt(0).toUpperCase() + name.slice(1)
        : name;
  const names = [...NAME_KEYS.map((name) => prefix + inItsStyle(name)), prefix.replace(/[_-]$/, '')];
  const found = names.find((name) => Object.hasOwn(source, name) && typeof source[name] === 'string');
  return found === undefined ? undefined : source[found];
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function toFrame(
  source: Readonly<Record<string, unknown>>,
  holder: Frame | undefined,
  key: string,
  secret: boolean,
): Frame {
  return { source, keys: Object.keys(source), next: 0, copy: undefined, holder, key, secret };
}

function set(frame: Frame, key: string, value: unknown): void {
  frame.copy ??= (
    Array.isArray(frame.source) ? [...(frame.source as unknown[])] : { ...frame.source }
  ) as Record<string, unknown>;
  // Defined rather than assigned: `__proto__` is a key like any other.
  Object.defineProperty(frame.copy, key, { value, enumerable: true, configurable: true, writable: true });
}
