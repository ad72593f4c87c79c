import { describeCodeRule, py, sh, skill, text } from '../../testing/code-rule-cases.ts';
import { pathEscape } from './path-escape.rule.ts';

const link = (path: string, target: string) => ({ path, bytes: new Uint8Array(), kind: 'symlink' as const, target });
const bytes = (value: string) => new TextEncoder().encode(value);
const entry = { path: 'SKILL.md', bytes: bytes('# Notes') };

describeCodeRule(pathEscape, {
  atLeast: 'MEDIUM',
  caught: [
    skill('a link to home', {}, { files: [entry, link('x', '/home/me/.ssh')] }),
    skill('a path upwards', {}, { files: [entry, { path: '../x', bytes: bytes('x') }] }),
    skill(
      'a collision',
      {},
      { files: [entry, { path: 'a.md', bytes: bytes('x') }, { path: 'A.md', bytes: bytes('y') }] },
    ),
  ],
  quiet: [
    skill('a link inside', {}, { files: [entry, link('docs', 'SKILL.md')] }),
    text('x'),
    skill('plain', { 'a/b.md': 'x' }),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
