import { toHash } from './hash';
import { isArray, type JsonObject } from './json';
import { remember } from './remember';

// Masks credentials before a text is shown, saved, exported or passed on: fields by their keys, texts by patterns.
// Takes linear time: texts are cut, and no expression looks far ahead or back.

export const MASK = '•••';
/** Longer texts are cut, because only searched text may be shown. Deeper values are dropped. */
const MAX_LENGTH = 4_000;
const MAX_DEPTH = 100;
/** Monitors in monitors make a response deeper than its records. */
const MAX_NESTING = 200;
/** The last characters of a key name what it is. */
const MAX_KEY = 120;
/** A mask can complete another pattern, so a masked text is searched again. */
const MAX_PASSES = 4;

/** Lower case, without accents and in plain width. */
const fold = (text: string): string =>
  /[^ -~]/.test(text)
    ? text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
    : text.toLowerCase();
const toList = (words: string): readonly string[] => fold(words).trim().split(/\s+/);

/** Words that name a credential at the end of a word: `dbpassword_old`. `_` is an optional space. */
const CREDENTIALS = toList(`
  password passwd pwd passphrase passcode secret token bearer cookie authorization credential cred totp_seed otp_seed
  mfa_seed seed_phrase connection_string community_string access_code security_code auth_code verification_code
  recovery_code backup_code pin_code passwort passworter kennwort kennworter zugangscode sicherheitscode zugangsdaten
  anmeldedaten geheim geheimnis mot_de_passe mots_de_passe jeton contrasena contrasenia credenciales secreto senha
  codigo_de_acceso credenciais segredo credenziali segreto parola_d_ordine wachtwoord inloggegevens haslo hasło heslo
  losenord adgangskode passord salasana sifre parol sekret hemlighet mima lingpai pasuwado 密码 密碼 口令 密钥 密鑰 令牌
  秘密鍵 パスワード 暗証番号 トークン пароль токен секрет 비밀번호 암호 토큰
`);
/** Words that name a credential only as the last word, unlike `pass_rate` and `auth_server`. */
const LAST = toList(
  'pass pw pin otp totp auth sig signature hmac jwt csrf xsrf psk pem community mdp clave',
);
/** Words for "key", which name a credential after an owner: `api_key`. The last five may come before it. */
const KEYS = toList(
  'key keys schluessel schlussel sleutel klucz klic nyckel cle clave chave chiave ключ',
);
const OWNERS = toList(`
  api privat(?:e|er|a)? secret[ae]? access auth session sign(?:ing|ature) encryption master account shared ssh tls ssl pem
  service subscription app(?:lication)? client consumer deploy licen[cs]e storage webhook integration ingestion hmac rsa
  routing stream admin write wpa wifi zugriffs zugangs geheimer privee? acces(?:o|so)? privada acesso segreta
`);
/** Last words of keys that describe a credential: `tokenCount`, `password_changed_at`, `secretRef`. */
const DESCRIBING = toList(`
  counts? numbers? length size types? kind at date time ttl expir(?:y|es|ed|ation) until enabled disabled required set
  names? ids? policy strength ur[il]s? hint status limit age mode scheme method location field header selector rotation
  service server engine endpoint host(?:name)? domain port path file page provider issuer audience realm algorithm version
  label title description state results? checks? flow consent banner rate ratio threshold total user(?:name)? login email
  manager refresh format encoding prefix usage used ref laenge lange anzahl
`);
/** First words of keys that ask or count: `hasPassword`, `max_tokens`. */
const ASKING = toList('has is no can needs requires use uses allow show max min');
/** Values that describe a credential or a state. */
const HARMLESS = toList(`
  none basic bearer digest ntlm negotiate kerberos oauth oauth1 oauth2 oidc saml saml2 jwt mtls ldap radius sso form hmac
  certificate apikey api_key header query body cookie token on off yes no true false null undefined required optional
  enabled disabled set unset missing present valid invalid expired up down ok error failed failing passing passed healthy
  unhealthy degraded warning critical active inactive paused pending running public
`);
/** Words before a colon and a mail address: "owner:ines@shop.example" contains no password. */
const MAIL_LABEL =
  /^(?:mailto|e?-?mail|to|b?cc|from|owners?|team|contacts?|author|maintainers?|responsible|assignee|on-?call|notify|alerts?|recipients?|sips?|xmpp|npm|by|user|kontakt)$/i;
/** Quick filter: each text with a credential has one of these or of the words above. */
const FORM_SIGNS = toList(`
  ----- eyjh eyj0 eyjr akia asia aiza ya29. nrak- gocsp gho_ ghp_ ghu_ ghs_ ghr_ hub_pat glpat- xoxb xoxp xapp- whsec_ sg.
  dp. npm_ glsa_ dop_v shpat_ dckr_ sntrys tt3xf sk- hvs. hvb. k_live k_test n_api_ :aa ls0tl basic hook push ping pulse
  heartb nteg igger leg rduty snch. tor.l mysql mariadb redis-cli snmp curl --us y-us %40 %2540 sess sid= pk=
`);

const toPattern = (words: readonly string[]): string =>
  `(?:${words.join('|').replaceAll('_', ' ?')})`;
const SECRET_KEY = new RegExp(
  `${toPattern(CREDENTIALS)}s? |${toPattern(OWNERS)} ?${toPattern(KEYS)} | ${toPattern(LAST)} $` +
    `| ${toPattern(KEYS.slice(-5))} (?:d[aei]?l? )?${toPattern(OWNERS)} |(?:sess|session|secret) ?id $`,
);
const SECRET_END = new RegExp(`(?:${SECRET_KEY.source})$`);
const ABOUT = new RegExp(
  `(?<!sess|session|secret) ${toPattern(DESCRIBING)} $|^ ${toPattern(ASKING)} \\S`,
);
/** Keys whose numbers are credentials, too. */
const NUMERIC = /(?: pin|otp| pw|pwd|passw(?:or)?d|code|wort|senha|mdp) $/;

/** The words of a key, with spaces around each: `X-API-Key` becomes " x api key ". */
function toWords(key: string): string {
  const end = key.slice(-MAX_KEY).replace(/%[\dA-F]{2}/gi, ' ');
  const words = fold(end.replace(/[a-z\d](?=[A-Z])|[A-Z](?=[A-Z][a-z])/g, '$& '));
  return ` ${words.replace(/[^a-z\d\xaa-\u1fff\u2c00-\uffff]+/g, ' ').trim()} `;
}

/** Whether a key names a credential, in any style: `clientSecret`, `API_KEY`, `x-auth-token`. */
export function isSecretKey(key: string): boolean {
  return (
    mayHoldSecret(key.slice(-MAX_KEY)) && SECRET_KEY.test(toWords(key)) && !ABOUT.test(toWords(key))
  );
}

/** Whether a phrase ends with the name of a credential: "the API key", "tls.key". */
const endsInSecretKey = (phrase: string) =>
  mayHoldSecret(phrase) && SECRET_END.test(toWords(phrase));

const WORDS = [...CREDENTIALS, ...LAST, ...KEYS]
  .map((word) => word.split('_').reduce((a, b) => (b.length > a.length ? b : a)))
  .concat(FORM_SIGNS);
const SIGNS = WORDS.filter(
  (word) => !WORDS.some((other) => other !== word && word.includes(other)),
);
const SIGN = new RegExp(`[@<]|${SIGNS.join('|')}`);
/** Each character stands for a group. The last one is always a sign, or must be folded to see one. */
const ALPHABET = [...'\0abcdefghijklmnopqrstuvwxyz0-.%@'];
const ALWAYS = ALPHABET.length - 1;
const simplify = (text: string) =>
  fold(text).replace(/\d/g, '0').replace(/[:=_]/g, '.').replace(/</g, '@');
/** The groups of characters by their codes; 0 for others. */
const GROUPS = Uint8Array.from({ length: 0x180 }, (_, code) => {
  const group = ALPHABET.indexOf(simplify(String.fromCharCode(code)));
  if (group >= 0) {
    return group;
  }
  return code < 0xaa ? 0 : ALWAYS;
});
const groupOf = (code: number): number => {
  if (code < 0x180) {
    return GROUPS[code]!;
  }
  return code < 0x2000 || code >= 0x2c00 ? ALWAYS : 0;
};
/** Four characters of each sign at most. */
const MIDDLES = ['@', ...SIGNS.filter((each) => /^[!-~]+$/.test(each))].map((sign) =>
  simplify(sign.slice(Math.max(0, sign.length - 4) >> 1).slice(0, 4)),
);
const FOUND = 0xffff;

/** Makes a state machine that finds them. It has the next state by state and group. */
function toMachine(): Uint16Array {
  const machine = new Uint16Array(32 * MIDDLES.join('').length);
  const states = new Map([['', 0]]);
  for (const length of [1, 2, 3, 4]) {
    const begins = MIDDLES.map((middle) => middle.slice(0, length));
    for (const begin of begins) {
      const state = states.get(begin) ?? (MIDDLES.includes(begin) ? FOUND : 32 * states.size);
      states.set(begin, state);
      machine[states.get(begin.slice(0, length - 1))! + groupOf(begin.charCodeAt(length - 1))] =
        state;
    }
    // Without its first characters, a text may begin another middle.
    for (const begin of begins) {
      const groups = [...begin.slice(1)].map((letter) => groupOf(letter.charCodeAt(0)));
      const rest = groups.reduce((state, group) => machine[state + group]!, 0);
      machine.copyWithin(states.get(begin)!, rest, rest + 32);
    }
  }
  return machine;
}
const NEXT = toMachine();

function holdsSign(text: string): boolean {
  let state = 0;
  for (let at = 0; at < text.length && state !== FOUND; at++) {
    state = NEXT[state + groupOf(text.charCodeAt(at))]!;
  }
  return state === FOUND;
}

export const mayHoldSecret = (text: string): boolean => holdsSign(text) && SIGN.test(fold(text));

const WORD = String.raw`(?:\p{Lu}{0,2}\p{Ll}{0,14}|\p{Lu}{1,15}|[\p{Lo}\p{Lm}]{1,15})`;
/** Values that are labels: words ("/api/token", "eu-west-1a"), measures, versions, times, algorithms. */
const ORDINARY = new RegExp(
  String.raw`^[^\p{L}\p{N}]{0,4}(?:${WORD}(?:[-_./]${WORD}){0,3}(?:[-_./]v?\d{1,3}[a-z]?)?(?::\d{1,5})?` +
    String.raw`|v?\d{1,6}(?:[.,:/T-]\d{1,6}){0,7}\p{L}{0,3}(?:-\p{L}{1,8}\d{0,2}){0,2}|[a-z]{2,12}://.*` +
    String.raw`|(?:sha|SHA|md|MD|aes|AES|[rehp]s|[REHP]S|[oO]?[aA]uth)-?\d{1,4}(?:-?\p{L}{1,12})?)[^\p{L}\p{N}]{0,4}$`,
  'u',
);
/** Alternating letters and digits, as in "a1b2c3" and UUIDs, unlike "shop-eu-1" and "order-v2". */
const MIXED = '(?:[A-Za-z]\\d{1,20}[A-Za-z]|\\d[A-Za-z]{1,20}\\d)';

const isHarmless = (value: string): boolean =>
  /^[•*]*…?$/.test(value) || HARMLESS.includes(value.toLowerCase().replace(/[.,!?)]$/, ''));
/** Whether a value looks random: "a1b2c3d4". */
const isMadeUp = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^(?=.*\d)(?=.*\p{L})[^\s:/]{6,}$/u.test(value) &&
  !ORDINARY.test(value);
const isTokenLike = (value: string): boolean =>
  /\d|[a-z][A-Z]|[=+]/.test(value) && !ORDINARY.test(value);
const isNamedSecret = (name: string, value: string): boolean =>
  isSecretKey(name) && !isHarmless(value);

/** Keys in the formats of OpenSSL, OpenSSH and PGP, JWTs, and tokens with their issuer's prefix. */
const TOKENS = [
  '-----BEGIN (?![\\w ]{0,40}PUBLIC)[\\w ]{0,40}(?:KEY|key)[\\w ]{0,10}-----[^]*?(?:-----END [\\w ]{0,40}-----|$)',
  'eyJ[\\w-]{6,}\\.[\\w-][\\w.-]*|LS0tLS1CRUdJTiB[EFPQS][\\w+/=]*|[rs]k_(?:live|test)_\\w{8,}|whsec_\\w{8,}',
  'A(?:KIA|SIA)[A-Z\\d]{16}|NRAK-[A-Z\\d]{20,}|AIza[\\w-]{30,}|(?:ya29\\.|GOCSPX-|hv[sb]\\.)[\\w-]{20,}',
  'gh[opusr]_\\w{20,}|github_pat_\\w{20,}|glpat-[\\w-]{16,}|(?:xox[a-z]|xapp)-[\\w-]{8,}|\\d{8,10}:AA[\\w-]{30,}',
  '(?:npm|glsa|dop_v1|shpat|dckr_pat|sntrys|lin_api)_[\\w-]{20,}|ATATT3xF[\\w-]{20,}',
  `SG\\.[\\w-]{8,}\\.[\\w-]{8,}|dp\\.[a-z]{2}\\.\\w{20,}|sk-(?=[\\w-]{0,60}${MIXED})[\\w-]{20,}`,
].join('|');
/** Addresses with a credential in their path: of known services, or with a random part after a typical word. */
const SECRET_PATHS = [
  'hooks\\.slack\\.com/\\w{1,20}/|/api/webhooks/\\d{1,30}/|outlook\\.office\\.com/webhook/|/with/key/|nosnch\\.in/',
  '\\.webhook\\.office\\.com/|hooks\\.zapier\\.com/hooks/catch/|api\\.telegram\\.org/bot|cronitor\\.link/p/',
  '\\.pagerduty\\.com/integration/|hc-ping\\.com/(?=[\\w-]{20})|heartbeat\\.uptimerobot\\.com/',
  'better(?:stack|uptime)\\.com/api/v1/heartbeat/|/api/push/(?=[\\w-]{8})(?=[\\w-]{0,60}(?:\\d|[a-z][A-Z]))',
  `\\b(?:(?:web)?hooks?|push|ping|heartbeats?|integrations?|trigger|pulse)\\b[^\\s"'<>?#]{0,80}?/(?=[\\w-]{16})(?=[\\w-]{0,60}${MIXED})`,
].join('|');
const OPTIONS =
  '(?:mysql|mariadb).{0,80}? -p|sshpass .{0,80}?-p ?|snmp.{0,80}? -[cACX] ?|redis-cli.{0,80}? -a ?';
const ARGUMENT = `("[^"]*"|'[^']*'|[^\\s"']+)`;
const NAME =
  '\\b(?:name|key|header|variable|label|title|type)[^\\w•]{1,6}([\\w.-]{1,60})(?:</name>)?[^\\w•]{1,12}';
const VALUE = `((?<=["'])[^"'\\\\]+|[^\\s"'\\\\&,;}<>]+)`;
const VERB = '(?:is|ist|est|es|é|è|är|er):? ';
const SENTENCE =
  `((?<![\\p{L}\\p{N}])((?:\\p{L}{1,20}[ _'’-]){0,2}(?!${VERB})\\p{L}{2,20}) ` +
  `(?:${VERB}|(?:\\d )?(?=[^\\s-]{0,40}${MIXED}))["'\`]?)(?=\\S{0,80}\\d)([^\\s"'\`<>]+)`;

type IsSecret = (name: string, value: string) => boolean;
/** Patterns besides pairs. Groups: the text before the credential, and a part to check. Slow ones have a `sign`. */
const FORMS: readonly (readonly [RegExp, isSecret?: IsSecret, sign?: RegExp])[] = [
  [new RegExp(`()(?<![\\w-])(?:${TOKENS})`, 'g')],
  [new RegExp(`(${SECRET_PATHS})[^\\s"'<>?#]+`, 'g')],
  // "//user:password@host". A user alone stays.
  [
    /(\/\/)([^\s/?#"<>[\]]*)(?=@)/g,
    (user) => !/^[a-z]{1,15}(?:[._-][a-z]{1,15}){0,2}\d{0,2}$/i.test(user),
  ],
  // "//user:pass/word@host", but not "//host:8080/a@b" or "//host:8080?mail=a@b"
  [/(\/\/)[^\s/?#"<>:@[]+:(?!\d{1,5}[/?#])[^\s/?#"<>@]*[/?#](?:[^\s/"<>]|\/(?!\/))*(?=@)/g],
  // "user:password@host"
  [
    /((?<![^\s"<>=(,;'?&]))([^\s:/@"<>=(,;'?&]{1,60}):(?!\/\/)(?:[^\s"<>&]|&(?![\w-]{1,40}=)){1,100}(?=@[a-z\d[])(?!@sha\d)/gi,
    (user) => !MAIL_LABEL.test(user),
  ],
  [/(?<!\w)((?:bearer|basic)\s+)([\w.~+/-]{8,}={0,2})(?![\w"'.~+/=-])/gi, isTokenLike],
  // "<password>hunter2</password>", "--password hunter2", `name="password" value="hunter2"`
  [
    /(<(?:[\w.-]{1,40}:)?([\w.-]{1,80})[^<>]{0,200}>(?:<!\[CDATA\[)?)([^<>]+)(?=<\/|\]\]>)/g,
    isNamedSecret,
  ],
  [new RegExp(`((?<!\\S)--?([a-z][\\w-]{0,60})[ =] {0,3}(?!-))${ARGUMENT}`, 'gi'), isNamedSecret],
  [new RegExp(`(${NAME}(?:value|content|data|default)[^\\w•]{1,6})${VALUE}`, 'gi'), isNamedSecret],
  // "curl -u user:password", "mysql -phunter2", "snmpget -c hunter2", but not "-p 8080"
  [new RegExp(`((?<!\\S)(?:-u ?|--user[ =]|--proxy-user[ =]))(?=[^\\s:]*:.)${ARGUMENT}`, 'g')],
  [new RegExp(`(${OPTIONS})(?!-|•|public|\\d+(?:[:\\s]|$))${ARGUMENT}`, 'g')],
  // "The API key is a1b2c3d4", "password a1b2c3d4"
  [
    new RegExp(SENTENCE, 'giu'),
    (name, value) => isMadeUp(value) && endsInSecretKey(name),
    /\d\S{3}|\S{3}\d/,
  ],
];

/** Cuts a text and masks its credentials. A masked text stays the same. */
export function maskText(text: string): string {
  let masked = toCut(text);
  for (
    let pass = 0, before = '';
    masked !== before && pass < MAX_PASSES && mayHoldSecret(masked);
    pass++
  ) {
    before = masked;
    masked = /^[\w-]{0,19}$/.test(before) ? before : toCut(maskOnce(maskEncoded(before)));
  }
  return masked;
}

/** Drops the last word of a cut text, which may be half a credential. */
const toCut = (text: string): string =>
  text.length > MAX_LENGTH + 1 ? `${text.slice(0, MAX_LENGTH).replace(/\S{1,100}$/u, '')}…` : text;

/** Masks encoded addresses and queries in a query if they contain a credential. */
function maskEncoded(text: string): string {
  return text.replace(/(?<==)[^&#\s"'<>=%]*%[^&#\s"'<>=]*/g, (value) => {
    const decoded = value.replace(ENCODED, (_, code: string) =>
      String.fromCharCode(parseInt(code, 16)),
    );
    return mayHoldSecret(decoded) && maskOnce(decoded) !== decoded ? MASK : value;
  });
}
const ENCODED = /%(?:25)*([2-7][\dA-F])/gi;

function maskOnce(text: string): string {
  let masked = text;
  for (const [pattern, isSecret] of FORMS.filter(([, , sign]) => sign?.test(text) !== false)) {
    masked = masked.replace(pattern, (found, before: string, name: string, value: string) =>
      isSecret?.(name, value) === false ? found : before + MASK,
    );
  }
  return /[=：(,]|:(?!\/\/)/.test(masked) ? maskPairs(masked) : masked;
}

const KEY = String.raw`[\w.$%[\]\xaa-\u1fff\u2c00-\u2fff\u3005-\ufeff\uff10-\uff19\uff21-\uffdc-]`;
/** A key, a sign or bracket, and a value that isn't an address. The colons of ARNs and URNs are no such sign. */
const PAIR = new RegExp(
  String.raw`(?<!${KEY})(?:(?:arn|urn):[^\s"'<>]+|(${KEY}+)["'\\|?\] \t]{0,6}` +
    String.raw`(=(?![=~])|[:：]=?|\((?=["'])|(?<=\(["']\w{1,60}["']), ?(?=["']))` +
    String.raw`(?!//|>?[ \t]{0,3}[a-z]{2,12}://)>?[ \t]{0,3}(?:[|>][+-]?\s{1,20})?)`,
  'gi',
);
const HEADER = /^(?:(?:proxy-|x-)?authorization|(?:set-)?cookie)$/i;
const HEADER_LABEL =
  /^(?!(?:basic|bearer|token|apikey) )(?:[a-z]{1,15}|\d{1,3})(?: [a-z]{1,15}){0,5}$/i;

const REFERENCE =
  /^\{\{|^\$[{(]|^(?:await|new)$|^[a-z_.]{3,60}\(|^(?:var|local|data|module|env|process|os|config|this)\.|^[.~]?(?:\/[a-z._-]{1,30})+$/i;

const QUOTED = /^(\\*["'`])([^]*?)(?:(?<!\\)\1|$)/;
const JSON_VALUE = /^(?:\{[^}]*|\[[^\]]*|[\w.+-]*)/;
/** The rest of the line, or up to the quote that ends it. Quoted parts such as `username="ines"` belong to it. */
const LINE = /^(?:="[^"\r\n]*"|[^\r\n"'\\]|\\(?![rn"]))*/;
const LISTED = /^(?:\{[^}\r\n]*\}|[^;\r\n"]*)/;
const LIST_AHEAD = /^[^;"'\r\n=]*;\s?[\w .-]{1,40}=/;
const PLAIN = /^(?:[^\s&"<>;,]|[;,](?![\s"']|$|[\w.-]{1,40}[=:]))*/;

/** Masks values of keys in queries, forms, connection strings, headers, YAML, JSON and code. */
function maskPairs(text: string): string {
  let masked = '';
  let end = 0;
  let next = 0;
  for (const { 0: found, 1: key = '', 2: sign = '', index } of text.matchAll(PAIR)) {
    const name = sign === '=' ? key : key.slice(key.lastIndexOf('.') + 1);
    const lead = text.slice(Math.max(0, index - 40), index);
    if (index >= next && (isSecretKey(name) || isSecretPhrase(lead, key, sign))) {
      const from = index + found.length;
      const rest = text.slice(from);
      const [, quote = '', inside] = QUOTED.exec(rest) ?? [];
      const value = inside ?? readValue(rest, found, name, lead);
      next = from + quote.length + value.length;
      if (isCredential(value, name, sign, inside !== undefined)) {
        masked += text.slice(end, from) + quote + MASK;
        end = next;
      }
    }
  }
  return end === 0 ? text : masked + text.slice(end);
}

/** Recognizes "?key=…", and names of several words, such as "API key: …". `lead`: the text before the key. */
function isSecretPhrase(lead: string, key: string, sign: string): boolean {
  const words = / $/.test(lead) ? (lead.split(/[^\p{L}\p{N}'’ .-]/u).at(-1) ?? '') : '';
  return endsInSecretKey(words + key) || /[?&#;](?:key|sig|auth|sid|pk)=$/i.test(lead + key + sign);
}

function readValue(text: string, found: string, name: string, lead: string): string {
  const pattern = toValuePattern(text, found, name, lead);
  return (pattern.exec(text)?.[0] ?? '').trimEnd();
}

function toValuePattern(text: string, found: string, name: string, lead: string): RegExp {
  if (/["'`]/.test(found)) {
    return JSON_VALUE;
  }
  if (HEADER.test(name)) {
    return LINE;
  }
  const isListed = /;\s?$/.test(lead) || (/^$|["']$/.test(lead) && LIST_AHEAD.test(text));
  return isListed ? LISTED : PLAIN;
}

/** Whether a value is a credential, and not a label, a reference ("${PASSWORD}"), a path or a count. */
function isCredential(value: string, name: string, sign: string, isQuoted: boolean): boolean {
  if (isHarmless(value) || isQuoted) {
    return !isHarmless(value);
  }
  const isForeign = /\p{Lo}/u.test(name) && !/\p{Lo}/u.test(value);
  const isStrict = sign === '=' || isForeign || /^x-/i.test(name);
  const plainLabel = isStrict ? /^\d{1,3}$/ : ORDINARY;
  const label = HEADER.test(name) ? HEADER_LABEL : plainLabel;
  const isNumber = /^\d{3,}\W?$/.test(value) && NUMERIC.test(toWords(name));
  return isNumber || !(REFERENCE.test(value) || label.test(value));
}

/** For the records of a page, copying only what changes. Looks at keys and suspicious texts once, because they recur. */
export class Masker {
  readonly toKey = remember(describeKey);
  readonly #maskSlowly = remember(maskText);
  readonly #isSecretName = remember(isSecretName);
  readonly maskText = (text: string): string =>
    text.length <= MAX_LENGTH && !holdsSign(text) ? text : this.#maskSlowly(text);
  readonly maskWord = remember((text: string) => this.maskText(text));
  readonly maskValue = (value: unknown): unknown =>
    this.#isClean(value, 0) ? value : maskValue(value, '', false, 0, this);

  /** Quick check: without secret texts, keys and names of keys, all stays the same. */
  #isClean(value: unknown, depth: number): boolean {
    if (typeof value === 'string') {
      const mayBeSecret = value.length > MAX_LENGTH || holdsSign(value);
      return !mayBeSecret || (this.#maskSlowly(value) === value && !this.#isSecretName(value));
    }
    if (typeof value !== 'object' || value === null) {
      return true;
    }
    if (depth === MAX_DEPTH) {
      return false;
    }
    if (isArray(value)) {
      return value.every((inner) => this.#isClean(inner, depth + 1));
    }
    for (const key in value) {
      const { masked, isSecret } = this.toKey(key);
      if (isSecret || masked !== key || !this.#isClean((value as JsonObject)[key], depth + 1)) {
        return false;
      }
    }
    return true;
  }
}

/** Keys of pairs such as `{"header_name": "Authorization", "header_value": "…"}`. */
const NAME_KEY =
  /^(?:header|param|env)?_?(?:name|key|header|field|param|variable|label|title|type|macro|k|n)$/i;
const VALUE_KEY = /^(?:header|param|env)?_?(?:values?|val|content|data|default|v)$/i;
const ELEMENT = '[]';

/** A hash keeps masked keys different. */
function maskKey(key: string): string {
  const masked = maskText(key);
  return masked === key ? key : `${masked} #${toHash(key)}`;
}

const describeKey = (name: string) => ({
  name,
  masked: maskKey(name),
  isSecret: isSecretKey(name),
  isOfName: NAME_KEY.test(name),
  isOfValue: VALUE_KEY.test(name),
});

function maskValue(
  value: unknown,
  key: string,
  isSecret: boolean,
  depth: number,
  mask: Masker,
): unknown {
  if (typeof value === 'string') {
    return isSecret && !isHarmless(value) ? MASK : mask.maskText(value);
  }
  if (typeof value !== 'object' || value === null) {
    return isSecret && typeof value === 'number' && NUMERIC.test(toWords(key)) ? MASK : value;
  }
  return depth === MAX_DEPTH ? '…' : maskMembers(value, key, isSecret, depth + 1, mask);
}

const isSecretName = (name: unknown): name is string =>
  typeof name === 'string' && /^\S{1,100}(?: \S{1,40}){0,3}$/.test(name) && isSecretKey(name);

function maskMembers(
  source: object,
  place: string,
  isSecret: boolean,
  depth: number,
  mask: Masker,
): unknown {
  const isList = Array.isArray(source);
  const keys = isList ? [] : Object.keys(source).map(mask.toKey);
  const values: readonly unknown[] = isList ? source : Object.values(source);
  // ["Authorization", "…"], in a list of pairs or in a flat list of headers; ["--password", "…"]
  const isPairs =
    isList && (/header|cookie|env/i.test(place) || (place === ELEMENT && values.length === 2));
  const hasValue = keys.some(({ isOfValue }) => isOfValue);
  const name = hasValue && values.find((value, at) => keys[at]?.isOfName && isSecretName(value));
  const masked = values.map((value, at) => {
    const key = keys[at];
    const before = isList ? values[at - 1] : undefined;
    const isPaired =
      (isPairs && at % 2 === 1) || (typeof before === 'string' && /^--?[\w-]+$/.test(before));
    const itsName = isPaired ? before : key?.isOfValue && name;
    const isNamed = isSecretName(itsName) && (!itsName.includes(' ') || isMadeUp(value));
    const isFilled = value !== '' && value !== null && typeof value !== 'boolean';
    const ownName = key?.name ?? ELEMENT;
    const isHidden =
      isNamed || (isFilled && key?.isSecret) || (isSecret && !ABOUT.test(toWords(ownName)));
    return maskValue(value, isNamed ? itsName : ownName, isHidden, depth, mask);
  });
  if (
    keys.every((key) => key.masked === key.name) &&
    masked.every((value, at) => value === values[at])
  ) {
    return source;
  }
  return isList ? masked : Object.fromEntries(keys.map((key, at) => [key.masked, masked[at]]));
}

/**
 * Masks the keys of a response, so that no path or name has a secret in it. Deep values are dropped, as in records.
 * @param sent the secret of the call, masked in keys and values, if the response repeats it
 */
export function maskKeys(json: unknown, sent?: { mask: (text: string) => string }): unknown {
  const toKey = remember((key: string) => maskKey(sent?.mask(key) ?? key));
  const isClean = (value: unknown, depth: number): boolean => {
    if (typeof value !== 'object' || value === null) {
      return true;
    }
    if (isArray(value)) {
      return depth < MAX_NESTING && value.every((inner) => isClean(inner, depth + 1));
    }
    for (const key in value) {
      if (toKey(key) !== key || !isClean((value as JsonObject)[key], depth + 1)) {
        return false;
      }
    }
    return depth < MAX_NESTING;
  };
  const copy = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string' || typeof value === 'number') {
      const text = String(value);
      const masked = sent?.mask(text) ?? text;
      return masked === text ? value : masked;
    }
    if (typeof value !== 'object' || value === null || depth === MAX_NESTING) {
      return typeof value === 'object' && value !== null ? '…' : value;
    }
    if (isArray(value)) {
      return value.map((inner) => copy(inner, depth + 1));
    }
    const entries = Object.entries(value);
    return Object.fromEntries(entries.map(([key, inner]) => [toKey(key), copy(inner, depth + 1)]));
  };
  return sent === undefined && isClean(json, 0) ? json : copy(json, 0);
}

/** Shortens a token so that users recognize it but can't use it. */
export function maskToken(token: string): string {
  const ends = token.length < 20 ? '••••' : `${token.slice(0, 4)}…${token.slice(-2)}`;
  return `${ends} (${token.length})`;
}
