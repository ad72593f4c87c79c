import { describeCodeRule, py, sh, skill, text } from '../../testing/code-rule-cases.ts';
import { nearMissPackage } from './near-miss-package.rule.ts';

describeCodeRule(nearMissPackage, {
  caught: [
    sh('pip install reqeusts'),
    sh('npm install expresss'),
    skill('manifest', { 'package.json': '{"dependencies":{"lodahs":"1.0.0"}}' }),
  ],
  quiet: [
    sh('pip install requests'),
    sh('npm install preact'),
    sh('pip install pytest-cov'),
    sh('# Machines of https://vast.ai\npip install vastai\ncurl -s https://vast.ai/docs'),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
