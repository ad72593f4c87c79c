import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLEAN_SKILL, createFolder } from '../testing/skill-folder.ts';
import { findHost } from './hosts.ts';
import { resolveToolUse } from './resolve-tool-use.ts';

const ENTRY = '{"hooks":{"PreToolUse":[{"hooks":[{"command":"assay hook run claude-code"}]}]}}';
const EVIL = '.claude/skills/evil';

let root: ReturnType<typeof createFolder>;
const at = (path: string) => join(root.path, path);
function git(cwd: string, ...args: string[]): void {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  const config = ['user.name=a', 'user.email=a@example.org', 'protocol.file.allow=always', 'init.defaultBranch=main'];
  execFileSync('git', [...config.flatMap((pair) => ['-c', pair]), ...args], { cwd: at(cwd), env, stdio: 'pipe' });
}
function commit(cwd: string): void {
  git(cwd, 'init', '-q');
  git(cwd, 'commit', '-q', '--allow-empty', '-m', 'Start');
  git(cwd, 'add', '-A');
  git(cwd, 'commit', '-q', '-m', 'Add the hook');
}
beforeAll(() => {
  const files = (top: string) => ({
    [`${top}/.claude/settings.json`]: ENTRY,
    [`${top}/${EVIL}/SKILL.md`]: CLEAN_SKILL.replace('notes', 'evil'),
    [`${top}/${EVIL}/run.sh`]: 'echo\n',
    [`${top}/src/deep/a`]: '',
  });
  root = createFolder({ ...files('folder'), ...files('module'), 'home/a': '' });
  commit('module');
  commit('folder');
  git('folder', 'worktree', 'add', '-q', '--detach', at('worktree'));
  git('folder', 'submodule', '--quiet', 'add', at('module'), 'vendor/module');
});
afterAll(() => root[Symbol.dispose]());

/** The targets of a Claude Code call in a folder. */
async function targetsOf(cwd: string, tool: string, input: object) {
  const event = { hook_event_name: 'PreToolUse', tool_name: tool, cwd: at(cwd), tool_input: input };
  const use = findHost('claude-code')?.read(event);
  if (use === undefined) throw new Error('This is no event of that host.');
  return resolveToolUse(use, { home: at('home') });
}
const kindsOf = async (cwd: string, command: string): Promise<string[]> =>
  (await targetsOf(cwd, 'Bash', { command })).map(({ kind }) => kind);
const foldersOf = async (cwd: string, tool: string, input: object): Promise<string[]> =>
  (await targetsOf(cwd, tool, input)).flatMap((target) => (target.kind === 'folder' ? [target.path] : []));

describe.each(['folder', 'worktree', 'folder/vendor/module'])('the checkout %s', (checkout) => {
  it.each([
    'git checkout -q HEAD~1',
    'git reset --hard HEAD~1',
    'git stash',
    'git rm -r .claude',
    'rm -rf .claude',
    'echo {} > .claude/settings.json',
    'find . -delete',
  ])('keeps the settings with the hook: %s', async (command) => {
    expect(await kindsOf(checkout, command)).toContain('unresolved');
    const below = command.includes('.claude') || command.startsWith('find') ? `cd ../.. && ${command}` : command;
    expect(await kindsOf(`${checkout}/src/deep`, below)).toContain('unresolved');
  });

  it('is found by the path of a git option', async () => {
    expect(await kindsOf(`${checkout}/src`, `git -C ${at(checkout)} reset --hard HEAD~1`)).toContain('unresolved');
  });

  it.each(['git status', 'git log', 'git commit -m x', 'ls'])('is not guarded from %s', async (command) => {
    expect(await kindsOf(checkout, command)).not.toContain('unresolved');
  });

  it.each(['', '/src/deep'])('has its skills found from its folder%s', async (below) => {
    const evil = at(`${checkout}/${EVIL}`);
    expect(await foldersOf(checkout + below, 'Skill', { skill: 'evil' })).toContain(evil);
    expect(await foldersOf(checkout + below, 'Bash', { command: `sh ${evil}/run.sh` })).toContain(evil);
  });
});

it('the administration of a worktree from its main checkout is guarded', async () => {
  expect(await kindsOf('folder', 'git worktree remove --force ../worktree')).toContain('unresolved');
  expect(await kindsOf('folder', 'git submodule deinit -f vendor/module')).toContain('unresolved');
  expect(await kindsOf('folder/.git/modules/vendor/module', 'git reset --hard HEAD~1')).toContain('unresolved');
});
