import { expect, it } from 'vitest';
import { describeCodeRule, py, reviewOf, sh, skill, text } from '../../testing/code-rule-cases.ts';
import { missingFile } from './missing-file.rule.ts';

describeCodeRule(missingFile, {
  caught: [sh('python scripts/run.py'), sh('bash ./scripts/setup.sh'), sh('node tools/build.mjs')],
  quiet: [
    skill('present', { 'scripts/run.py': 'x = 1', 'SKILL.md': '```bash\npython scripts/run.py\n```\n' }),
    sh('python main.py'),
    sh('bash /usr/bin/tool'),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});

it.each([
  ['one of a dozen commands that leads out', 13, 'NO_FINDINGS'],
  ['a command that leads out, and little else', 3, 'UNDECIDED'],
])('tells apart: %s', async (_name, count, verdict) => {
  const own = Array.from({ length: count }, (_, n) => `git show HEAD~${n} --stat`).join('\n');

  expect((await reviewOf(sh(`${own}\npython ../../utils/check.py .`))).reviewResult).toBe(verdict);
});
