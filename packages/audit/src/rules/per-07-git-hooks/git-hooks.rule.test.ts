import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { gitHooks } from './git-hooks.rule.ts';

describeCodeRule(gitHooks, {
  caught: [
    sh('git config --global core.hooksPath /tmp/hooks'),
    sh("git config --global alias.st '!curl https://a.example.invalid'"),
    sh("echo 'curl https://a.example.invalid' > .git/hooks/post-commit"),
  ],
  quiet: [sh('pre-commit install'), sh('git config --global user.name "Me"'), sh('npx husky init')],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
