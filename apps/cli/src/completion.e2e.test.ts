import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from './commands/table.ts';
import { runAssay } from './testing/run-assay.ts';
import { createFolder } from './testing/skill-folder.ts';

describe('assay completion', () => {
  let script: string;
  beforeAll(async () => {
    script = (await runAssay(['completion', 'bash'])).stdout;
  });

  /** The completions of bash for the last of these words. */
  const complete = (...words: string[]): string[] => {
    const line = `COMP_WORDS=(assay ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _assay; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const printed = execFileSync(process.env.ASSAY_TEST_BASH ?? 'bash', ['--norc', '-c', `${script}\n${line}`], {
      encoding: 'utf8',
    });
    return printed.split('\n').filter((each) => each !== '');
  };

  it('offers commands, options and subcommands in bash', () => {
    expect(complete('')).toEqual(COMMANDS.map(({ name }) => name));
    expect(complete('add', '--')).toEqual(
      expect.arrayContaining(['--yes', '--agent', '--host', '--no-reader', '--max-level', '--json', '--url', '--help']),
    );
    expect(complete('ci', '--fr')).toEqual(['--frozen']);
    expect(complete('hook', '')).toEqual(['install', 'uninstall']);
    expect(complete('hook', 'install', 'c')).toEqual(expect.arrayContaining(['claude-code', 'codex', 'cursor']));
    expect(complete('config', 'policy.onF')).toEqual(['policy.onFlags']);
    expect(complete('verify', '')).toEqual([]);
  });

  it.each(['zsh', 'fish', 'powershell'])('has the same words in %s', async (shell) => {
    const { code, stdout } = await runAssay(['completion', shell]);
    expect(code).toBe(0);
    for (const { name } of COMMANDS) expect(stdout).toContain(name);
    for (const word of ['frozen', 'uninstall', 'claude-code', 'policy.onFlags', 'trust-service'])
      expect(stdout).toContain(word);
  });
});

describe('assay config', () => {
  it('sets, shows and removes every setting of the guides, and refuses a value of another type', async () => {
    using folder = createFolder({});
    const file = join(folder.path, '.config/assay/config.json');
    const run = (...words: string[]) =>
      runAssay(['config', ...words], { cwd: folder.path, env: { HOME: folder.path } });
    const written = () => JSON.parse(readFileSync(file, 'utf8'));

    expect((await run('policy.onUnreachable', 'deny')).code).toBe(0);
    expect((await run('policy.maxAgeDays', '30')).code).toBe(0);
    expect((await run('policy.requireAnchor', 'true')).code).toBe(0);
    expect((await run('trustedSkills', 'pdf, docx')).code).toBe(0);
    expect(written()).toEqual({
      policy: { onUnreachable: 'deny', maxAgeDays: 30, requireAnchor: true },
      trustedSkills: ['pdf', 'docx'],
    });
    expect((await run('trustedSkills')).stdout).toBe('pdf,docx\n');
    expect((await run('policy.maxAgeDays')).stdout).toBe('30\n');

    const before = readFileSync(file, 'utf8');
    for (const [key, value] of [
      ['policy.onUnreachable', 'allow'],
      ['policy.maxAgeDays', '-1'],
      ['policy.maxAgeDays', '1e3'],
      ['policy.requireAnchor', 'yes'],
      ['policy.allowUpTo', 'ANY'],
      ['trustedSkills', 'pdf,,docx'],
      ['url', 'assay.example'],
      ['url', 'ftp://assay.example'],
      ['tokens', 'x'],
      ['policy.__proto__', 'x'],
    ] as const)
      expect([key, value, (await run(key, '--', value)).code]).toEqual([key, value, 64]);
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect((await run('trustedSkills', '--json')).code).toBe(64);

    for (const key of ['policy.onUnreachable', 'policy.maxAgeDays', 'policy.requireAnchor'])
      expect((await run(key, '--unset')).code).toBe(0);
    expect(written()).toEqual({ trustedSkills: ['pdf', 'docx'] });
    writeFileSync(file, '{"policy": {"onFlags": "never"}}');
    expect((await run('policy.onFlags', 'deny')).code).toBe(64);
  });
});
