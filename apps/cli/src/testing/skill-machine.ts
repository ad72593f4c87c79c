import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { resolveToolUse } from '../hook/resolve-tool-use.ts';
import type { Target, ToolUse } from '../hook/tool-use.ts';
import { CLEAN_SKILL, createFolder } from './skill-folder.ts';

/** A project and a home: `good` and `evil` in the project, a second `good` for another host, `noted` in the home, and plugins. */
export function createMachine() {
  const folder = createFolder({
    'project/.claude/skills/good/SKILL.md': CLEAN_SKILL,
    'project/.claude/skills/good/run.sh': 'echo\n',
    'project/.claude/skills/evil/SKILL.md': CLEAN_SKILL.replace('notes', 'evil'),
    'project/.claude/skills/evil/run.sh': 'echo\n',
    'project/.claude/skills/my skill/run.sh': 'echo\n',
    'project/.claude/skills/résumé/run.sh': 'echo\n',
    'project/.claude/skills/@acme/run.sh': 'echo\n',
    'project/.claude/settings.json': '{}',
    'project/src/index.ts': '',
    'project/package.json': '{}',
    'project/packages/web/.claude/skills/nested/SKILL.md': CLEAN_SKILL,
    'home/.cursor/skills/good/SKILL.md': CLEAN_SKILL,
    'home/.codex/skills/noted/SKILL.md': CLEAN_SKILL.replace('notes', 'alias'),
    'home/.config/opencode/skill/open/SKILL.md': CLEAN_SKILL,
    'home/.claude/plugins/cache/market/evilplugin/1.0/skills/cached/SKILL.md': CLEAN_SKILL,
    'home/.claude/plugins/cache/market/evilplugin/1.0/skills/cached/run.sh': 'echo\n',
    'home/.claude/plugins/cache/market/evilplugin/1.0/scripts/x.sh': 'echo\n',
    'vendor/linked/SKILL.md': CLEAN_SKILL,
    'vendor/linked/run.sh': 'echo\n',
  });
  const project = join(folder.path, 'project');
  symlinkSync('../../../vendor/linked', join(project, '.claude/skills/linked'));
  symlinkSync('.claude/skills/evil', join(project, 'shortcut'));
  mkdirSync(join(folder.path, 'empty'));
  return { project, home: join(folder.path, 'home'), root: folder.path, [Symbol.dispose]: folder[Symbol.dispose] };
}

export const show = (target: Target): string =>
  target.kind === 'folder'
    ? target.path.replace(/^.*?\/(?=project|home|vendor)/, '')
    : target.kind === 'install'
      ? `install ${target.source}`
      : target.kind;

/** The hook's targets for a call, as paths relative to the machine folder. */
export async function find(use: Partial<ToolUse> & { file?: string }, { from = 'project' } = {}): Promise<string[]> {
  using machine = createMachine();
  const fill = (text: string) => text.replaceAll('<root>', machine.root);
  const { skill, file, command } = use;
  const targets = await resolveToolUse(
    {
      cwd: join(machine.root, from),
      ...(skill !== undefined && { skill }),
      ...(file !== undefined && { texts: [fill(file)] }),
      ...(command !== undefined && { command: fill(command) }),
    },
    { home: machine.home, projectDir: machine.project },
  );
  return targets.map(show).sort();
}

export const EVIL = 'project/.claude/skills/evil';

/** True when the uncertified skill is named or in reach, or the call is not resolved, so that the call needs a decision. */
export const isSeen = (targets: readonly string[]): boolean =>
  [EVIL, 'reach', 'unresolved'].some((each) => targets.includes(each));

/** The named targets, without the skills in reach. */
export const withoutReach = (targets: readonly string[]): string[] => targets.filter((each) => each !== 'reach');
