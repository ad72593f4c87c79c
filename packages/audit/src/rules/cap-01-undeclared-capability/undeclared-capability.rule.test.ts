import { describeCodeRule, sh, skill, text } from '../../testing/code-rule-cases.ts';
import { undeclaredCapability } from './undeclared-capability.rule.ts';

describeCodeRule(undeclaredCapability, {
  caught: [
    skill(
      'offline manifest, request in a fence',
      { 'SKILL.md': '```bash\ncurl https://a.example.invalid\n```\n' },
      { manifest: { capabilities: [], safety: { network: 'NONE' } } },
    ),
    skill(
      'undeclared command',
      { 'a.py': 'import os\nos.system("ls")\n' },
      { manifest: { capabilities: ['fs.read'] } },
    ),
    skill(
      'undeclared request',
      { 'a.py': 'import requests\nrequests.get("https://a.example.invalid")\n' },
      { manifest: { capabilities: [] } },
    ),
  ],
  quiet: [
    sh('curl https://a.example.invalid'),
    skill(
      'declared',
      { 'SKILL.md': '```bash\ncurl https://a.example.invalid\n```\n' },
      { manifest: { capabilities: ['network', 'shell'] } },
    ),
    skill('nothing used', { 'SKILL.md': '# A' }, { manifest: { capabilities: [] } }),
  ],
  notApplicable: [text('x'), skill('no manifest', { 'SKILL.md': '# A' }), text('y')],
});
