/** A value beside a word for a secret. */
const NAMED_VALUE =
  /(?<=(?:password|passwd|secret|token|api[_-]?key)["']?\s{0,3}[:=]\s{0,3}["']?)[\w+/=.-]{16,200}(?=["'\s]|$)/gi;

/** Shapes of secrets, longest heads first. No raw secret leaves the engine, so this errs on the side of masking. */
const SECRET_SHAPES: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]{0,4000}?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g,
  /\b(?:sk-(?:ant-|proj-|live-|test-)?[\w-]{16,200}|sk_(?:live|test)_\w{16,100}|rk_(?:live|test)_\w{16,100})/g,
  /\bgh[pousr]_\w{30,255}|\bgithub_pat_\w{22,255}|\bglpat-[\w-]{18,100}/g,
  /\bA(?:KIA|SIA|ROA|IDA)[A-Z0-9]{16}\b/g,
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

/** A line of base64 as keys are written, and the shorter last one. */
const KEY_LINE = /^\s*(?=\S*\d)[A-Za-z0-9+/]{30,100}={0,2}\s*$/;
const LAST_KEY_LINE = /^\s*(?=\S*[\d+/=])[A-Za-z0-9+/]{1,100}={0,2}\s*$/;

/** Line by line: whatever else stands between the lines of a key is no part of it, and somebody's sentence or setting. */
function maskKey(block: string): string {
  const lines = block.split('\n');
  const isKey = (line: string, at: number): boolean =>
    KEY_LINE.test(line) || (at === lines.length - 2 && KEY_LINE.test(lines[at - 1] ?? '') && LAST_KEY_LINE.test(line));
  return lines.map((line, at) => (isKey(line, at) ? maskSecret(line.trim()) : line)).join('\n');
}

/** The last part of a signed token is as long as a signature. `eyJ….….example` is a host. */
const isSigned = (token: string): boolean => {
  const signature = token.split('.')[2] ?? '';
  return signature.length >= 20 && /\d/.test(signature) && !signature.startsWith('xn--');
};

/** A sentence in the place of a secret stays readable: generated values hold digits. */
function looksGenerated(secret: string, shape: RegExp): boolean {
  if (secret.startsWith('eyJ') && !isSigned(secret)) return false;
  const digits = secret.match(/\d/g)?.length ?? 0;
  return shape === NAMED_VALUE ? digits >= 3 && !/[./]/.test(secret) : digits >= 2;
}

const maskRead = (secret: string, shape: RegExp): string => {
  if (secret.startsWith('-----BEGIN')) return maskKey(secret);
  return looksGenerated(secret, shape) ? maskSecret(secret) : secret;
};

/**
 * Masked for a reader who judges the text: line numbers stay, and only what is a secret by its own shape is hidden, so
 * that nobody can hide a sentence or a host behind the word "password".
 */
export function maskForReading(text: string): string {
  return SECRET_SHAPES.reduce((masked, shape) => masked.replace(shape, (secret) => maskRead(secret, shape)), text);
}
