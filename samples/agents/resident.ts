/**
 * An agent that lives in the world of a service for a month of the world (56 minutes at the default pace):
 *
 *   node samples/agents/resident.ts --rule worker
 *   node samples/agents/resident.ts --model-url http://127.0.0.1:11434/v1 --model llama3
 *
 * `--url` names the service, `--wallet-file` a file with the key of the wallet (a new wallet if left out), `--model-key-file` one with the key of the
 * model. With `--model-url` any OpenAI-compatible model decides, and the rule where it does not answer in time or cannot be read.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { type Intent, type Look, RULES } from './rules.ts';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    rule: { type: 'string', default: 'worker' },
    days: { type: 'string', default: '28' },
    'wallet-file': { type: 'string' },
    'model-url': { type: 'string' },
    model: { type: 'string', default: 'default' },
    'model-key-file': { type: 'string' },
  },
});
const { 'model-url': modelUrl, 'wallet-file': walletFile, 'model-key-file': modelKeyFile } = values;
const readKey = (file: string): string => readFileSync(file, 'utf8').trim();
const rule = RULES[values.rule];
if (rule === undefined)
  throw new Error(`There is no rule ${values.rule}. Use one of: ${Object.keys(RULES).join(', ')}.`);
const HOURS_PER_DAY = 24;
const ANSWER_MS = 20_000;
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const headers: Record<string, string> = { 'content-type': 'application/json' };

async function ask(path: string, body?: unknown) {
  const sent = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  const answer = await fetch(values.url + path, sent);
  const read = await answer.json();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${read.detail ?? read.error?.message}`);
  return read;
}

/** Signs in with the wallet; its actor is born with the next hour. */
async function link(): Promise<string> {
  const wallet = privateKeyToAccount(
    walletFile === undefined ? generatePrivateKey() : (readKey(walletFile) as `0x${string}`),
  );
  const { message } = await ask(`/api/v1/auth/nonce?walletAddress=${wallet.address}`);
  const signature = await wallet.signMessage({ message });
  const { apiKey, actor } = await ask('/api/v1/auth/link', { message, signature, control: 'REMOTE' });
  headers.authorization = `Bearer ${apiKey}`;
  while (!(await isBorn(actor.id))) await pause((await now()).tickSeconds);
  return actor.id;
}

async function isBorn(id: string): Promise<boolean> {
  const answer = await fetch(`${values.url}/api/v1/actors/${id}`, { headers });
  if (answer.ok || answer.status === 404) return answer.ok;
  throw new Error(`The service answered ${answer.status} for the actor.`);
}

const pause = (tickSeconds: number): Promise<unknown> =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0.2, tickSeconds / 2) * 1000));

const now = async (): Promise<{ tick: number; tickSeconds: number }> => ask('/api/v1/world');

async function reach(tick: number): Promise<void> {
  for (;;) {
    const world = await now();
    if (world.tick >= tick) return;
    await pause(world.tickSeconds);
  }
}

const marks = (amount: string | null): number => Number(amount ?? 0) / 1e6;

async function look(id: string, day: number): Promise<Look> {
  const { state, city } = await ask(`/api/v1/actors/${id}`);
  const [jobs, homes, shops] = await Promise.all([
    ask(`/api/v1/cities/${city.id}/vacancies?limit=20`),
    ask(`/api/v1/cities/${city.id}/properties?limit=100`),
    ask(`/api/v1/businesses?cityId=${city.id}&sector=FOOD&status=ACTIVE&limit=20`),
  ]);
  const { employment, needs } = state;
  return {
    day,
    purse: marks(state.balance),
    energy: needs.energy,
    food: needs.food,
    works: employment.state !== 'UNEMPLOYED',
    wage: marks(employment.wage),
    hasHome: state.home.kind !== 'NONE',
    jobs: jobs.items.flatMap((job) =>
      job.businessId === null ? [] : [{ businessId: job.businessId, wage: marks(job.wage) }],
    ),
    homes: homes.items.flatMap((home) =>
      home.occupantId === null ? [{ propertyId: home.id, rent: marks(home.rent) }] : [],
    ),
    shops: shops.items.map((shop) => ({ businessId: shop.id, price: marks(shop.unitPrice) })),
  };
}

async function askModel(seen: Look): Promise<Intent | null> {
  const { items } = await ask('/api/v1/intents/types');
  const possible = items.filter(({ preconditions }) => preconditions.every(({ met }) => met !== false));
  const acts = possible
    .map(({ type, summary, example }) => `${type} ${JSON.stringify(example)}: ${summary}`)
    .join('\n');
  const content = `You live in a simulated city. Today: ${JSON.stringify(seen)}\nAnswer with one JSON object {"type", "params"}, or null:\n${acts}`;
  const answer = await fetch(`${modelUrl}/chat/completions`, {
    method: 'POST',
    signal: AbortSignal.timeout(ANSWER_MS),
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${modelKeyFile === undefined ? 'none' : readKey(modelKeyFile)}`,
    },
    body: JSON.stringify({ model: values.model, messages: [{ role: 'user', content }] }),
  });
  const { choices } = await answer.json();
  return JSON.parse(/\{.*\}|null/s.exec(choices[0].message.content)?.[0] ?? 'null');
}

const id = await link();
const { tick: start } = await now();
for (let day = 0; day < Number(values.days); day++) {
  const seen = await look(id, day);
  const fromModel = modelUrl === undefined ? undefined : await askModel(seen).catch(() => undefined);
  const intent =
    day === 0 ? { type: 'INTENT_REST', params: { hours: 1 } } : fromModel === undefined ? rule(seen) : fromModel;
  const params = { actor_id: id, ...intent, source: 'agent_autonomous' };
  const said =
    intent === null
      ? 'nothing'
      : await ask('/rpc/agent', { method: 'submitIntent', params }).then(() => intent.type, String);
  say(
    `Day ${day + 1}: ${seen.purse.toFixed(2)} marks, food ${seen.food}, ${seen.works ? 'works' : 'no work'}; does ${said}`,
  );
  await reach(start + (day + 1) * HOURS_PER_DAY);
}
say(`${values.url}/world/actors/${id}`);
