import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { dependencyConfusion } from './dependency-confusion.rule.ts';

describeCodeRule(dependencyConfusion, {
  caught: [
    sh('npm config set registry https://npm.example.invalid/'),
    sh('pip install --extra-index-url https://pkgs.example.invalid/simple notes'),
    sh('pip install --index-url http://pkgs.example.invalid/simple notes'),
  ],
  quiet: [
    sh('npm config set registry https://npm.jsr.io/'),
    sh('pip install torch --index-url https://download.pytorch.org/whl/cpu'),
    sh('pip install notes'),
    sh('npm install @types/node'),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
