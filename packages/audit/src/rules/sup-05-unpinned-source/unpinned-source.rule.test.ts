import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { unpinnedSource } from './unpinned-source.rule.ts';

describeCodeRule(unpinnedSource, {
  caught: [
    sh('pip install https://a.example.invalid/pkg.tar.gz'),
    sh('npm install https://a.example.invalid/x.tgz'),
    sh('pip install git+https://git.example.invalid/a/b'),
  ],
  quiet: [
    sh('pip install git+https://github.com/a/b@0123456789012345678901234567890123456789'),
    sh('pip install notes==1.0'),
    sh('npm ci'),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
