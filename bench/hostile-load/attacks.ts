/** The attacks of the hostile review, each as one caller runs it. A call returns the response status. */
import { randomBytes } from 'node:crypto';
import { type ClientRequest, request } from 'node:http';

export type Attacker = {
  readonly url: string;
  /** All of 127.0.0.0/8 is this machine: each attacker has an address and a key of its own. */
  readonly localAddress: string;
  readonly apiKey: string;
};
export type Attack = {
  readonly about: string;
  readonly attackers: number;
  /** Calls of each attacker in a second; rate limits would allow about ten. */
  readonly perSecond: number;
  readonly call: (attacker: Attacker) => Promise<number>;
};

const MIB = 1024 * 1024;
const VALIDATE = '/certsvc/v1/submissions/validate';
const SUBMIT = '/api/v1/certsvc/submit';
const BATCH = '/api/v1/public/verify/batch';
const NONE = 0;

function open({ url, localAddress }: Attacker, path: string, headers: Record<string, string | number>): ClientRequest {
  const all = { 'content-type': 'application/json', ...headers };
  return request(url + path, { method: 'POST', headers: all, localAddress });
}

/** Sends a whole body, whatever is answered meanwhile. */
function send(attacker: Attacker, path: string, body: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const asked = open(attacker, path, { 'content-length': Buffer.byteLength(body), ...headers });
    asked.on('response', (response) => {
      response.resume();
      response.on('close', () => resolve(response.statusCode ?? NONE));
    });
    asked.on('error', () => resolve(NONE)); // refused and closed before all of it was sent
    asked.end(body);
  });
}

const bearer = ({ apiKey }: Attacker) => ({ authorization: `Bearer ${apiKey}` });

const bundleOf = (name: string, text: string): string =>
  JSON.stringify({
    productType: 'SKILL',
    name,
    files: [
      { path: 'SKILL.md', content: `# Notes ${randomBytes(6).toString('hex')}\n\nSort the notes of the user.\n` },
      { path: 'notes.txt', content: text },
    ],
  });

/** Sixty-two words and a last one that never comes: a backtracking pattern tries every place of the text. */
const BACKTRACKING_NAME = `${'a '.repeat(62)}b`;
const BACKTRACKING_TEXT = 'a '.repeat(1.5 * MIB);
const NESTED = '['.repeat(8 * MIB - 16);
const HALF_HELD_MS = 60_000;

const digests = (): string =>
  JSON.stringify({
    items: Array.from({ length: 100 }, () => ({ digest: `sha256:${randomBytes(32).toString('hex')}` })),
  });

/** Begins a request, sends half of it and waits until the service has had enough. */
function sendHalf(attacker: Attacker): Promise<number> {
  return new Promise((resolve) => {
    const asked = open(attacker, VALIDATE, { 'content-length': 1_000, ...bearer(attacker) });
    const end = (status: number) => {
      clearTimeout(patience);
      asked.destroy();
      resolve(status);
    };
    const patience = setTimeout(end, HALF_HELD_MS, NONE).unref();
    asked.on('response', ({ statusCode = NONE }) => end(statusCode));
    asked.on('error', () => end(NONE));
    asked.write('{"productType":');
  });
}

export const ATTACKS: Readonly<Record<string, Attack>> = {
  'hostile-name': {
    about: 'validate with a name that makes patterns backtrack, beside 3 MB of text',
    attackers: 6,
    perSecond: 1,
    call: (attacker) => send(attacker, VALIDATE, bundleOf(BACKTRACKING_NAME, BACKTRACKING_TEXT), bearer(attacker)),
  },
  'nested-json': {
    about: '8 MiB of nested arrays without a credential to submit',
    attackers: 4,
    perSecond: 5,
    call: (attacker) => send(attacker, SUBMIT, NESTED),
  },
  'nested-json-signed-in': {
    about: '8 MiB of nested arrays with a credential to validate',
    attackers: 4,
    perSecond: 5,
    call: (attacker) => send(attacker, VALIDATE, NESTED, bearer(attacker)),
  },
  'verify-batch': {
    about: 'batches of 100 unknown digests',
    attackers: 2,
    perSecond: 10,
    call: (attacker) => send(attacker, BATCH, digests()),
  },
  'half-sent': {
    about: 'requests for free work of which only half is sent',
    attackers: 20,
    perSecond: 2,
    call: sendHalf,
  },
  'world-pages': {
    about: 'the page of the world, with a query that changes',
    attackers: 2,
    perSecond: 10,
    call: async ({ url }) => {
      const query = randomBytes(4).toString('hex');
      const page = await fetch(`${url}/world?${query}`, { headers: { accept: 'text/html' } }).catch(() => undefined);
      await page?.arrayBuffer();
      return page?.status ?? NONE;
    },
  },
  'full-disk': {
    about: 'validate with 4 MB that are never the same',
    attackers: 6,
    perSecond: 1,
    call: (attacker) =>
      send(attacker, VALIDATE, bundleOf('notes', randomBytes(2 * MIB).toString('hex')), bearer(attacker)),
  },
};
