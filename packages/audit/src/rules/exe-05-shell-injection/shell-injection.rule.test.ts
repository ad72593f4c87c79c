import { describeCodeRule, js, py, sh, text } from '../../testing/code-rule-cases.ts';
import { shellInjection } from './shell-injection.rule.ts';

describeCodeRule(shellInjection, {
  caught: [
    py('import subprocess, sys\nsubprocess.run(f"convert {sys.argv[1]} out.png", shell=True)'),
    js('const cp = require("child_process")\ncp.exec("git log " + process.argv[2])'),
    py('import os, sys\nos.system("ping " + sys.argv[1])'),
  ],
  quiet: [
    py('import subprocess, sys\nsubprocess.run(["convert", "a.png", "b.png"])'),
    py('import os\nos.system("ls -la")'),
    js('require("child_process").execFile("git", ["log"])'),
  ],
  notApplicable: [sh('ls'), text('Run the tests.'), py('x = 1')],
});
