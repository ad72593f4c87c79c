/** Many callers that request free previews without a pause, each with its own address and key: `node callers.ts URL COUNT`. */
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { linkWallet } from '../../apps/server/src/testing/plain-client.ts';

const [url = '', count = '0'] = process.argv.slice(2);
const LEAST_PRIORITY = 19;
/** Not what `Retry-After` asks for. */
const REFUSED_PAUSE_MS = 50;
/** Much to read, and a script that never ends by itself. */
const PARAGRAPHS = 2_000;
const PARAGRAPH = 'Read the notes of the user, put them in order, and say what is missing from them.\n\n';
const SCRIPT = 'while True:\n    pass\n';

let isAtWork = false;
let [served, refused] = [0, 0];

const newBody = (): string => {
  const head = `---\nname: preview-${randomBytes(6).toString('hex')}\ndescription: Reads notes.\n---\n\n# Notes\n\n`;
  const text = `${head}${PARAGRAPH.repeat(PARAGRAPHS)}Run scripts/order.py.\n`;
  const files = [
    { path: 'SKILL.md', contentBase64: Buffer.from(text).toString('base64') },
    { path: 'scripts/order.py', contentBase64: Buffer.from(SCRIPT).toString('base64') },
  ];
  return JSON.stringify({ productType: 'SKILL', files });
};

/** From an address of its own: all of 127.0.0.0/8 is this machine. */
function preview(localAddress: string, apiKey: string): Promise<number> {
  const body = newBody();
  const headers = {
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  return new Promise((resolve) => {
    const asked = request(`${url}/certsvc/v1/submissions/validate`, { method: 'POST', headers, localAddress });
    asked.on('response', (response) => {
      response.resume();
      response.on('close', () => resolve(response.statusCode ?? 0));
    });
    asked.on('error', () => resolve(0)); // refused before the body was read
    asked.end(body);
  });
}

async function call(place: number): Promise<never> {
  const { apiKey } = await linkWallet({ url }, privateKeyToAccount(generatePrivateKey()));
  linked.push(place);
  for (;;) {
    if (!isAtWork) {
      await pause(REFUSED_PAUSE_MS);
      continue;
    }
    const status = await preview(`127.0.1.${place + 1}`, String(apiKey));
    if (status === 200) served++;
    else {
      refused++;
      await pause(REFUSED_PAUSE_MS);
    }
  }
}

const linked: number[] = [];
setPriority(LEAST_PRIORITY);
process.on('message', (word) => {
  isAtWork = word === 'go';
  if (word !== 'go') process.send?.({ served, refused });
});
process.on('disconnect', () => process.exit(0));
for (let place = 0; place < Number(count); place++) void call(place);
while (linked.length < Number(count)) await pause(REFUSED_PAUSE_MS);
process.send?.({ served, refused });
