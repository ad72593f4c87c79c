import { describeCodeRule, py, sh, skill, text } from '../../testing/code-rule-cases.ts';
import { openListener } from './open-listener.rule.ts';

describeCodeRule(openListener, {
  caught: [
    skill('flask', { 'a.py': 'app.run(host="0.0.0.0", debug=True)\n' }),
    skill('uvicorn', { 'b.py': 'import uvicorn\nuvicorn.run(app, host="0.0.0.0")\n' }),
    skill('node', { 'c.js': 'server.listen(3000, "0.0.0.0")\n' }),
  ],
  quiet: [
    skill('local', { 'a.py': 'app.run(host="127.0.0.1")\n' }),
    skill('port', { 'a.js': 'server.listen(3000)\n' }),
    skill('constant', { 'a.py': 'HOST = "0.0.0.0"\n' }),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
