import { describeCodeRule, py, sh, skill, text } from '../../testing/code-rule-cases.ts';
import { typeMismatch } from './type-mismatch.rule.ts';

const elf = Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0]);
const zip = Uint8Array.from([0x50, 0x4b, 5, 6, ...new Uint8Array(18)]);
const end = [0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82];
const polyglot = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0, ...end, 0x50, 0x4b, 3, 4, ...new Uint8Array(80)]);
const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0, ...end]);

describeCodeRule(typeMismatch, {
  caught: [
    skill('a program named png', { 'logo.png': elf }),
    skill('an archive named txt', { 'a.txt': zip }),
    skill('an archive behind a picture', { 'logo.png': polyglot }),
  ],
  quiet: [
    skill('a picture', { 'logo.png': png }),
    skill('text', { 'a.txt': 'x' }),
    skill('svg', { 'a.svg': '<svg/>' }),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
