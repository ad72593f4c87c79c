import { describeCodeRule, py, sh, skill, text } from '../../testing/code-rule-cases.ts';
import { tlsOff } from './tls-off.rule.ts';

describeCodeRule(tlsOff, {
  caught: [
    skill('requests', { 'a.py': 'import requests\nrequests.get("https://a.example.invalid", verify=False)\n' }),
    skill('node', { 'b.js': 'const a = new https.Agent({ rejectUnauthorized: false })\n' }),
    sh('curl -k https://a.example.invalid'),
  ],
  quiet: [
    sh('curl -k https://localhost:8443'),
    skill('on', { 'a.py': 'import requests\nrequests.get("https://a.example.invalid")\n' }),
    sh('curl https://a.example.invalid'),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
