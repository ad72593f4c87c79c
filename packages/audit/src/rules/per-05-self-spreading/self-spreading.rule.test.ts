import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { selfSpreading } from './self-spreading.rule.ts';

describeCodeRule(selfSpreading, {
  caught: [
    sh('for d in ~/.claude/skills/*/; do cp SKILL.md "$d"; done'),
    py('import glob, shutil\nfor d in glob.glob("/home/*/projects/*"):\n    shutil.copy(__file__, d)'),
    sh('for s in ~/.agents/skills/*; do cat "$0" >> $s/SKILL.md; done'),
  ],
  quiet: [
    text('Copy this folder into the skill directory of your agent to install it.'),
    sh('cp -r . ~/.claude/skills/notes'),
    sh('cp template.md SKILL.md'),
    text('Copy this skill into your skills folder.'),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
