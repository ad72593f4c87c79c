import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { outsideWrites } from './outside-writes.rule.ts';

describeCodeRule(outsideWrites, {
  caught: [
    sh('echo x > /usr/lib/x.so'),
    py('open("/etc/motd", "w").write("x")'),
    sh('echo "203.0.113.9 a.example.invalid" >> /etc/hosts'),
  ],
  quiet: [sh('echo x > notes.txt'), sh('cmd > /dev/null'), sh('mkdir -p ~/.config/notes')],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
