import { maskSecret } from '../result/masking.ts';
import type { Unit } from '../types/index.ts';
import type { Recorder } from './recorder.ts';

/** Formats that only one provider uses; the body must look random. */
const PROVIDERS: readonly { readonly name: string; readonly heads: readonly string[]; readonly shape: RegExp }[] = [
  {
    name: 'GitHub token',
    heads: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    shape: /\bgh[pousr]_[A-Za-z0-9]{36,255}\b|\bgithub_pat_[A-Za-z0-9_]{60,255}\b/g,
  },
  { name: 'GitLab token', heads: ['glpat-'], shape: /\bglpat-[A-Za-z0-9_-]{20,64}\b/g },
  { name: 'AWS access key', heads: ['AKIA', 'ASIA'], shape: /\bA(?:KIA|SIA)[A-Z2-7]{16}\b/g },
  { name: 'Slack token', heads: ['xox'], shape: /\bxox[abprs]-\d{8,14}-[A-Za-z0-9-]{20,120}\b/g },
  { name: 'Stripe key', heads: ['_live_'], shape: /\b[sr]k_live_[A-Za-z0-9]{24,99}\b/g },
  {
    name: 'OpenAI key',
    heads: ['sk-'],
    shape: /\bsk-(?:proj-)?[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}\b|\bsk-proj-[A-Za-z0-9_-]{80,200}\b/g,
  },
  { name: 'Anthropic key', heads: ['sk-ant-'], shape: /\bsk-ant-api\d{2}-[A-Za-z0-9_-]{80,120}\b/g },
  { name: 'Google key', heads: ['AIza'], shape: /\bAIza[A-Za-z0-9_-]{35}\b/g },
  { name: 'npm token', heads: ['npm_'], shape: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { name: 'PyPI token', heads: ['pypi-AgE'], shape: /\bpypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{50,200}\b/g },
  { name: 'Telegram bot token', heads: [':AA'], shape: /\b\d{8,10}:AA[A-Za-z0-9_-]{33}\b/g },
  { name: 'SendGrid key', heads: ['SG.'], shape: /\bSG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}\b/g },
  { name: 'Hugging Face token', heads: ['hf_'], shape: /\bhf_[A-Za-z0-9]{34}\b/g },
  {
    name: 'private key',
    heads: ['PRIVATE KEY'],
    shape: /-----BEGIN (?:RSA |EC |OPENSSH |DSA )?PRIVATE KEY-----\s+[A-Za-z0-9+/=\s]{200,4000}-----END/g,
  },
];

const SAMPLE = /example|sample|dummy|placeholder|your|xxxx|test|fake|redacted|abcd|1234567|0000|\.{3}/i;
const ENTROPY_MIN_BITS = 3.2;

function entropyBits(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** Sample words, low entropy and repeated characters mark a sample. Real keys look random. */
const isSample = (secret: string): boolean =>
  SAMPLE.test(secret) || entropyBits(secret.slice(4)) < ENTROPY_MIN_BITS || /(.)\1{4,}/.test(secret);

const SECRETS_PER_FILE_MAX = 50;

type FoundSecret = {
  readonly provider: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly isSample: boolean;
};

/** Finds the secrets of known providers by their format. */
export function findSecrets(text: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  for (const { name, heads, shape } of PROVIDERS) {
    // A literal search is far cheaper than a pattern, and most files hold none of these.
    if (!heads.some((head) => text.includes(head))) continue;
    for (const match of text.matchAll(shape)) {
      if (found.length >= SECRETS_PER_FILE_MAX) return found;
      const [secret] = match;
      found.push({
        provider: name,
        text: secret,
        start: match.index,
        end: match.index + secret.length,
        isSample: isSample(secret),
      });
    }
  }
  return found;
}

export function recordSecrets(recorder: Recorder, unit: Unit): void {
  const { view } = unit.span;
  const found = findSecrets(view.text);
  if (found.length >= SECRETS_PER_FILE_MAX) recorder.limit('secrets', unit.file);
  for (const { provider, text, start, end, isSample: isMadeUp } of found)
    recorder.add('secret', { provider, masked: maskSecret(text), isSample: isMadeUp }, unit, { view, start, end });
}
