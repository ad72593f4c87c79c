import { describeCodeRule, py, sh, skill, text } from '../../testing/code-rule-cases.ts';
import { terminalControl } from './terminal-control.rule.ts';

describeCodeRule(terminalControl, {
  caught: [
    sh("printf '\\033]52;c;Y3VybA==\\a'"),
    sh("echo -e '\\x1b[8mhidden\\x1b[0m'"),
    skill('raw escape', { 'note.txt': 'a\u001b]52;c;aGk=\u0007b\n' }),
  ],
  quiet: [sh("printf '\\033[31mred\\033[0m'"), sh('tput setaf 1'), text('plain')],
  notApplicable: [sh('ls'), py('x = 1'), text('Notes.')],
});
