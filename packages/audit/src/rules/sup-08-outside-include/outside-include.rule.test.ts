import { describeCodeRule, py, sh, skill, text } from '../../testing/code-rule-cases.ts';
import { outsideInclude } from './outside-include.rule.ts';

const bytes = (value: string) => new TextEncoder().encode(value);

describeCodeRule(outsideInclude, {
  caught: [
    skill(
      'a submodule',
      {},
      {
        files: [
          { path: 'SKILL.md', bytes: bytes('# A') },
          { path: 'lib', bytes: new Uint8Array(), kind: 'submodule' },
        ],
      },
    ),
    sh('git submodule add https://git.example.invalid/a/b'),
    sh('git submodule update --init'),
  ],
  quiet: [sh('git pull'), text('x'), sh('git status')],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
