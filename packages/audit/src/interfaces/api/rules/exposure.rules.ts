import { findSecrets } from '@assay/analysis/flow/secrets';
import type { ApiDocument } from '../document/document.ts';
import { eachNode } from '../document/references.ts';
import { type ApiHit, type ApiRule, apiRule } from '../rule.ts';
import { textFields } from '../texts.ts';
import { childOf, entriesOf, type Place, scalarOf, type TreeNode, textAt } from '../tree/node.ts';
import { nameOf } from './operations.ts';

const SHOWN_STACK =
  /\bat [\w$.<>]{3,80}\([\w./ -]{1,80}:\d+(?::\d+)?\)|Traceback \(most recent call last\)|\b(?:ORA-\d{5}|SQLSTATE\[?\w{5}|PG::\w+Error|psycopg2?\.\w+|com\.mysql\.\w+|java\.lang\.\w+Exception|System\.\w+Exception|NullPointerException)\b|\b(?:SELECT\b.{1,80}\bFROM|INSERT INTO|UPDATE\b.{1,60}\bSET)\b|(?:^|[\s"'(])\/(?:var|usr|home|opt|srv|app|etc)\/[\w./-]{3,80}\.(?:py|js|ts|php|rb|java|go|cs)\b|[A-Z]:\\\\?[\w\\ .-]{3,80}/;

/** A stack trace, a query or a path of the machine, as programs print them. */
export const showsInside = (text: string): boolean => SHOWN_STACK.test(text);

const IN_URL = /\b([a-z][a-z0-9+]{1,15}):\/\/([^\s:/@"'<>{}$]{1,64}):([^\s@/"'<>{}$]{3,128})@[\w.-]{3,}/gi;
const SAMPLE_WORD =
  /example|sample|dummy|placeholder|your|xxxx|test|fake|redacted|user|pass|secret|\*{3}|1234|changeme|foo|bar|<|\{/i;
const JWT = /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{20,}/g;
/** Claims in the sample tokens of tutorials. */
const SAMPLE_CLAIMS = /1234567890|John Doe|example|test|user_?id|foo|sample|demo/i;

/** A document on a host reserved for examples also uses examples in its tokens. */
const SAMPLE_HOST = /\b[\w.-]+\.(?:example|test|invalid)\b|\bexample\.(?:com|org|net)\b/gi;

const claimsOf = (token: string): string => {
  const [, body = ''] = token.split('.');
  return Buffer.from(body, 'base64url').toString('utf8').replace(SAMPLE_HOST, '');
};

const KEY_NAME =
  /^(?:\w+_)?(?:api_?key|apikey|access_token|auth_token|secret|client_secret|secret_key|password|private_key|signing_key|access_key|webhook_secret|encryption_key)$/;
/** A cheaper search than the exact name. */
const KEY_WORD = /key|token|secret|password/i;
const NOISE = /^[A-Za-z0-9+/_=-]{20,128}$/;
/** Text that is hard to guess: long, with several kinds of characters and without sample words. */
const PASSWORD_NAME = /^(?:\w+_)?(?:password|passwd|pwd|passphrase|passcode)$/;
const PASSWORD_CHARS_MIN = 10;
const isPassword = (text: string): boolean =>
  text.length >= PASSWORD_CHARS_MIN &&
  text.length <= 64 &&
  !/\s/.test(text) &&
  !SAMPLE_WORD.test(text) &&
  [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(text)).length >= 3;
const isNoise = (text: string): boolean =>
  NOISE.test(text) && /\d/.test(text) && /[a-zA-Z]/.test(text) && !SAMPLE_WORD.test(text) && new Set(text).size >= 12;

/** Values with a name that indicates a secret: examples of a property, and plain members of an example. */
function namedSecrets(root: TreeNode): ApiHit[] {
  const hits: ApiHit[] = [];
  const add = (key: string, value: TreeNode): void => {
    const text = scalarOf(value);
    if (typeof text === 'string' && isNoise(text))
      hits.push({
        at: value,
        confidence: 'firm',
        severity: 'HIGH',
        note: `The value of "${key}" looks like a key that works.`,
        class: 'value',
      });
    else if (typeof text === 'string' && PASSWORD_NAME.test(nameOf(key)) && isPassword(text))
      hits.push({
        at: value,
        confidence: 'firm',
        severity: 'MEDIUM',
        note: `The value of "${key}" looks like a password that somebody uses.`,
        class: 'password',
      });
  };
  eachNode(root, (node) => {
    for (const { key, value } of entriesOf(node)) {
      if (!KEY_WORD.test(key) || !KEY_NAME.test(nameOf(key))) continue;
      if (value.kind === 'scalar') add(key, value);
      for (const place of ['example', 'default', 'x-example']) {
        const sample = childOf(value, place);
        if (sample !== undefined) add(key, sample);
      }
    }
    const name = textAt(node, 'name');
    if (KEY_WORD.test(name) && KEY_NAME.test(nameOf(name)))
      for (const from of [node, childOf(node, 'schema')])
        for (const place of ['example', 'default', 'x-example']) {
          const sample = childOf(from, place);
          if (sample !== undefined) add(name, sample);
        }
  });
  return hits;
}

/** A header, an assignment or a query with a value, as in sample calls. */
const WRITTEN =
  /\b(?:x-)?(?:api[-_ ]?key|apikey|access[-_]?token|auth[-_]?token|authorization|client[-_]?secret|secret[-_]?key|password|token)["']?\s{0,3}[:=]\s{0,3}["']?(?:(?:bearer|basic|token)\s+)?([A-Za-z0-9+/_=-]{20,128})(?![A-Za-z0-9+/_=-])/gi;

const LIVE_PREFIX = /^[A-Za-z]{1,8}[_-](?:live|prod|production)[_-]/;
const RUN = /[A-Za-z0-9][A-Za-z0-9+/_=-]{19,127}/g;
/** Values in texts with a prefix of live keys. */
const liveKeys = ({ file, text, root }: ApiDocument): ApiHit[] =>
  textFields(root).flatMap((field): ApiHit[] => {
    const shown = (field.value.match(RUN) ?? []).find((value) => LIVE_PREFIX.test(value) && isNoise(value));
    if (shown === undefined) return [];
    const start = text.indexOf(shown, field.start);
    const at = start === -1 || start >= field.end ? field : { file, start, end: start + shown.length };
    return [{ at, confidence: 'firm', note: 'A text shows a key of the running service.', class: 'live' }];
  });

function secretHits(document: ApiDocument): ApiHit[] {
  const { file, text, root } = document;
  const at = (start: number, length: number): Place => ({ file, start, end: start + length });
  const keys = findSecrets(text)
    .filter(({ isSample }) => !isSample)
    .map(
      ({ provider, start, end }): ApiHit => ({
        at: at(start, end - start),
        confidence: 'firm',
        note: `It has the shape of a ${provider}.`,
        class: 'key',
      }),
    );
  const urls = [...text.matchAll(IN_URL)]
    .filter(([, scheme = '', user = '', pass = '']) => !SAMPLE_WORD.test(`${user} ${pass}`) && scheme !== '')
    .map(
      ({ index, 0: whole }): ApiHit => ({
        at: at(index, whole.length),
        confidence: 'firm',
        note: 'An address holds a name and a password.',
        class: 'address',
      }),
    );
  const tokens = [...text.matchAll(JWT)]
    .filter(([token]) => !SAMPLE_CLAIMS.test(claimsOf(token)))
    .map(
      ({ index, 0: token }): ApiHit => ({
        at: at(index, token.length),
        confidence: 'firm',
        severity: 'MEDIUM',
        note: 'A signed token stands in the document.',
        class: 'token',
      }),
    );
  const written = [...text.matchAll(WRITTEN)]
    // Signed tokens are judged by their claims.
    .filter(([, value = '']) => isNoise(value) && !value.startsWith('eyJ'))
    .map(
      ({ index, 0: whole }): ApiHit => ({
        at: at(index, whole.length),
        confidence: 'firm',
        note: 'A call is shown with a key that looks as if it worked.',
        class: 'call',
      }),
    );
  const found = [...keys, ...urls, ...tokens, ...written, ...namedSecrets(root)];
  const isKnown = ({ at: { start, end } }: ApiHit): boolean =>
    found.some(({ at: one }) => one.start < end && start < one.end);
  return [...found, ...liveKeys(document).filter((hit) => !isKnown(hit))];
}

const secretSample = apiRule({
  id: 'API-11',
  title: 'Secret in an example',
  question: 'Does the document contain a key, token or password that looks real?',
  severity: 'HIGH',
  references: ['OWASP-API2:2023', 'CWE-798', 'CWE-540'],
  why: 'Examples are often copied from a running service.',
  fix: 'Revoke the secret, and use a value that is clearly a placeholder.',
  blindTo: 'MEDIUM for signed tokens, which may have expired. Values that are clearly placeholders are not reported.',
  check: secretHits,
});

export const EXPOSURE_RULES: readonly ApiRule[] = [secretSample];
