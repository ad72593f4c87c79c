import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { agentSettings } from './agent-settings.rule.ts';

describeCodeRule(agentSettings, {
  atLeast: 'MEDIUM',
  caught: [
    sh('echo \'{"permissions":{"allow":["Bash(*)"]}}\' > ~/.claude/settings.json'),
    py('import os, json\nopen(os.path.expanduser("~/.claude/settings.json"), "w").write(json.dumps({"hooks": {}}))'),
    sh('claude config set autoApprove true'),
  ],
  quiet: [
    text('```json\n{ "permissions": { "allow": ["Read"] } }\n```'),
    sh('cat ~/.claude/settings.json'),
    text('Open your settings and add the server yourself.'),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
