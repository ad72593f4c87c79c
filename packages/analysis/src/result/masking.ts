import { createHmac } from 'node:crypto';
import { isPublicIdentifier } from './public-identifiers.ts';

/** A value assigned to a name that denotes a secret. */
const NAMED_VALUE =
  /(?<=(?:password|passwd|secret|token|api[_-]?key)["']?\s{0,3}[:=]\s{0,3}["']?)[\w+/=.-]{16,200}(?=["'\s]|$)/gi;

/** A distinctive shape: no word or sentence looks like it. */
const ACCESS_KEY_ID = /\bA(?:KIA|SIA|ROA|IDA)[A-Z0-9]{16}\b/g;

/**
 * Shapes of secrets, longest prefixes first. No raw secret may leave the engine, so this errs on the side of masking.
 */
const SECRET_SHAPES: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]{0,4000}?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g,
  /\b(?:sk-(?:ant-|proj-|live-|test-)?[\w-]{16,200}|sk_(?:live|test)_\w{16,100}|rk_(?:live|test)_\w{16,100})/g,
  /\bgh[pousr]_\w{30,255}|\bgithub_pat_\w{22,255}|\bglpat-[\w-]{18,100}/g,
  ACCESS_KEY_ID,
  /\bxox[abprs]-[\w-]{10,250}/g,
  /\bAIza[\w-]{35}\b/g,
  /\bya29\.[\w-]{20,500}/g,
  /\beyJ[\w-]{10,2000}\.[\w-]{10,4000}\.[\w-]{5,2000}/g,
  /\bnpm_\w{36}\b|\bpypi-\w{40,250}|\bhf_\w{30,60}\b/g,
  /\b\d{8,10}:AA[\w-]{32,40}\b/g,
  /\bSG\.[\w-]{16,40}\.[\w-]{16,80}\b/g,
  NAMED_VALUE,
];

const HEAD = 4;
const TAIL = 2;

export const maskSecret = (secret: string): string =>
  secret.length <= HEAD + TAIL ? '…' : `${secret.slice(0, HEAD)}…${secret.slice(-TAIL)} (${secret.length})`;

export const maskSecrets = (text: string): string =>
  SECRET_SHAPES.reduce((masked, shape) => masked.replace(shape, (secret) => maskSecret(secret)), text);

/** A full line of base64 as in key files, and the shorter last line. */
const KEY_LINE = /^\s*(?=\S*\d)[A-Za-z0-9+/]{30,100}={0,2}\s*$/;
const LAST_KEY_LINE = /^\s*(?=\S*[\d+/=])[A-Za-z0-9+/]{1,100}={0,2}\s*$/;

/** Masks line by line: any other text between the lines of a key is not part of the key and stays readable. */
function maskKey(block: string, mask: (line: string) => string): string {
  const lines = block.split('\n');
  const isKey = (line: string, at: number): boolean =>
    KEY_LINE.test(line) || (at === lines.length - 2 && KEY_LINE.test(lines[at - 1] ?? '') && LAST_KEY_LINE.test(line));
  return lines.map((line, at) => (isKey(line, at) ? mask(line.trim()) : line)).join('\n');
}

/** The last part of a signed token has the length of a signature. `eyJ….….example` is a host. */
const isSigned = (token: string): boolean => {
  const signature = token.split('.')[2] ?? '';
  return signature.length >= 20 && /\d/.test(signature) && !signature.startsWith('xn--');
};

const digitsIn = (text: string): number => text.match(/\d/g)?.length ?? 0;

/** A sentence in place of a secret stays readable, because generated values contain digits. */
function looksGenerated(secret: string, shape: RegExp): boolean {
  if (secret.startsWith('eyJ') && !isSigned(secret)) return false;
  if (shape === ACCESS_KEY_ID) return true;
  return shape === NAMED_VALUE ? digitsIn(secret) >= 3 && !/[./]/.test(secret) : digitsIn(secret) >= 2;
}

/**
 * Length of the digest that a reader sees for a masked secret. The digest keeps two different secrets distinguishable.
 */
const DIGEST_HEX = 8;

const maskKeyed = (secret: string, key: string): string => {
  const digest = createHmac('sha256', key).update(secret).digest('hex').slice(0, DIGEST_HEX);
  const shown = secret.length <= 2 * (HEAD + TAIL) ? '' : secret.slice(0, HEAD);
  return `${shown}…${shown === '' ? '' : secret.slice(-TAIL)} (${secret.length} #${digest})`;
};

/** Shapes that are masked only in a reader's copy. `isSecret` keeps sentences, hosts and code readable. */
const READING_SHAPES: readonly { readonly shape: RegExp; readonly isSecret: (value: string) => boolean }[] = [
  // The password of `scheme://user:password@host`, unless it is a placeholder.
  {
    shape: /(?<=\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'`<>]{0,64}:)[^\s/@"'`<>{}$%]{3,64}(?=@[\w[])/gi,
    isSecret: (value) => !/^(?:pass(?:word|wd)?|pwd|secret|token|x+|\*+|\.+)$/i.test(value),
  },
  {
    shape: /(?<=secret_?access_?key["']?\s{0,3}[:=]\s{0,3}["']?)[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])/gi,
    isSecret: (value) => digitsIn(value) >= 2 && /[A-Z]/.test(value) && /[a-z]/.test(value),
  },
  {
    shape:
      /(?<=(?:private[_-]?key|signing[_-]?key|encryption[_-]?key|account[_-]?key|client[_-]?secret)["']?\s{0,3}[:=]\s{0,3}["']?)[\w+/=-]{16,200}(?=["'\s,;]|$)/gi,
    isSecret: (value) => digitsIn(value) >= 3 && !/^\w*\/\w*\//.test(value),
  },
  {
    shape:
      /(?<=(?:password|passwd|passphrase|\bpwd|_pass)["']?\s{0,3}[:=]\s{0,3}["']?)[^\s"'`<>{}()[\]$/,;]{6,64}(?=["'\s,;]|$)/gi,
    isSecret: (value) => /\d/.test(value) && /[a-z]/i.test(value) && !value.includes('.') && !value.includes('…'),
  },
  { shape: /\b(?:whsec_|GOCSPX-|shp(?:at|ss)_|dop_v1_|xapp-|AGE-SECRET-KEY-1)[\w-]{20,200}/g, isSecret: isNumbered },
];

function isNumbered(value: string): boolean {
  return digitsIn(value) >= 2;
}

/**
 * Masks text for a reader who judges it. Line numbers stay. A value is masked only if its own shape shows that it is a
 * secret, so that no sentence or host can hide behind the word "password". Public identifiers stay whole. `key` makes
 * the digests of masked secrets useless to third parties.
 */
export function maskForReading(text: string, key = ''): string {
  const mask = (secret: string, before: string, shape: RegExp): string => {
    if (secret.startsWith('-----BEGIN')) return maskKey(secret, (line) => maskKeyed(line, key));
    if (isPublicIdentifier(secret, before)) return secret;
    return looksGenerated(secret, shape) ? maskKeyed(secret, key) : secret;
  };
  const shaped = SECRET_SHAPES.reduce(
    (masked, shape) =>
      masked.replace(shape, (secret: string, ...rest: unknown[]) => mask(secret, textBefore(rest), shape)),
    text,
  );
  return READING_SHAPES.reduce(
    (masked, { shape, isSecret }) =>
      masked.replace(shape, (value: string, ...rest: unknown[]) =>
        isSecret(value) && !isPublicIdentifier(value, textBefore(rest)) ? maskKeyed(value, key) : value,
      ),
    shaped,
  );
}

const NAME_CHARS = 40;

/** The text before a match, from the last two arguments of a replacer: offset and whole text. */
function textBefore(rest: readonly unknown[]): string {
  const at = rest.findLast((value) => typeof value === 'number') ?? 0;
  const whole = rest.findLast((value) => typeof value === 'string') ?? '';
  return whole.slice(Math.max(0, at - NAME_CHARS), at);
}
