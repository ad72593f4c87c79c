import { describeCodeRule, py, sh, skill, text } from '../../testing/code-rule-cases.ts';
import { bidiControls } from './bidi-controls.rule.ts';

describeCodeRule(bidiControls, {
  caught: [
    text('Open \u202egpj.exe\u202c now.', 'an override in prose'),
    skill('override in code', { 'a.py': 'x = "\u202e"; run(x)\n' }),
    skill('isolate in code', { 'a.js': 'if (a) { /*\u2066 b */ c() }\n' }),
  ],
  quiet: [
    text('\u2067שלום\u2069 friends', 'isolates around Hebrew'),
    text('مرحبا\u200f world', 'a mark after Arabic'),
    text('plain', 'plain text'),
  ],
  notApplicable: [sh('ls'), py('x = 1'), text('Notes.')],
});
