import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runAssay } from '../testing/run-assay.ts';
import { CLEAN_SKILL, createFolder } from '../testing/skill-folder.ts';
import { parseShell } from './shell-words.ts';

/** Characters that JavaScript calls white space and shells do not, and some that both know. */
const SPACES = ['\u00a0', '\v', '\f', '\u2003', '\u3000', '\ufeff', '\u2028', '\r', '\t', ' ', '\n'];

describe('every command line is read to its end', () => {
  it('whatever its characters are', () => {
    const pieces = fc.constantFrom(
      ...SPACES,
      ...'\\\'"`$(){}<>|&;#!*?[]=~a0',
      '<<E',
      '<<<',
      '$((',
      '((',
      '))',
      "$'",
      '${',
      '<(',
      '2>&1',
      '\\\n',
      '\nE\n',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        expect(parseShell(parts.join(''))).toHaveProperty('commands');
      }),
      { numRuns: 5_000 },
    );
  });

  it.each(['\u00a0', '\v'])(
    'and a skill is seen in front of %j',
    async (space) => {
      using folder = createFolder({
        'project/.claude/skills/evil/SKILL.md': CLEAN_SKILL,
        'project/.claude/skills/evil/run.sh': '',
        'home/.profile': '',
      });
      const event = {
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        cwd: `${folder.path}/project`,
        tool_input: { command: `sh .claude/skills/evil/run.sh; true ${space}` },
      };
      const { stdout } = await runAssay(['hook', 'run', 'claude-code', '--url', 'http://127.0.0.1:1'], {
        cwd: folder.path,
        env: { HOME: `${folder.path}/home` },
        input: JSON.stringify(event),
        isPatient: true,
      });
      expect(stdout).toMatch(/"permissionDecision":"(?:ask|deny)".*evil/s);
    },
    60_000,
  );
});
