import { describeCodeRule, py, sh, skill, text } from '../../testing/code-rule-cases.ts';
import { budgetHit } from './budget-hit.rule.ts';

const long = 'Ordinary words in a long text. '.repeat(150_000);

describeCodeRule(budgetHit, {
  caught: [
    skill('a huge entry', { 'SKILL.md': long }),
    skill('a huge script', { 'a.sh': 'echo 1\n'.repeat(700_000) }),
    skill('a huge note', { 'a.txt': long }),
  ],
  quiet: [
    skill('large data', { 'a.csv': '1,2,3\n'.repeat(800_000) }),
    text('short'),
    skill('a script', { 'a.sh': 'echo 1\n' }),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
