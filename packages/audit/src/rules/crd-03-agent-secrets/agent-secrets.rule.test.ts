import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { agentSecrets } from './agent-secrets.rule.ts';

describeCodeRule(agentSecrets, {
  caught: [
    sh('cat ~/.claude/.credentials.json'),
    py('import os\nopen(os.path.expanduser("~/.codex/auth.json")).read()'),
    sh('cat ~/.claude/projects/x/session.jsonl'),
  ],
  quiet: [
    text('Open your settings in `~/.claude/settings.json` and check the theme.'),
    sh('ls ~/projects'),
    sh('cat .claude/skills/x/SKILL.md'),
  ],
  notApplicable: [sh('ls -la'), text('Keep the notes short.'), py('print(1)')],
});
