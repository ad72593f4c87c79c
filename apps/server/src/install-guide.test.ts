import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COMPILED, MAIN } from '../../cli/src/testing/run-assay.ts';
import { INSTRUCTIONS, type InstallMachine, openInstallMachine, SKILL } from './testing/install-machine.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const GUIDE = readFileSync(join(ROOT, 'docs/guides/install-with-proof.md'), 'utf8');

let machine: InstallMachine;
beforeAll(async () => {
  machine = await openInstallMachine();
  const bin = join(machine.home, 'bin');
  mkdirSync(bin);
  const command = `#!/bin/sh\nexport NODE_COMPILE_CACHE='${COMPILED.NODE_COMPILE_CACHE}'\nexec '${process.execPath}' '${MAIN}' "$@"\n`;
  writeFileSync(join(bin, 'assay'), command);
  chmodSync(join(bin, 'assay'), 0o755);
});
afterAll(() => machine.close());

async function run(script: string, cwd: string) {
  const env = { ...machine.env, PATH: `${machine.home}/bin:${machine.env.PATH}` };
  const child = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', script], { cwd, env });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { stdout, stderr, code: code as number };
}

it('docs/guides/install-with-proof.md works as written', async () => {
  await machine.certify('acme/notes', SKILL);
  const { path } = machine.openProject('.claude');
  expect((await run(`assay config gitHost ${machine.git.url}`, path)).code).toBe(0);
  const scripts = [...GUIDE.matchAll(/```sh\n(.*?)```/gs)].map(([, script = '']) => script);
  expect(scripts.length).toBeGreaterThanOrEqual(4);
  for (const script of scripts) {
    if (script.includes('.claude/skills/own')) {
      mkdirSync(join(path, '.claude/skills/own'), { recursive: true });
      writeFileSync(join(path, '.claude/skills/own/SKILL.md'), `${INSTRUCTIONS}\nOur own.\n`);
    }
    const { stderr, code } = await run(script, path);
    expect([script, stderr, code]).toEqual([script, '', 0]);
  }
  const { skills, trusted } = JSON.parse(readFileSync(join(path, 'assay.lock'), 'utf8'));
  const [, shown = '{}'] = /```json\n(.*?)```/s.exec(GUIDE) ?? [];
  expect(Object.keys(JSON.parse(shown).skills.minutes)).toEqual(Object.keys(skills.minutes));
  expect(Object.values(trusted)).toMatchObject([{ name: 'own', reason: 'Written by us' }]);
  expect((await run('assay ci --frozen', path)).code).toBe(0);
});

it('docs/guides/install-with-proof.md names the folders that the command uses', async () => {
  const { SKILL_HOSTS } = await import('../../cli/src/install/hosts.ts');
  for (const { title, folder, documentedAt } of SKILL_HOSTS)
    expect(GUIDE).toMatch(new RegExp(`\\| ${title} \\| \`${folder.replace('.', '\\.')}\`.*\\| ${documentedAt} \\|`));
});
