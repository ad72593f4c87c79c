import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { safeguardsOff } from './safeguards-off.rule.ts';

describeCodeRule(safeguardsOff, {
  caught: [sh('claude --dangerously-skip-permissions'), sh('codex --yolo "fix it"'), sh('gemini --approval-mode=yolo')],
  quiet: [sh('chromium --headless --no-sandbox page.html'), sh('claude --print "hello"'), sh('codex exec "hello"')],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
