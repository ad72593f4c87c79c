import { describeCodeRule, py, sh, skill, text } from '../../testing/code-rule-cases.ts';
import { pathTraversal } from './path-traversal.rule.ts';

describeCodeRule(pathTraversal, {
  caught: [
    skill('name from a server', {
      'a.py': 'import requests\nn = requests.get("https://a.example.invalid").text\nopen(n, "w").write("x")\n',
    }),
    skill('archive from a server', {
      'b.py':
        'import tarfile, requests\nt = tarfile.open(requests.get("https://a.example.invalid/x"))\nt.extractall()\n',
    }),
    skill('node', {
      'c.js':
        'const fs = require("fs")\nasync function f() { const r = await fetch("https://a.example.invalid"); const n = await r.text(); fs.writeFileSync(n, "x") }\nf()\n',
    }),
  ],
  quiet: [
    skill('fixed name', { 'a.py': 'open("out.txt", "w").write("x")\n' }),
    skill('argv', { 'a.py': 'import sys\nopen(sys.argv[1], "w").write("x")\n' }),
    skill('local archive', { 'a.py': 'import tarfile\ntarfile.open("a.tar").extractall()\n' }),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
