import { describeCodeRule, py, sh, skill, text } from '../../testing/code-rule-cases.ts';
import { entryAmbiguity } from './entry-ambiguity.rule.ts';

const bytes = (value: string) => new TextEncoder().encode(value);

describeCodeRule(entryAmbiguity, {
  caught: [
    skill(
      'two cases',
      {},
      {
        files: [
          { path: 'SKILL.md', bytes: bytes('# A') },
          { path: 'Skill.md', bytes: bytes('# B') },
        ],
      },
    ),
    skill(
      'three cases',
      {},
      {
        files: [
          { path: 'SKILL.md', bytes: bytes('# A') },
          { path: 'skill.md', bytes: bytes('# B') },
        ],
      },
    ),
    skill(
      'in a folder',
      {},
      {
        files: [
          { path: 'a/SKILL.md', bytes: bytes('# A') },
          { path: 'a/Skill.md', bytes: bytes('# B') },
        ],
      },
    ),
  ],
  quiet: [
    skill('a readme', { 'SKILL.md': '# A', 'README.md': '# B' }),
    text('x'),
    skill('another folder', { 'SKILL.md': '# A', 'other/SKILL.md': '# B' }),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
