import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { passwordDialogue } from './password-dialogue.rule.ts';

describeCodeRule(passwordDialogue, {
  caught: [
    sh('osascript -e \'display dialog "System update needs your password" default answer "" with hidden answer\''),
    sh('zenity --password --title="Login"'),
  ],
  quiet: [
    sh('sudo apt install jq'),
    sh('osascript -e \'display dialog "Build finished"\''),
    py('import getpass\ngetpass.getpass()'),
  ],
  notApplicable: [sh('ls -la'), text('Keep the notes short.'), py('print(1)')],
});
