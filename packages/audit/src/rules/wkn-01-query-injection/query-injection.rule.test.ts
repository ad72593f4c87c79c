import { describeCodeRule, py, sh, skill, text } from '../../testing/code-rule-cases.ts';
import { queryInjection } from './query-injection.rule.ts';

describeCodeRule(queryInjection, {
  caught: [
    skill('argv in a statement', { 'a.py': 'import sys\ncur.execute("SELECT * FROM t WHERE n = " + sys.argv[1])\n' }),
    skill('input in a statement', { 'b.py': 'n = input()\ncur.execute(f"DELETE FROM t WHERE n = {n}")\n' }),
    skill('node', { 'c.js': 'db.query("SELECT * FROM t WHERE n = " + process.argv[2])\n' }),
  ],
  quiet: [
    skill('bound', { 'a.py': 'import sys\ncur.execute("SELECT * FROM t WHERE n = ?", (sys.argv[1],))\n' }),
    skill('constant', { 'a.py': 'cur.execute("SELECT 1")\n' }),
    skill('not sql', { 'a.py': 'import sys\npool.execute(sys.argv[1])\n' }),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
