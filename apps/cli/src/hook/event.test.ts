import { describe, expect, it } from 'vitest';
import { findTargets } from './event.ts';

const kinds = (command: string) => findTargets({ cwd: '/p', command }).map((target) => target.kind);
const sourceOf = (command: string) =>
  findTargets({ cwd: '/p', command }).flatMap((target) => (target.kind === 'install' ? [target.source] : []));

describe('what a command is about', () => {
  it.each([
    'npm test',
    'git status',
    'cat README.md',
    'ls skills',
    'echo "add skills" > notes.md',
    'npm install express',
    '',
  ])('%j is not about skills', (command) => {
    expect(kinds(command)).toEqual([]);
  });

  it.each([
    ['npx skills add acme/tools', 'https://github.com/acme/tools'],
    ['npx -y skills@latest add https://github.com/acme/tools --skill pdf', 'https://github.com/acme/tools'],
    ['npx skills install acme/tools.git', 'https://github.com/acme/tools'],
    ['gemini skills install https://github.com/acme/tools', 'https://github.com/acme/tools'],
    ['git clone https://github.com/acme/tools.git ~/.claude/skills/tools', 'https://github.com/acme/tools'],
    ['npx skills update', undefined],
    ['npm exec skills add ./local', undefined],
    ['tar xzf x.tgz -C .agents/skills', undefined],
  ])('%j installs', (command, source) => {
    expect(sourceOf(command)).toEqual([source]);
  });

  it('names every source, so that a known one does not speak for another', () => {
    expect(sourceOf('npx skills add acme/good evil/bad')).toEqual([
      'https://github.com/acme/good',
      'https://github.com/evil/bad',
    ]);
    expect(sourceOf('npx skills add acme/good && npx skills add evil/bad')).toHaveLength(2);
    expect(sourceOf('npx skills add acme/good; cp -r /tmp/x .claude/skills/')).toEqual([
      'https://github.com/acme/good',
      undefined,
    ]);
  });

  it.each([
    ['python3 .claude/skills/pdf/scripts/fill.py x', '.claude/skills/pdf'],
    ['bash "/home/u/.agents/skills/pdf/run.sh"', '/home/u/.agents/skills/pdf'],
    ['cd $HOME/.cursor/skills/pdf && ./run', '$HOME/.cursor/skills/pdf'],
  ])('%j uses a skill', (command, path) => {
    expect(findTargets({ cwd: '/p', command })).toContainEqual({ kind: 'folder', path });
  });
});
