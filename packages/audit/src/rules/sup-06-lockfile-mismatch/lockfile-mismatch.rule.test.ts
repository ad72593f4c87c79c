import { describeCodeRule, py, sh, skill, text } from '../../testing/code-rule-cases.ts';
import { lockfileMismatch } from './lockfile-mismatch.rule.ts';

describeCodeRule(lockfileMismatch, {
  caught: [
    skill('npm lock', { 'package-lock.json': '{"packages":{"a":{"resolved": "https://a.example.invalid/a.tgz"}}}' }),
    skill('http lock', { 'package-lock.json': '{"packages":{"a":{"resolved": "http://203.0.113.9/a.tgz"}}}' }),
    skill('pnpm lock', { 'package-lock.json': '{"packages":{"b":{"resolved": "https://b.example.invalid/b.tgz"}}}' }),
  ],
  quiet: [
    skill('npm', {
      'package-lock.json': '{"packages":{"a":{"resolved": "https://npm.jsr.io/a/-/a-1.0.0.tgz"}}}',
    }),
    skill('workspace', { 'package-lock.json': '{"packages":{"a":{"link": true}}}' }),
    sh('npm ci'),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
