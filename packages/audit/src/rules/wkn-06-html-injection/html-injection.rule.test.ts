import { describeCodeRule, py, sh, skill, text } from '../../testing/code-rule-cases.ts';
import { htmlInjection } from './html-injection.rule.ts';

describeCodeRule(htmlInjection, {
  caught: [
    skill('innerHTML', {
      'a.js':
        'async function f() { const r = await fetch("https://a.example.invalid"); document.body.innerHTML = await r.text() }\nf()\n',
    }),
    skill('write', {
      'b.js':
        'async function f() { const r = await fetch("https://a.example.invalid"); document.write(await r.text()) }\nf()\n',
    }),
    skill('template', {
      'c.py': 'from flask import request, render_template_string\nrender_template_string(request.args["t"])\n',
    }),
  ],
  quiet: [
    skill('text', { 'a.js': 'el.textContent = name\n' }),
    skill('constant', { 'a.js': 'el.innerHTML = "<b>x</b>"\n' }),
    skill('template file', { 'a.py': 'render_template("a.html")\n' }),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
