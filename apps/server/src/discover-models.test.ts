import type { FoundReader } from '@assay/reader/models';
import { ModelConfig } from '@assay/reader/models';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { chooseReaders, resolveAutoModels } from './discover-models.ts';
import { describeReaders } from './serve.ts';

const reader = (name: string, kind: FoundReader['kind'], config: object): FoundReader => ({
  name,
  kind,
  title: name,
  recipient: 'Example Inc.',
  costs: true,
  isReady: true,
  detail: '',
  config: ModelConfig.parse({ model: 'm', family: 'f', ...config }),
});
const agent = reader('codex', 'agent', { name: 'codex', provider: 'codex' });
const local = ['a', 'b'].map((model) =>
  reader(`ollama/${model}`, 'local', { name: 'ollama', endpoint: 'http://127.0.0.1:11434/v1', model }),
);
const key = reader('anthropic', 'api-key', {
  name: 'anthropic',
  provider: 'anthropic',
  keyVariable: 'ANTHROPIC_API_KEY',
});

describe('ASSAY_MODELS=auto', () => {
  it('accepts keys and one model of each local server, and an agent CLI only on loopback without them', () => {
    const names = (found: readonly FoundReader[], isPublicService: boolean) =>
      chooseReaders(found, isPublicService).map(({ name }) => name);

    expect(names([agent, ...local, key], false)).toEqual(['anthropic', 'ollama/a']);
    expect(names([agent], false)).toEqual(['codex']);
    expect(names([agent], true)).toEqual([]);
  });

  it('lists the models that answer', async () => {
    const fetch = (input: unknown): Promise<Response> =>
      String(input).startsWith('http://127.0.0.1:11434/')
        ? Promise.resolve(Response.json({ data: [{ id: 'qwen3:14b' }] }))
        : Promise.reject(new Error('refused'));

    const env = await resolveAutoModels({ ASSAY_MODELS: 'auto', PATH: '/nonexistent' }, true, fetch);

    const config = readConfig(env);
    expect(config.models).toMatchObject([{ config: { name: 'ollama', model: 'qwen3:14b' } }]);
    expect(describeReaders(config)).toBe('instructions are read by ollama (qwen3:14b)');
    expect(describeReaders(readConfig({}))).toContain('ASSAY_MODELS=auto');
  });

  it('keeps every other setting', async () => {
    const env = { ASSAY_MODELS: '[]' };
    expect(await resolveAutoModels(env, true)).toBe(env);
  });
});

it('a service for others permits no agent command line as a reader', () => {
  const ASSAY_MODELS = JSON.stringify([agent.config]);
  const PUBLIC_BASE_URL = 'https://assay.example';

  expect(() => readConfig({ ASSAY_MODELS, PUBLIC_BASE_URL })).toThrow('codex');
  expect(readConfig({ ASSAY_MODELS }).models).toHaveLength(1);
});
