import { describeCodeRule, py, sh, skill, text } from '../../testing/code-rule-cases.ts';
import { serverSideRequest } from './server-side-request.rule.ts';

describeCodeRule(serverSideRequest, {
  caught: [
    skill('flask', { 'a.py': 'import requests\nfrom flask import request\nrequests.get(request.args["u"])\n' }),
    skill('flask form', { 'b.py': 'import requests\nrequests.post(request.form["u"])\n' }),
    skill('express', { 'c.js': 'function h(x) { fetch(req.query.u) }\nh()\n' }),
  ],
  quiet: [
    skill('constant', { 'a.py': 'import requests\nrequests.get("https://api.example.invalid")\n' }),
    skill('argv', { 'a.py': 'import sys, requests\nrequests.get(sys.argv[1])\n' }),
    skill('body', { 'a.py': 'import requests\nrequests.post("https://api.example.invalid", json=request.json)\n' }),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
