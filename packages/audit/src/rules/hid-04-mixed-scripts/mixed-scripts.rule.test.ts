import { describeCodeRule, py, sh, skill, text } from '../../testing/code-rule-cases.ts';
import { mixedScripts } from './mixed-scripts.rule.ts';

describeCodeRule(mixedScripts, {
  caught: [
    text('Call `reаd_file` first.', 'Cyrillic a in a tool name'),
    text('Get it from https://gіthub.example.invalid/x', 'Cyrillic i in a host'),
    skill('identifier', { 'a.py': 'pаssword = 1\nprint(pаssword)\n' }),
  ],
  quiet: [
    text('Привет, мир', 'a Russian sentence'),
    text('The step Δx is 5 μm.', 'a formula'),
    text('plain words', 'plain'),
  ],
  notApplicable: [sh('ls'), py('x = 1'), text('Notes.')],
});
