// Masks credentials in what a service sends, before it is shown, saved, exported or handed on: fields by their keys,
// texts by the forms of credentials. Takes linear time: texts are cut, and no expression looks ahead or back far.

/** Replaces a credential. */
export const MASK = '•••';
/** Longer texts are cut, because what isn't searched isn't shown. Values that are nested deeper are dropped. */
const MAX_LENGTH = 4_000;
const MAX_DEPTH = 100;
/** A mask can complete another form, so a masked text is searched again. */
const MAX_PASSES = 4;

/** Lower case, without accents and in plain width. */
const fold = (text: string): string => text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
const toList = (words: string): readonly string[] => fold(words).trim().split(/\s+/);

/** Words that name a credential at the end of any word of a key: `dbpassword_old`. `_` is an optional space. */
const CREDENTIALS = toList(`
  password passwd pwd passphrase passcode secret token bearer cookie authorization credential cred totp_seed otp_seed
  mfa_seed seed_phrase connection_string community_string access_code security_code auth_code verification_code
  recovery_code backup_code pin_code passwort passworter kennwort kennworter zugangscode sicherheitscode zugangsdaten
  anmeldedaten geheim geheimnis mot_de_passe mots_de_passe jeton code_d_acces contrasena contrasenia credenciales
  secreto codigo_de_acceso codigo_de_seguridad senha credenciais segredo codigo_de_acesso credenziali segreto
  parola_d_ordine codice_di_accesso wachtwoord inloggegevens toegangscode haslo hasło heslo losenord adgangskode passord
  salasana sifre parol sekret hemlighet mima lingpai pasuwado 密码 密碼 口令 密钥 密鑰 令牌 秘密鍵 パスワード 暗証番号
  トークン пароль токен секрет 비밀번호 암호 토큰
`);
/** Words that name a credential only as the last word: `pass_rate` and `auth_server` hold none. */
const LAST = toList('pass pw pin otp totp auth sig signature hmac jwt csrf xsrf psk pem community mdp clave');
/** Words for "key", which name a credential after an owner: `api_key`. The last five may come before it. */
const KEYS = toList('key keys schluessel schlussel sleutel klucz klic nyckel cle clave chave chiave ключ');
const OWNERS = toList(`
  api private secret access auth session signing signature encryption master account shared ssh tls ssl pem service
  subscription app application client consumer deploy license licence storage webhook integration ingestion hmac rsa
  routing admin write wpa wifi zugriffs zugangs privater geheimer prive privee secrete acces privada secreta acceso
  acesso privata segreta
`);
/** A key that ends in one of these describes a credential: `tokenCount`, `password_changed_at`, `secretRef`. */
const DESCRIBING = toList(`
  count counts number length size type types kind at date time ttl lifetime validity expiry expires expiration expired
  until enabled disabled required set name names id ids policy strength url uri urls hint status limit age mode scheme
  method location field header selector rotation service server engine endpoint host hostname domain port path file page
  provider issuer audience realm algorithm version label title description state result check checks monitor flow
  consent banner rate ratio percent threshold total user username login email manager vault refresh format encoding
  prefix usage used ref laenge lange anzahl
`);
/** A key that begins with one of these asks or counts: `hasPassword`, `max_tokens`. */
const ASKING = toList('has is no can needs requires use uses allow show max min');
/** Values that describe a credential or a state. */
const HARMLESS = toList(`
  none basic bearer digest ntlm negotiate kerberos oauth oauth1 oauth2 oidc saml saml2 jwt mtls ldap radius sso form hmac
  certificate apikey api_key header query body cookie token on off yes no true false null undefined required optional
  enabled disabled set unset missing present valid invalid expired up down ok error failed failing passing passed healthy
  unhealthy degraded warning critical active inactive paused pending running public
`);
/** Before a colon and a mail address: "owner:ines@shop.example" holds no password. */
const MAIL_LABEL =
  /^(?:mailto|e?-?mail|to|b?cc|from|owners?|team|contacts?|author|maintainers?|responsible|assignee|on-?call|notify|alerts?|recipients?|sips?|xmpp|npm|by|user|kontakt)$/i;
/** Parts of the forms below. Each text with a credential has one of these or of the words above. */
const FORM_SIGNS = toList(`
  ----- eyjh eyj0 eyjr akia asia aiza ya29. nrak- gocsp gho_ ghp_ ghu_ ghs_ ghr_ hub_pat glpat- xoxa xoxb xoxp xapp-
  whsec_ sg. dp. npm_ hf_ glsa_ glc_ dop_v shpat_ shpss_ dckr_ sntrys sntryu tt3xf sk- hvs. hvb. k_live k_test n_api_
  :aa ls0tl basic hook push ping pulse heartb nteg igger leg rduty snch. tor.l mysql mariadb snmp curl --us y-us %40
  %2540 sess sid= pk=
`);

// Keys, as `toWords` writes them.
const toPattern = (words: readonly string[]): string => `(?:${words.join('|').replaceAll('_', ' ?')})`;
const SECRET_KEY = new RegExp(
  `${toPattern(CREDENTIALS)}s? |${toPattern(OWNERS)} ?${toPattern(KEYS)} | ${toPattern(LAST)} $` +
    `| ${toPattern(KEYS.slice(-5))} (?:d[aei]?l? )?${toPattern(OWNERS)} |(?:sess|session|secret) ?id $`,
);
const SECRET_END = new RegExp(`(?:${SECRET_KEY.source})$`);
const ABOUT = new RegExp(`(?<!sess|session|secret) ${toPattern(DESCRIBING)} $|^ ${toPattern(ASKING)} \\S`);
/** Under these a number is a credential, too. */
const NUMERIC = /(?: pin|otp| pw|pwd|passw(?:or)?d|code|wort|senha|mdp) $/;

/** The words of a key in any style, with a space around each: `X-API-Key` gives " x api key ". */
function toWords(key: string): string {
  const end = key.slice(-120).replace(/%[\dA-F]{2}/gi, ' ');
  const words = fold(end.replace(/[a-z\d](?=[A-Z])|[A-Z](?=[A-Z][a-z])/g, '$& '));
  return ` ${words.replace(/[^a-z\d\xaa-\u1fff\u2c00-\uffff]+/g, ' ').trim()} `;
}

/** Whether a key says that its value is a credential, in any style: `clientSecret`, `API_KEY`, `x-auth-token`. */
export function isSecretKey(key: string): boolean {
  return mayHoldSecret(key) && SECRET_KEY.test(toWords(key)) && !ABOUT.test(toWords(key));
}

/** Whether a phrase ends in the name of a credential: "the API key", "tls.key". */
function endsInSecretKey(phrase: string): boolean {
  return mayHoldSecret(phrase) && SECRET_END.test(toWords(phrase));
}

const WORDS = [...CREDENTIALS, ...LAST, ...KEYS]
  .map((word) => word.split('_').reduce((a, b) => (b.length > a.length ? b : a)))
  .concat(FORM_SIGNS);
const SIGNS = WORDS.filter((word) => !WORDS.some((other) => other !== word && word.includes(other)));
const SIGN = new RegExp(`[@<]|${SIGNS.join('|')}`);
/** A bit for each four characters, by the lower five bits of their codes: 1 if they are the middle of a sign. */
const MIDDLES = new Uint8Array(1 << 17);
for (const sign of SIGNS.filter((each) => /^[!-~]+$/.test(each))) {
  const middle = [...sign.slice(Math.max(0, sign.length - 3) >> 1)].slice(0, 4);
  const bits = middle.reduce((sum, character) => (sum << 5) | (character.charCodeAt(0) & 31), 0);
  for (let four = bits; four < 1 << 20; four += 1 << (5 * middle.length)) {
    MIDDLES[four >> 3]! |= 1 << (four & 7);
  }
}

/** Quick filter for keys and texts, which reads most of them a single time. */
function mayHoldSecret(text: string): boolean {
  for (let at = 0, four = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    four = ((four << 5) | (code & 31)) & 0xfffff;
    const isSign = ((MIDDLES[four >> 3]! >> (four & 7)) & 1) === 1 || code === 64 || code === 60;
    if (isSign || (code >= 0xaa && (code < 0x2000 || code >= 0x2c00))) {
      return SIGN.test(fold(text));
    }
  }
  return false;
}

const WORD = String.raw`(?:\p{Lu}{0,2}\p{Ll}{0,14}|\p{Lu}{1,15}|[\p{Lo}\p{Lm}]{1,15})`;
/** What reads like a label: words ("/api/token", "vault-2"), measures, versions and times, algorithms, addresses. */
const ORDINARY = new RegExp(
  String.raw`^(?:(?:[.~]?/)?${WORD}(?:[-_./]${WORD}){0,3}(?:[-_./]v?\d{1,3})?` +
    String.raw`|v?\d{1,6}(?:[.,:/T-]\d{1,6}){0,7}(?:-?\p{L}{1,8}){0,2}%?` +
    String.raw`|(?:[sS][hH][aA]|[mM][dD]|[aA][eE][sS]|[rReEhHpP][sS]|[oO]?[aA]uth)-?\d{1,4}(?:-?\p{L}{1,12})?` +
    String.raw`|[a-z]{2,12}://.*)[.,:!?)\]…]?$`,
  'u',
);
/** Letters and digits that take turns, as in "a1b2c3" and UUIDs, but not in "shop-eu-1" or "order-v2". */
const MIXED = '(?:[A-Za-z]\\d{1,20}[A-Za-z]|\\d[A-Za-z]{1,20}\\d)';

const isHarmless = (value: string): boolean =>
  /^•*…?$/.test(value) || HARMLESS.includes(value.toLowerCase().replace(/[.,!?)]$/, ''));
/** Whether nobody would take a value for words: "a1b2c3d4". */
const isMadeUp = (value: string): boolean =>
  /^[^\s:/]{6,}$/.test(value) && /\p{L}/u.test(value) && /\d/.test(value) && !ORDINARY.test(value);
const isNamedSecret = (name: string, value: string): boolean => isSecretKey(name) && !isHarmless(value);

/** Tokens that their issuers mark with a prefix, JWTs, and private keys in Base64. */
const TOKENS = [
  'eyJ[\\w-]{6,}\\.[\\w-][\\w.-]*|LS0tLS1CRUdJTiB[EFPQS][\\w+/=]*|[rs]k_(?:live|test)_\\w{8,}|whsec_\\w{8,}',
  'A(?:KIA|SIA)[A-Z\\d]{16}|NRAK-[A-Z\\d]{20,}|AIza[\\w-]{30,}|(?:ya29\\.|GOCSPX-|hv[sb]\\.)[\\w-]{20,}',
  'gh[opusr]_\\w{20,}|github_pat_\\w{20,}|glpat-[\\w-]{16,}|(?:xox[a-z]|xapp)-[\\w-]{8,}|\\d{8,10}:AA[\\w-]{30,}',
  '(?:npm|hf|glsa|glc|dop_v1|shpat|shpss|dckr_pat|sntry[su]|lin_api)_[\\w-]{20,}|ATATT3xF[\\w-]{20,}',
  `SG\\.[\\w-]{8,}\\.[\\w-]{8,}|dp\\.[a-z]{2}\\.\\w{20,}|sk-(?=[\\w-]{0,60}${MIXED})[\\w-]{20,}`,
].join('|');
/** Addresses whose path is a credential: those of known services, and those with a mixed part after a telling word. */
const SECRET_PATHS = [
  'hooks\\.slack\\.com/\\w{1,20}/|/api/webhooks/\\d{1,30}/|outlook\\.office\\.com/webhook/|/with/key/|nosnch\\.in/',
  '\\.webhook\\.office\\.com/|hooks\\.zapier\\.com/hooks/catch/|api\\.telegram\\.org/bot|cronitor\\.link/p/',
  '\\.pagerduty\\.com/integration/|hc-ping\\.com/(?=[\\w-]{20})|heartbeat\\.uptimerobot\\.com/',
  'better(?:stack|uptime)\\.com/api/v1/heartbeat/|/api/push/(?=[\\w-]{8})(?=[\\w-]{0,60}(?:\\d|[a-z][A-Z]))',
  `\\b(?:(?:web)?hooks?|push|ping|heartbeats?|integrations?|trigger|pulse)\\b[^\\s"'<>?#]{0,80}?/(?=[\\w-]{16})(?=[\\w-]{0,60}${MIXED})`,
].join('|');
const OPTIONS = '(?:mysql|mariadb).{0,80}? -p|sshpass .{0,80}?-p ?|snmp.{0,80}? -[cACX] ?';
const ARGUMENT = `("[^"]*"|'[^']*'|[^\\s"']+)`;
/** "Name" and "value" of a pair, in JSON, XML, YAML or a query. */
const NAME =
  '\\b(?:name|key|header|field|param|variable|label|title|type)[^\\w•]{1,6}([\\w.-]{1,60})[^\\w•]{1,12}';
const VALUE = `((?<=["'])[^"'\\\\]+|[^\\s"'\\\\&,;}<>]+)`;
const VERB = '(?:is|ist|est|es|é|è|är|er):? ';

/** Forms of credentials besides pairs of a key and a value. Groups: what stays before it, and what tells whether it is one. */
const FORMS: readonly (readonly [RegExp, isSecret?: (name: string, value: string) => boolean])[] = [
  // Keys as OpenSSL, OpenSSH and PGP write them; the end may have been cut off.
  [/()-----BEGIN (?![\w ]{0,40}PUBLIC)[\w ]{0,40}KEY[\w ]{0,10}-----[^]*?(?:-----END [\w ]{0,40}-----|$)/gi],
  [new RegExp(`()(?<![\\w-])(?:${TOKENS})`, 'g')],
  [new RegExp(`(${SECRET_PATHS})[^\\s"'<>?#]+`, 'g')],
  // "//user:password@host"; a user alone stays.
  [/(\/\/)([^\s/?#"<>]*)(?=@)/g, (user) => !/^[a-z]{1,15}(?:[._-][a-z]{1,15}){0,2}\d{0,2}$/i.test(user)],
  // "//user:pass/word@host", but not "//host:8080/a@b" nor "//host:8080?mail=a@b"
  [/(\/\/)[^\s/?#"<>:@[]+:(?!\d{1,5}[/?#])[^\s/?#"<>@]*[/?#](?:[^\s/"<>]|\/(?!\/))*(?=@)/g],
  // "user:password@host"
  [
    /((?<![^\s"<>=(,;'?&]))([^\s:/@"<>=(,;'?&]{1,60}):(?!\/\/)(?:[^\s"<>&]|&(?![\w-]{1,40}=)){1,100}(?=@[a-z\d[])(?!@sha\d)/gi,
    (user) => !MAIL_LABEL.test(user),
  ],
  [
    /(?<!\w)((?:bearer|basic)\s+)()([\w.~+/-]{8,}={0,2})(?![\w"'.~+/=-])/gi,
    (_, value) => /\d|[a-z][A-Z]|[=+]/.test(value) && !ORDINARY.test(value),
  ],
  // "<password>hunter2</password>", "--password hunter2", `name="password" value="hunter2"`
  [/(<(?:[\w.-]{1,40}:)?([\w.-]{1,80})[^<>]{0,200}>(?:<!\[CDATA\[)?)([^<>]+)(?=<\/|\]\]>)/g, isNamedSecret],
  [new RegExp(`((?<!\\S)--?([a-z][\\w-]{0,60})[ =] {0,3}(?!-))${ARGUMENT}`, 'gi'), isNamedSecret],
  [new RegExp(`(${NAME}(?:value|content|data|default)[^\\w•]{1,6})${VALUE}`, 'gi'), isNamedSecret],
  // "curl -u user:password", "mysql -phunter2", "snmpget -c hunter2"; a number is a port or a limit
  [new RegExp(`((?<!\\S)(?:-u|--user|--proxy-user)[ =])(?=[^\\s:]*:.)${ARGUMENT}`, 'g')],
  [new RegExp(`(${OPTIONS})(?!-|•|public|\\d+(?:[:\\s]|$))${ARGUMENT}`, 'g')],
  // "The API key is a1b2c3d4", "password a1b2c3d4"
  [
    new RegExp(
      `((?<![\\p{L}\\p{N}])((?:\\p{L}{1,20}[ _'’-]){0,2}(?!${VERB})\\p{L}{2,20}) (?:${VERB}|(?:\\d )?(?=[^\\s-]{0,40}${MIXED}))["'\`]?)(?=\\S{0,80}\\d)([^\\s"'\`<>]+)`,
      'giu',
    ),
    (name, value) => isMadeUp(value) && endsInSecretKey(name),
  ],
];

/** The text cut and with its credentials masked. Masking a masked text changes nothing. */
export function maskText(text: string): string {
  let masked = toCut(text);
  for (let pass = 0, before = ''; masked !== before && pass < MAX_PASSES && mayHoldSecret(masked); pass++) {
    before = masked;
    masked = /^[\w-]{0,19}$/.test(before) ? before : toCut(maskOnce(maskEncoded(before)));
  }
  return masked;
}

/** Whether {@link maskText} changes a text, because it shows a credential or is too long to be searched whole. */
export function showsSecret(text: string): boolean {
  return maskText(text) !== text;
}

const toCut = (text: string): string =>
  text.length > MAX_LENGTH + 1 ? `${text.slice(0, MAX_LENGTH).toWellFormed()}…` : text;

/** Masks the values in queries that are addresses or queries themselves, encoded, and hold a credential. */
function maskEncoded(text: string): string {
  return text.replace(/(?<==)[^&#\s"'<>=%]*%[^&#\s"'<>=]*/g, (value) => {
    const decoded = value.replace(/%(?:25)*([2-7][\dA-F])/gi, (_, code: string) =>
      String.fromCharCode(parseInt(code, 16)),
    );
    return mayHoldSecret(decoded) && maskOnce(decoded) !== decoded ? MASK : value;
  });
}

function maskOnce(text: string): string {
  let masked = text;
  for (const [pattern, isSecret] of FORMS) {
    masked = masked.replace(pattern, (found, before: string, name: string, value: string) =>
      isSecret?.(name, value) === false ? found : before + MASK,
    );
  }
  return maskPairs(masked);
}

const KEY = String.raw`[\w.$%[\]\xaa-\u1fff\u2c00-\u2fff\u3005-\ufeff\uff10-\uff19\uff21-\uffdc-]`;
/** A key before "=" or ":" and no address. The colons of ARNs and URNs end no keys. */
const PAIR = new RegExp(
  String.raw`(?<!${KEY})(?:(?:arn|urn):[^\s"'<>]+|(${KEY}+)["'\\|? \t]{0,6}([=:：])(?!//|[=>]?[ \t]{0,3}[a-z]{2,12}://)[=>]?[ \t]{0,3})`,
  'gi',
);
const HEADER = /^(?:(?:proxy-|x-)?authorization|(?:set-)?cookie)$/i;

// Values, each matched from where it begins.
const QUOTED = /(\\*["'`])([^]*?)(?:(?<!\\)\1|$)/y;
const JSON_VALUE = /\{[^}]*|\[[^\]]*|[\w.+-]*/y;
/** To the end of the line or the quote around it; not to one of its own: `Digest username="ines"`. */
const LINE = /(?:="[^"\r\n]*"|[^\r\n"'\\]|\\(?![rn"]))*/y;
const LISTED = /\{[^}\r\n]*\}|[^;\r\n"]*/y;
const LIST_AHEAD = /[^;"'\r\n=]*;\s?[\w .-]{1,40}=/y;
const PLAIN = /(?:[^\s&"<>;,]|[;,](?![\s"']|$|[\w.-]{1,40}[=:]))*/y;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Masks the values of keys: in queries, forms, connection strings, header lines, YAML, JSON. */
function maskPairs(text: string): string {
  let masked = '';
  let end = 0;
  for (let match = matchAt(PAIR, text, 0), at; match; match = matchAt(PAIR, text, at)) {
    const [found, key = '', sign = ''] = match;
    const name = sign === '=' ? key : key.slice(key.lastIndexOf('.') + 1);
    const lead = text.slice(Math.max(0, match.index - 40), match.index);
    const from = match.index + found.length;
    at = from;
    if (isSecretKey(name) || isSecretPhrase(lead, name, sign)) {
      const [, quote = '', inside] = matchAt(QUOTED, text, from) ?? [];
      const value = inside ?? readValue(text, from, found, name, lead);
      at = from + quote.length + value.length;
      if (isCredential(value, name, sign, inside !== undefined)) {
        masked += text.slice(end, from) + quote + MASK;
        end = at;
      }
    }
  }
  return end === 0 ? text : masked + text.slice(end);
}

/** "?key=…"; "API key: …" and "tls.key: …", whose names begin before the key. */
function isSecretPhrase(lead: string, name: string, sign: string): boolean {
  return /[ .]$/.test(lead)
    ? endsInSecretKey((lead.split(/[^\p{L}\p{N}'’ .-]/u).at(-1) ?? '') + name)
    : sign === '=' && /[?&#;]$/.test(lead) && /^(?:key|sig|auth|sid|pk)$/i.test(name);
}

function readValue(text: string, at: number, found: string, name: string, lead: string): string {
  const isListed = /;\s?$/.test(lead) || (/^$|["']$/.test(lead) && matchAt(LIST_AHEAD, text, at) !== null);
  const pattern = /["'`]/.test(found) ? JSON_VALUE : HEADER.test(name) ? LINE : isListed ? LISTED : PLAIN;
  return (matchAt(pattern, text, at)?.[0] ?? '').trimEnd();
}

/** Whether the value of a credential's key is one, and no label, reference ("${PASSWORD}"), path or count. */
function isCredential(value: string, name: string, sign: string, isQuoted: boolean): boolean {
  if (isHarmless(value) || isQuoted) {
    return !isHarmless(value);
  }
  if (HEADER.test(name)) {
    return !/^(?!(?:basic|bearer|token|apikey) )[a-z]{1,15}(?: [a-z]{1,15}){0,5}$/i.test(value);
  }
  const isNumber = /^\d{3,}\W?$/.test(value) && NUMERIC.test(toWords(name));
  const isForeign = /\p{Lo}/u.test(name) && !/\p{Lo}/u.test(value);
  const label = sign === '=' || isForeign || /^x-/i.test(name) ? /^\d{1,3}$/ : ORDINARY;
  const isShown =
    /^\{\{|^\$[{(]|^[.~]?(?:\/[a-z._-]{1,30})+$/i.test(value) || label.test(value.replace(/^[[{]/, ''));
  return isNumber || !isShown;
}

/** The text with a known secret masked, also as in a URL. A short or plain one stays: it may be there by chance. */
export function maskSecret(text: string, secret: string): string {
  const isByChance = secret.length < 6 || (secret.length < 16 && /^[a-z]+$/i.test(secret));
  const encoded = encodeURIComponent(secret.toWellFormed());
  return isByChance ? text : text.replaceAll(secret, MASK).replaceAll(encoded, MASK);
}

/**
 * The value with its long texts cut and its credentials masked: whole values of their keys, and what {@link maskText}
 * finds in texts and keys. A value without a credential is given back, not copied. Never throws.
 */
export function maskSecretValues(value: unknown): unknown {
  return maskValue(value, '', false, 0);
}

function maskValue(value: unknown, key: string, isSecret: boolean, depth: number): unknown {
  if (typeof value === 'string') {
    return isSecret && !isHarmless(value) ? MASK : maskText(value);
  }
  if (typeof value === 'number') {
    return isSecret && NUMERIC.test(toWords(key)) ? MASK : value;
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  return depth === MAX_DEPTH ? '…' : maskMembers(value, key, isSecret, depth + 1);
}

/** The keys of pairs: `{"header_name": "Authorization", "header_value": "…"}`. */
const NAME_KEY =
  /^(?:header|param|env|var)?_?(?:name|key|header|field|param|variable|label|title|type|k|n)$/i;
const VALUE_KEY = /^(?:header|param|env|var)?_?(?:values?|val|content|data|default|v)$/i;
/** The key of the elements of an array. */
const ELEMENT = '[]';

function maskMembers(source: object, sourceKey: string, isSecret: boolean, depth: number): unknown {
  const isList = Array.isArray(source);
  const keys = Object.keys(source);
  const values: readonly unknown[] = Object.values(source);
  // ["Authorization", "…"], in a list of pairs or in a flat list of headers
  const isPairs =
    isList && (/header|cookie|env/i.test(sourceKey) || (sourceKey === ELEMENT && keys.length === 2));
  const hasValue = !isList && keys.some((key) => VALUE_KEY.test(key));
  const name = values.find(
    (value, index) => hasValue && NAME_KEY.test(keys[index] ?? '') && isSecretName(value),
  );
  const masked = values.map((value, index) => {
    if (value === '' || value === null || typeof value === 'boolean') {
      return value;
    }
    const key = isList ? ELEMENT : (keys[index] ?? '');
    const itsName = VALUE_KEY.test(key) ? name : isPairs && index % 2 === 1 ? values[index - 1] : undefined;
    const isNamed =
      isSecretName(itsName) && (!itsName.includes(' ') || (typeof value === 'string' && isMadeUp(value)));
    const isHidden = isNamed || isSecretKey(key) || (isSecret && !ABOUT.test(toWords(key)));
    return maskValue(value, isNamed ? itsName : key, isHidden, depth);
  });
  const maskedKeys = keys.map((key, index) => {
    const maskedKey = maskText(key);
    return maskedKey === key ? key : `${maskedKey} #${index + 1}`;
  });
  if (keys.every((key, index) => maskedKeys[index] === key && masked[index] === values[index])) {
    return source;
  }
  return isList ? masked : Object.fromEntries(maskedKeys.map((key, index) => [key, masked[index]]));
}

function isSecretName(name: unknown): name is string {
  return typeof name === 'string' && /^\S{1,100}(?: \S{1,40}){0,3}$/.test(name) && isSecretKey(name);
}
