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

it('hints at a command that leads out of the bundle', async () => {
  const { reviewResult, findings } = await reviewOf(sh('python ../../utils/check.py .'));

  expect(reviewResult).toBe('NO_FINDINGS');
  expect(findings).toEqual([expect.objectContaining({ ruleId: 'UNA-09', severity: 'HIGH', kind: 'HINT' })]);
});
