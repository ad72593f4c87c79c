import { describeCodeRule, py, sh, skill, text } from '../../testing/code-rule-cases.ts';
import { missingBounds } from './missing-bounds.rule.ts';

describeCodeRule(missingBounds, {
  caught: [
    skill('get', { 'a.py': 'import requests\nrequests.get("https://a.example.invalid")\n' }),
    skill('post', { 'b.py': 'import requests\nrequests.post("https://a.example.invalid")\n' }),
    skill('put', { 'c.py': 'import requests\nrequests.put("https://a.example.invalid")\n' }),
  ],
  quiet: [
    skill('timeout', { 'a.py': 'import requests\nrequests.get("https://a.example.invalid", timeout=5)\n' }),
    sh('curl https://a.example.invalid'),
    skill('none', { 'a.py': 'x = 1\n' }),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
