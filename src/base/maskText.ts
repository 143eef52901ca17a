import { endsInSecretKey, isSecretNumber, secrecyOf, type Secrecy } from './secrecyOf';

// Masks secrets in a text. Takes linear time: the text is cut, and no pattern looks far ahead or back.

export const MASK = '•••';
/** Longer texts are cut, because only searched text may be shown. */
const MAX_LENGTH = 4_000;
/** A mask can complete another pattern, so a masked text is searched again. */
const MAX_PASSES = 3;

/** Values that describe a secret or a state. */
const HARMLESS =
  /^(?:none|basic|bearer|on|off|yes|no|true|false|null|undefined|required|optional|enabled|disabled|(?:un)?set|missing|(?:in)?valid|expired|ok|error|failed|passed|degraded|paused|(?:un)?healthy|(?:in)?active|public|accepted)[.,!?)]?$|^[•*]*…?$/i;
/** "/api/token", "eu-west-1a", "auth.example:443", "12/14", "v2.1", "12ms", "2026-12-01" */
const LABEL =
  /^(?=.{0,60}$)[^\p{L}\p{N}]{0,4}(?:(?:\p{L}{0,16}|v?\d{1,6}\p{L}{0,3}|sha-?\d{1,3}\p{L}{0,8})(?:[-_./:,]|(?=[^\p{L}\p{N}]{0,4}$))){1,8}[^\p{L}\p{N}]{0,4}$/iu;
/** Whether a text looks random, such as "a1b2c3": letters, digits and cases take turns, unlike in "order-v2". */
function isMadeUp(text: string): boolean {
  const turns = text.match(/[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;
  return turns >= 3 && turns > text.length / 5 && /\d/.test(text) && !LABEL.test(text);
}

/** "pro-12", "projects/1/secrets/x", "12 of 14", "X509", "Everything of the free plan" */
const SHORT_WORDS = /^(?:(?:[A-Za-z]{0,8}\d{0,3}|20\d\d)(?:[-._/ ]|$))+$|^\p{L}+(?: \p{L}+)+$/u;

/** Whether the whole value of a key is secret. */
export function isSecretValue(value: string, key: string, secrecy: Secrecy = 'no'): boolean {
  if (secrecy === 'no' || HARMLESS.test(value)) {
    return false;
  }
  if (secrecy === 'sure') {
    return true;
  }
  return /^\d+$/.test(value) ? isSecretNumber(value, key) : !SHORT_WORDS.test(value);
}

/** The starts of tokens by their issuers, such as "ghp_" of GitHub. */
const ISSUERS = `
  gh[opusr]_ github_pat_ gl(?:[a-z]{2,5}|agent)- xox[a-z]- xapp- [rs]k_ whsec_ sk- hf_ tskey- pypi- PMAK- AT(?:BB|ATT|CTT)
  sntry[su]_ hv[sb]\\. npm_ gl(?:sa|c)_ do[opr]_v1_ shp[a-z]{2}_ dckr_ lin_api_ ntn_ secret_ fig[du]_ dapi sl\\. sq0[a-z]{3}-
  HRKU- nfp_ sbp_ r8_ gsk_ xai- re_ bk[a-z]{2}_ ph[cx]_ rubygems_ oy2 tfp_ NR[A-Z]{2}- sq[apu]_ dt0c01\\. LTAI AKCp
  xkeysib- ya29\\. 1//0 GOCSPX- AIza SG\\. pscale_ y0_ v1\\.0- pplx- ops_ ddp_ fo1_ fm2_ rzp_ amzn\\.mws\\.
`;
/** Tokens with such a start, and secret keys of AWS, which have 40 characters: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY" */
const TOKEN = new RegExp(
  `(?<![\\w+/-])(?:(?:${ISSUERS.trim().replace(/\s+/g, '|')})[\\w.~+/=-]{8,}|(?=\\w{1,39}[+/])[\\w+/]{40}(?![\\w+/.=-]))`,
  'g',
);
/** Whole secrets by their form. */
const FORMS = [
  // Private keys of OpenSSL, OpenSSH, PGP and PuTTY, perhaps in Base64
  '-----BEGIN (?![\\w ]{0,40}PUBLIC)[\\w ]{0,40}(?:KEY|key)[\\w ]{0,10}-----[^]*?(?:-----END [\\w ]{0,40}-----|$)',
  'Private-Lines: [^•][^]*|LS0tLS1CRUdJTiB[EFPQS][\\w+/=]*|AGE-SECRET-KEY-\\w+',
  // JWTs; keys of AWS, Twilio, Mailgun, Mailchimp and Telegram
  '(?<![\\w-])(?:eyJ[\\w-]{6,}\\.[\\w-][\\w.-]*|A(?:KIA|SIA)[A-Z\\d]{16}|(?:SK|key-)[\\da-f]{32}|[\\da-f]{32}-us\\d|\\d{8,10}:AA[\\w-]{30,})',
  // Tokens of Discord's bots; hashes of passwords: "$2b$12$…", "$apr1$…"
  '\\b[MNO][\\w-]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,}|\\$(?:\\d[a-z]?|apr1)\\$[\\w./$]{8,}',
];
const FORM = new RegExp(FORMS.join('|'), 'g');
/** Addresses of known services, up to the secret in their path. */
const SECRET_ADDRESS =
  /(hooks\.slack\.com\/services\/|hooks\.zapier\.com\/hooks\/catch\/|\boffice\.com\/webhook(?:b2)?\/|\/api\/webhooks\/\d{1,30}\/|\/with\/key\/|nosnch\.in\/|cronitor\.link\/p\/|\.pagerduty\.com\/integration\/|heartbeat\.uptimerobot\.com\/|\/api\/v1\/heartbeat\/(?=[\w-]{10})|api\.telegram\.org\/bot|(?:hc-ping|checklyhq)\.com\/(?=[\w-]{20}))[^\s"'<>?#•]+/g;

function maskTokens(text: string): string {
  const masked = text.replace(FORM, MASK).replace(SECRET_ADDRESS, `$1${MASK}`);
  return masked.replace(TOKEN, (token) => {
    const isLong = /\d/.test(token) && /[A-Za-z\d]{16}/.test(token);
    return isMadeUp(token) || (isLong && !token.includes('/')) ? MASK : token;
  });
}

/** Words before a colon and a mail address: "owner:ines@shop.example" contains no password. */
const MAIL_LABEL =
  /^(?:mailto|mail|to|by|b?cc|from|owners?|author|team|contact|notify|alerts?|sips?|xmpp|user)$/i;
/** "//user@host", "//user:pass/word@host", but not "//host:8080/a@b" or "//host:8080?mail=a@b" */
const USER_INFO =
  /(?<=\/\/)(?:[^\s/?#"<>[\]:@•]*:(?!\d{1,5}[/?#])(?:[^\s/"<>]|\/(?!\/))*|[^\s/?#"<>[\]:@]+)(?=@)/g;
/** "user:password@host.example", but not "nightly:eu@prod" */
const BARE_USER_INFO =
  /(?<![^\s"<>=(,;'?&])([^\s:/@"<>=(,;'?&]{1,60}):(?!\/\/)[^\s"<>&]{1,100}(?=@[\w-]{1,63}[.:(])/g;

function maskAddresses(text: string): string {
  return text
    .replace(USER_INFO, (user) => (user.includes(':') || isMadeUp(user) ? MASK : user))
    .replace(BARE_USER_INFO, (pair, user: string) => (MAIL_LABEL.test(user) ? pair : MASK));
}

const ENCODED = /%(?:25)*([2-7][\dA-F])/gi;

/** Masks encoded addresses and queries in a query if they contain a secret: "?to=%2Fa%3Ftoken%3Da1b2". */
function maskEncoded(text: string): string {
  return text.replace(/(?<==)[^&#\s"'<>=%]*%[^&#\s"'<>=]*/g, (value) => {
    const decoded = value.replace(ENCODED, (_, code: string) =>
      String.fromCharCode(parseInt(code, 16)),
    );
    return maskDecoded(decoded) === decoded ? value : MASK;
  });
}

/** "--password hunter2", "<password>hunter2</password>", `name="password" value="hunter2"`, "{name: password, value: x}" */
const NAMED = [
  /((?<!\S)--?([a-z][\w-]{0,60})[ =] {0,3}(?!-))("[^"]*"|'[^']*'|[^\s"']+)/gi,
  /(<([\w.:-]{1,80})[^<>]{0,200}>(?:<!\[CDATA\[)?)([^<>]+)(?=<\/|\]\]>)/g,
  /(\b(?:name|key|header|variable|type)[^\w•]{1,6}([\w.-]{1,60})(?:<\/name>)?[^\w•]{1,12}(?:value|default)[^\w•]{1,6})((?<=["'])[^"'\\]+|[^\s"'\\&,;}<>]+)/gi,
];
/** "curl -u user:password", "mysql -phunter2", "snmpget -c hunter2", but not "-p 8080" */
const OPTION =
  /((?<!\S)(?:-u ?|--user[ =])(?=[^\s:]*:.)|(?:mysql|mariadb).{0,80}? -p(?!ort)|sshpass -p ?|snmp.{0,80}? -[cACX](?!omm) ?|redis-cli.{0,80}? -a ?)(?!-|•|public|\d+(?:[:\s]|$))("[^"]*"|'[^']*'|[^\s"']+)/g;

function maskNamed(text: string): string {
  const masked = text.replace(OPTION, `$1${MASK}`);
  return NAMED.reduce(
    (before, pattern) =>
      before.replace(pattern, (pair, lead: string, name: string, value: string) =>
        isSecretValue(value, name, secrecyOf(name)) ? lead + MASK : pair,
      ),
    masked,
  );
}

const KEY = String.raw`[\p{L}\p{M}\w.$%[\]-]`;
/** A key and the sign behind it, unless an address follows, and what YAML has before a value. */
const PAIR = new RegExp(
  String.raw`(?<!${KEY})(${KEY}+)["'\\|?\]\s*${'`'}]{0,6}` +
    String.raw`(=(?![=~])|->|[:：]=?|\((?=["'])|(?<=\(["']\w{1,60}["']), ?(?=["']))(?!//|\W{0,4}[a-z]+://)[\s\u200b|>-]{0,20}`,
  'giu',
);
const HEADER = /^(?:(?:proxy-)?authorization|(?:set-)?cookie)$/i;
const QUOTED = /^(\\*["'`])([^]*?)(?:(?<!\\)\1|$)/;
/** The rest of the line, or up to the quote that ends it. Quoted parts such as `username="ines"` belong to it. */
const LINE = /^(?:="[^"\r\n]*"|[^\r\n"'\\])*/;
const LISTED = /^[^;\r\n"]*/;
const PLAIN = /^(?:[^\s&"<>;,]|[;,](?![\s"']|$|[\w.-]{1,40}[=:]))*/;

/** Masks values of keys in queries, forms, connection strings, headers, YAML, JSON and code. */
function maskPairs(text: string): string {
  let masked = '';
  let end = 0;
  for (const { 0: pair, 1: name = '', 2: sign, index } of text.matchAll(PAIR)) {
    const lead = text.slice(Math.max(0, index - 40), index);
    const secrecy = secrecyOfPair(lead, name) ?? 'no';
    if (index < end || secrecy === 'no') {
      continue;
    }
    const from = index + pair.length;
    const rest = text.slice(from);
    const [, quote = '', inside] = QUOTED.exec(rest) ?? [];
    const value = inside ?? toValuePattern(name, lead).exec(rest)?.[0].trimEnd() ?? '';
    const isSecret = inside === undefined ? isPlainSecret : isSecretValue;
    if (isSecret(value, name, secrecy, sign)) {
      masked += text.slice(end, from) + quote + MASK;
      end = from + quote.length + value.length;
    }
  }
  return masked + text.slice(end);
}

/** Recognizes names of several words, such as "API key: …". `lead`: the text before the name. */
function secrecyOfPair(lead: string, name: string) {
  const phrase = `${/(?:\p{L}{1,20} ){0,3}$/u.exec(lead)?.[0]}${name}`;
  return secrecyOf(endsInSecretKey(phrase) ? phrase : name);
}

function toValuePattern(name: string, lead: string) {
  if (HEADER.test(name)) {
    return LINE;
  }
  return /;\s?$/.test(lead) ? LISTED : PLAIN;
}

/**
 * Whether a value without quotes is secret, and not a label or a count. If its key may be
 * one, only a long word after "token=" is, and `maskMadeUp` decides about the rest.
 */
function isPlainSecret(value: string, name: string, secrecy: Secrecy, sign = ''): boolean {
  if (HARMLESS.test(value)) {
    return false;
  }
  if (HEADER.test(name) && sign === ':') {
    return true;
  }
  if (secrecy === 'maybe') {
    return /token=$/i.test(name + sign) && /^[a-z]{8,}$/i.test(value);
  }
  if (/^\d+\W?$/.test(value)) {
    return isSecretNumber(value, name);
  }
  return sign !== ':' || /^x-/i.test(name) || !LABEL.test(value);
}

/** The end of the text before a secret in the path of an address: "/token/", "/private-", "alchemy.com/v2/" */
const PATH_LEAD =
  /\/(?:(?:web)?hooks?|push|ping|heartbeats?|integrations?|trigger|pulse|key|private|rss|feeds?|ical|share|invite|reset|magic|services)(?:\/[\w%.@-]{0,40})*[/-]$|(?:alchemy\.com\/v2|infura\.io(?:\/ws)?\/v3|quiknode\.pro)\/$/i;
/** The end before a secret in a query, after an option, and in "Login: user / ", "key: " */
const WORD_LEAD =
  /[?&#;](?:key|sid|[ps]k|code|app_?(?:id|key)|ticket|licen[cs]e|session|invite|access|[kpst])=$|(?:^|\s)(?:-[pPaAwX]|key[:=]) ?$|\b(?:log ?in|credentials|zugang\w*)\b[^\n]{1,40} \/? ?$/i;
/** "sha256-d41d8…", UUIDs, addresses of tokens */
const IDENTIFIER = /^(?:sha\d{1,3}-|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$|0x[\da-f]{40}$)/i;
/** Words between the name of a secret and its value: "password is", "password 7" */
const BETWEEN = /(?:[\s:=>"'`“([{*|/→–-]|\s(?:is|ist|lautet|est?|é|\d)(?=\s)){1,12}$/u;

/** Masks words that look random by what is before them: "The password is a1b2c3d4". */
function maskMadeUp(text: string): string {
  return text.replace(
    /(?:arn|urn):\S+|[^\s"'`“”()[\]{}<>|,;:=?&#/@•]{6,200}/gi,
    (word, at: number) => {
      if (!isMadeUp(word)) {
        return word;
      }
      const lead = text.slice(Math.max(0, at - 80), at);
      return isSecretLead(lead, word) ? MASK : word;
    },
  );
}

function isSecretLead(lead: string, word: string): boolean {
  if (IDENTIFIER.test(word)) {
    return false;
  }
  const phrase = lead.replace(BETWEEN, '');
  const isNamed = phrase !== lead && endsInSecretKey(phrase.slice(-40));
  if (isNamed) {
    return word.length >= 8 || /[:=]$/.test(lead);
  }
  return word.length >= 8 && (PATH_LEAD.test(lead) || WORD_LEAD.test(lead));
}

const STEPS = [maskTokens, maskAddresses, maskNamed, maskPairs, maskMadeUp];

function maskDecoded(text: string): string {
  return STEPS.reduce((masked, step) => step(masked), text);
}

/** Quick filter: signs of pairs and addresses, options, elements, and letters beside digits. */
const HINT = /[=@<|\u0250-\uffff]|:(?!\/\/)|\d[A-Za-z]|[A-Za-z]\d|[ -]-|\(["']|eyJ/;
/** Quick filter: short words, IDs in hexadecimal digits, and times need no search. */
const PLAIN_TEXT = /^(?:\d{4}-\d\d-\d\d[T ][\d:.+Z-]*|[\w-]{0,15}|[\da-f-]{0,64})$/;
export function mayHoldSecret(text: string): boolean {
  // The shortest is "u:p@h".
  const isSearched = text.length > 4 && !PLAIN_TEXT.test(text) && HINT.test(text);
  return isSearched || text.length > MAX_LENGTH;
}

/** Cuts a text and masks its secrets. A masked text stays the same. */
export function maskText(text: string): string {
  let masked = toCut(text);
  for (let pass = 0; pass < MAX_PASSES && mayHoldSecret(masked); pass++) {
    const before = masked;
    masked = toCut(maskDecoded(maskEncoded(before)));
    if (masked === before) {
      break;
    }
  }
  return masked;
}

/** Drops the last word of a cut text, which may be half a secret. */
function toCut(text: string): string {
  if (text.length <= MAX_LENGTH + 1) {
    return text;
  }
  return `${text.slice(0, MAX_LENGTH).replace(/\S{1,100}$/u, '')}…`;
}
