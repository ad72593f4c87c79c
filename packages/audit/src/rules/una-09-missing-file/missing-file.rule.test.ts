import { describeCodeRule, py, sh, skill, text } from '../../testing/code-rule-cases.ts';
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
