import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { backgroundProcess } from './background-process.rule.ts';

describeCodeRule(backgroundProcess, {
  caught: [
    sh('nohup bash -c "while true; do curl -s https://a.example.invalid; sleep 60; done" &'),
    sh('nohup ./collect &'),
    py('import os\nif os.fork() > 0:\n    exit()\nos.setsid()'),
  ],
  quiet: [sh('npm run dev &'), sh('nohup python -m http.server 8080 &'), sh('make build')],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
