import { describeCodeRule, py, sh, skill, text } from '../../testing/code-rule-cases.ts';
import { unparsedSink } from './unparsed-sink.rule.ts';

describeCodeRule(unparsedSink, {
  caught: [
    skill('broken python', { 'a.py': `${'))) ]]] ??? @@@ <<< >>>\n'.repeat(14)}os.system("id")\n` }),
    skill('more noise', { 'b.py': `${'))) ??? !!! <<< >>>\n'.repeat(10)}exec(x)\n` }),
    skill('noise around eval', { 'c.py': `${'=== ]]] ((( @@@ $$$\n'.repeat(12)}eval(y)\n` }),
  ],
  quiet: [
    py('if x then:\n  eval y'),
    skill('fine', { 'a.py': 'import os\nos.system("ls")\n' }),
    skill('noise only', { 'a.py': '((( ]]]\n' }),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
