import { bundleOf } from '@assay/analysis/testing/bundle.builder';
import { afterEach, describe, expect, it } from 'vitest';
import { planReading, runReading } from '../index.ts';
import { type ModelServer, passEveryProduct, type Script, startModelServer } from '../testing/index.ts';
import { createModel, type Model } from './create-model.ts';
import { createGate } from './gate.ts';
import { ModelConfig, parseModelConfigs } from './model-config.ts';

const plan = planReading(bundleOf({ 'SKILL.md': '# Letters\n\nWrite politely.\n' }), { passes: ['a'] });

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function openModel(script: Script, over: object, key?: string): Promise<Model> {
  server = await startModelServer(script);
  const config = { name: 'm', endpoint: server.endpoint, model: 'm-1', family: 'f', retries: 0, ...over };
  return createModel(ModelConfig.parse(config), { key });
}

describe('createModel', () => {
  it.each(['openai-compatible', 'anthropic'])(
    'asks without tools, at temperature 0, in the way of %s',
    async (provider) => {
      const model = await openModel(passEveryProduct, { provider, pricePerMillionIn: 2, pricePerMillionOut: 8 });

      const [read] = await runReading(plan, model);

      expect(read?.reading).toMatchObject({ outcome: 'PASS', reader: { name: 'm', model: 'm-1', family: 'f' } });
      const { inputTokens = 0, outputTokens = 0, costMicros } = read?.reading.usage ?? {};
      expect(costMicros).toBe(inputTokens * 2 + outputTokens * 8);
      expect(server?.questions).toMatchObject([{ model: 'm-1', key: plan.passes[0]?.requests[0]?.key }]);
    },
  );

  it('marks the instruction for the cache of Anthropic', async () => {
    const sent: unknown[] = [];
    const capture: typeof globalThis.fetch = async (url, init) => {
      sent.push(JSON.parse(String(init?.body)));
      return fetch(url, init);
    };
    server = await startModelServer(passEveryProduct);
    const config = { name: 'm', provider: 'anthropic', endpoint: server.endpoint, model: 'm-1', family: 'f' };
    const [read] = await runReading(plan, createModel(ModelConfig.parse(config), { fetch: capture }));

    expect(read?.reading.outcome).toBe('PASS');
    expect(sent[0]).toMatchObject({
      system: [{ text: plan.passes[0]?.requests[0]?.system, cache_control: { type: 'ephemeral' } }],
    });
  });

  it('sends Anthropic its key in the header it wants', async () => {
    const over = { provider: 'anthropic', keyVariable: 'ANTHROPIC_API_KEY' };
    await runReading(plan, await openModel(passEveryProduct, over, 'a-private-key'));

    expect(server?.questions[0]?.authorization).toBe('a-private-key');
  });

  it('keeps its key to itself when the endpoint repeats it, whatever the key looks like', async () => {
    const key = 'correct horse battery staple';
    const echo: Script = (question) => ({ kind: 'text', text: `I was sent ${question.authorization}.` });
    const [read] = await runReading(plan, await openModel(echo, { keyVariable: 'KEY' }, key));

    expect(JSON.stringify(read)).toContain('I was sent Bearer [key].');
    expect(JSON.stringify(read)).not.toContain(key);
  });

  it('counts an answer that Anthropic holds back as a refusal', async () => {
    const model = await openModel(() => ({ kind: 'filtered' }), { provider: 'anthropic' });

    expect((await runReading(plan, model))[0]?.reading.abstention).toBe('refusal');
  });

  it('asks again when an endpoint is busy, and not more often than it may', async () => {
    const failing: Script = (question) =>
      (server?.questions.length ?? 0) < 2 ? { kind: 'status', status: 503 } : passEveryProduct(question);

    expect((await runReading(plan, await openModel(failing, { retries: 1 })))[0]?.reading.outcome).toBe('PASS');
    expect(server?.questions).toHaveLength(2);
  });

  it('does not ask again with a key that was refused', async () => {
    const model = await openModel(() => ({ kind: 'status', status: 401 }), { retries: 3 });

    expect((await runReading(plan, model))[0]?.reading.abstention).toBe('unreachable');
    expect(server?.questions).toHaveLength(1);
  });

  it('follows no redirect and reads no endless answer', async () => {
    const endless = { kind: 'text', text: 'x'.repeat(3_000_000) } as const;

    expect((await runReading(plan, await openModel(() => endless, {})))[0]?.reading.abstention).toBe('unreachable');
    await server?.close();
    expect(
      (await runReading(plan, await openModel(() => ({ kind: 'status', status: 307 }), {})))[0]?.reading.abstention,
    ).toBe('unreachable');
  });
});

it('lets no more through a gate than it is wide', async () => {
  const through = createGate(2);
  let open = 0;
  let most = 0;
  const work = async (): Promise<void> => {
    open += 1;
    most = Math.max(most, open);
    await Promise.resolve();
    open -= 1;
  };

  await Promise.all(Array.from({ length: 7 }, () => through(work)));
  await expect(through(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await through(work);

  expect(most).toBe(2);
});

describe('parseModelConfigs', () => {
  const base = { name: 'm', endpoint: 'https://models.example.com/v1', model: 'm-1', family: 'f' };

  it.each([
    ['no JSON', '{', 'not JSON'],
    ['no list', '{}', 'array'],
    ['a key in the file', JSON.stringify([{ ...base, key: 'sk-x' }]), 'key'],
    ['no endpoint', JSON.stringify([{ ...base, endpoint: undefined }]), 'endpoint'],
    [
      'a key over an open wire',
      JSON.stringify([{ ...base, endpoint: 'http://models.example.com/v1', keyVariable: 'K' }]),
      'https',
    ],
    ['a key that is no name', JSON.stringify([{ ...base, keyVariable: 'sk-secret' }]), 'NAME'],
    ['another protocol', JSON.stringify([{ ...base, endpoint: 'file:///etc/passwd' }]), 'endpoint'],
    ['one name twice', JSON.stringify([base, base]), 'same name'],
  ])('refuses %s and says where', (_name, text, part) => {
    expect(() => parseModelConfigs(text, 'models.json')).toThrow(part);
    expect(() => parseModelConfigs(text, 'models.json')).toThrow('models.json');
  });

  it('never repeats what stands in the file', () => {
    const text = JSON.stringify([{ ...base, keyVariable: 'sk-very-secret' }]);
    expect(() => parseModelConfigs(text, 'models.json')).toThrow(expect.not.stringContaining('sk-very-secret'));
  });
});
