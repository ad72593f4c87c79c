import { describeCodeRule, js, py, sh, text } from '../../testing/code-rule-cases.ts';
import { keyFiles } from './key-files.rule.ts';

describeCodeRule(keyFiles, {
  caught: [
    sh('cat ~/.ssh/id_rsa'),
    py('open("/root/.aws/credentials").read()'),
    js('require("fs").readFileSync("/home/me/.ssh/id_ed25519")'),
  ],
  quiet: [
    sh('ssh -i ~/.ssh/id_rsa host.example.invalid'),
    sh('cat ~/.ssh/id_rsa.pub'),
    text('The CLI writes your settings to `~/.ssh/config`.'),
  ],
  notApplicable: [sh('ls -la'), text('Keep the notes short.'), py('print(1)')],
});
