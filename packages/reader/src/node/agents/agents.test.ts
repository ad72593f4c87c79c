import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createModel } from '../create-model.ts';
import { discoverReaders } from '../discover.ts';
import { ModelConfig } from '../model-config.ts';

const REQUEST = { key: 'k', system: 'the instruction', user: '/help', inputTokensEstimated: 50, outputTokensMax: 10 };
const ANSWER = {
  type: 'result',
  subtype: 'success',
  is_error: false,
  result: 'an answer',
  total_cost_usd: 0.0005,
  usage: { input_tokens: 100, output_tokens: 20 },
  modelUsage: { 'm-1': {} },
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-fake-agent-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Installs a fake Claude Code that prints a version and runs the script when it gets a question. */
function installFake(script: string, version = '2.1.326'): void {
  const text = `#!/bin/sh\n[ "$1" = --version ] && echo "${version} (Claude Code)" && exit 0\n${script}\n`;
  writeFileSync(join(folder, 'claude'), text);
  chmodSync(join(folder, 'claude'), 0o755);
}

const printing = (answer: object): string => `cat > /dev/null; cat <<'EOF'\n${JSON.stringify(answer)}\nEOF`;

function ask(timeoutMs = 60_000) {
  const variables: Record<string, string> = {
    PATH: `.:${folder}:/usr/bin:/bin`,
    HOME: join(folder, 'home'),
    ANTHROPIC_API_KEY: 'a-key',
    SECRET: 'not for the program',
  };
  const config = ModelConfig.parse({
    name: 'claude-code',
    provider: 'claude-code',
    model: 'm-1',
    family: 'f',
    timeoutMs,
  });
  return createModel(config, { findVariable: (name) => variables[name] }).port.ask(REQUEST);
}

describe('an agent command line', () => {
  it('is given the content on standard input, our instruction as a file, and a clean environment', async () => {
    installFake(
      `cat > "${folder}/input"; env > "${folder}/env"; ls -A > "${folder}/listing"; for a in "$@"; do case $a in --system-prompt-file=*) cat "\${a#*=}" > "${folder}/system";; esac; done\ncat <<'EOF'\n${JSON.stringify(ANSWER)}\nEOF`,
    );

    expect(await ask()).toEqual({
      kind: 'answer',
      text: 'an answer',
      usage: { inputTokens: 100, outputTokens: 20, costMicros: 500 },
    });
    const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
    expect(read('input')).toBe('DOCUMENT:\n/help');
    expect(read('system')).toBe('the instruction');
    expect(read('listing')).toBe('');
    expect(read('env')).toContain('ANTHROPIC_API_KEY=a-key');
    expect(read('env')).not.toContain('SECRET');
    const [home = ''] = /(?<=^HOME=).*$/m.exec(read('env')) ?? [];
    expect(home).not.toBe(join(folder, 'home'));
    expect(existsSync(home)).toBe(false);
  });

  it.each([
    ['ends with 0 and says nothing', 'exit 0'],
    ['prints something else', 'echo hello'],
    ['used no tokens', printing({ ...ANSWER, usage: { input_tokens: 0, output_tokens: 0 } })],
    ['reports an error as a success', printing({ ...ANSWER, is_error: true })],
    ['was answered by another model', printing({ ...ANSWER, modelUsage: { other: {} } })],
    ['ends with 1 after an answer', `${printing(ANSWER)}\nexit 1`],
  ])('that %s counts as none', async (_, script) => {
    installFake(script);

    expect(await ask()).toMatchObject({ kind: 'unreachable' });
  });

  it('is killed at the deadline with everything it started', async () => {
    installFake(`sh -c 'echo $$ > "${folder}/pid"; exec sleep 600' & wait`);

    expect(await ask(3_000)).toMatchObject({ kind: 'timeout', usage: { inputTokens: 50 } });
    const pid = readFileSync(join(folder, 'pid'), 'utf8').trim();
    // A killed process may remain as a zombie until its parent collects it.
    const state = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0] : 'Z';
    expect(state).toBe('Z');
  });

  it('rejects an untested version and names the tested ones', async () => {
    installFake(printing(ANSWER), '9.9.9');

    expect(await ask()).toMatchObject({
      kind: 'unreachable',
      detail: 'Claude Code 9.9.9 has not been tested and is rejected. Tested versions: 2.1.326.',
    });
  });
});

describe('discoverReaders', () => {
  it('lists what is there, with who receives the content, and asks nobody', async () => {
    installFake(`touch "${folder}/asked"`);
    const variables: Record<string, string> = {
      PATH: folder,
      HOME: folder,
      ANTHROPIC_API_KEY: 'k',
      GOOGLE_API_KEY: 'g',
    };
    const asked: string[] = [];
    const fetch = (input: unknown): Promise<Response> => {
      asked.push(String(input));
      const isOllama = String(input).startsWith('http://127.0.0.1:11434/');
      const data = [{ id: 'qwen3:14b' }, { id: 'nomic-embed-text' }];
      return isOllama ? Promise.resolve(Response.json({ data })) : Promise.reject(new Error('refused'));
    };

    const found = await discoverReaders({ findVariable: (name) => variables[name], fetch });

    const of = (name: string) => found.find((each) => each.name === name);
    expect(of('claude-code')).toMatchObject({ isReady: true, recipient: 'Anthropic', costs: true });
    expect(of('codex')).toMatchObject({ isReady: false, detail: 'Codex (codex) is not installed.' });
    expect(of('copilot')).toMatchObject({ isReady: false, detail: expect.stringContaining('unfit') });
    expect(of('ollama/qwen3:14b')).toMatchObject({ isReady: true, recipient: 'this machine', costs: false });
    expect(of('ollama/nomic-embed-text')).toBeUndefined();
    expect(of('vllm')).toMatchObject({ isReady: false });
    expect(of('gemini')).toMatchObject({ isReady: false, detail: expect.stringContaining('GOOGLE_API_KEY') });
    expect(of('openai')).toMatchObject({ isReady: false, detail: 'OPENAI_API_KEY is not set.' });
    expect(asked.every((url) => url.endsWith('/models'))).toBe(true);
    expect(readdirSync(folder)).not.toContain('asked');
  });
});
