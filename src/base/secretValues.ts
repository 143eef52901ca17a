// Values that look like secrets, by the names of their keys. A monitor's record may hold the password or the API key
// that its check signs in with; none of them is shown, saved, exported or given to other extensions.
// And a secret that is known, where a service repeats it.

/** What is shown in place of a secret. */
export const MASK = '•••';

/** Words of a key, without separators, that say that its value is a secret. */
const SECRET_WORDS: ReadonlySet<string> = new Set(
  `password passwords passwd pwd passphrase passcode passkey pass secret secrets token tokens authorization
  credential credentials cred creds cookie cookies bearer apikey apikeys privatekey secretkey accesskey authkey
  sessionkey signingkey encryptionkey masterkey accountkey sharedkey clientsecret accesstoken refreshtoken idtoken
  authtoken apitoken webhooksecret jwt otp totp pin`.split(/\s+/),
);

/** Keys that consist of two words or more, each pair of which is looked up as one. */
const SECRET_KEY_OWNERS: ReadonlySet<string> = new Set(
  'api private secret access auth session signing encryption master account shared ssh pem service subscription'.split(
    ' ',
  ),
);

/** With one of these as its last word, a key tells about a secret and is none: `tokenCount`, `password_changed_at`. */
const ABOUT_WORDS: ReadonlySet<string> = new Set(
  `count counts number length size type types kind at date time expiry expires expiration expired enabled disabled
  required set name names id ids policy strength url uri hint status limit age mode scheme method location
  field header selector rotation`.split(/\s+/),
);

const MAX_KEY_LENGTH = 120;

function toKeyWords(key: string): readonly string[] {
  return key
    .slice(0, MAX_KEY_LENGTH)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}

const MAX_KNOWN_KEYS = 4_000;

/** What was found of keys: those of a service are the same in every record and on every page. */
const KNOWN_KEYS = new Map<string, boolean>();

/** Whether a key says that its value is a secret, in any style: `clientSecret`, `API_KEY`, `x-auth-token`. */
export function isSecretKey(key: string): boolean {
  if (key.length > MAX_KEY_LENGTH) {
    return saysSecret(key);
  }
  const known = KNOWN_KEYS.get(key);
  if (known !== undefined) {
    return known;
  }
  if (KNOWN_KEYS.size >= MAX_KNOWN_KEYS) {
    KNOWN_KEYS.clear();
  }
  const isSecret = saysSecret(key);
  KNOWN_KEYS.set(key, isSecret);
  return isSecret;
}

function saysSecret(key: string): boolean {
  const words = toKeyWords(key);
  const last = words.at(-1);
  if (last === undefined || ABOUT_WORDS.has(last) || ['has', 'is', 'no'].includes(words[0] ?? '')) {
    return false;
  }
  if (words.some((word) => SECRET_WORDS.has(word)) || SECRET_WORDS.has(words.join(''))) {
    return true;
  }
  if (/(?:password|passwd|secret|apikey|privatekey|accesskey|authtoken|accesstoken)$/.test(words.join(''))) {
    return true;
  }
  return words.some((word, i) => word === 'key' && SECRET_KEY_OWNERS.has(words[i - 1] ?? ''));
}

/** Credentials in a URL: `https://user:password@host`. */
const URL_CREDENTIALS = /\b([a-z][a-z\d+.-]{0,30}:\/\/)[^\s/?#@]{1,500}@/gi;

/** Secrets in the query of a URL: `?api_key=…`. */
const QUERY_VALUE = /([?&;#])([\w.-]{1,60})=([^&#\s;]{1,4000})/g;

/** The text with the secrets that stand in it masked; as it is where there are none. Masks nothing twice. */
export function maskText(text: string): string {
  if (!text.includes('://')) {
    return text;
  }
  const withoutCredentials = text.includes('@')
    ? text.replace(URL_CREDENTIALS, (_, scheme: string) => `${scheme}${MASK}@`)
    : text;
  return withoutCredentials.includes('=')
    ? withoutCredentials.replace(QUERY_VALUE, (whole, mark: string, key: string) =>
        isSecretKey(key) ? `${mark}${key}=${MASK}` : whole,
      )
    : withoutCredentials;
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
 * pairs such as `{"name": "Authorization", "value": "…"}`, and credentials inside URLs. Numbers and yes-or-no values
 * are no secrets. What holds no secret is given back as it is, not copied. Never throws, however deep the value.
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
  const key = frame.keys[frame.next++];
  if (key === undefined) {
    if (frame.copy && frame.holder) {
      set(frame.holder, frame.key, frame.copy);
    }
    return frame.holder;
  }
  const value = frame.source[key];
  const secret = frame.secret || isSecretMember(frame, key);
  if (isContainer(value)) {
    return toFrame(value, frame, key, secret);
  }
  if (typeof value === 'string' && value !== '') {
    const masked = secret ? MASK : maskText(value);
    if (masked !== value) {
      set(frame, key, masked);
    }
  }
  return frame;
}

function isSecretMember(frame: Frame, key: string): boolean {
  if (Array.isArray(frame.source)) {
    return false;
  }
  return isSecretKey(key) || (VALUE_KEY.test(key) && hasSecretName(frame.source));
}

const VALUE_KEY = /^(?:value|values|val|content)$/i;

/** Whether the value of a pair is a secret, for its name says so: `{name: "Authorization", value: "…"}`. */
function hasSecretName(source: Readonly<Record<string, unknown>>): boolean {
  const name = nameOf(source);
  return name !== undefined && isSecretKey(name);
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

/** What a pair of a name and a value calls its name. */
function nameOf(source: Readonly<Record<string, unknown>>): string | undefined {
  for (const key of ['name', 'key', 'header', 'Name', 'Key', 'field']) {
    const name = Object.hasOwn(source, key) ? source[key] : undefined;
    if (typeof name === 'string') {
      return name;
    }
  }
  return undefined;
}

function set(frame: Frame, key: string, value: unknown): void {
  frame.copy ??= (
    Array.isArray(frame.source) ? [...(frame.source as unknown[])] : { ...frame.source }
  ) as Record<string, unknown>;
  // Defined rather than assigned: `__proto__` is a key like any other.
  Object.defineProperty(frame.copy, key, { value, enumerable: true, configurable: true, writable: true });
}
