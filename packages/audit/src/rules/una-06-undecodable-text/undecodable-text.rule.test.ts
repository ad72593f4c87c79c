import { describeCodeRule, py, sh, skill, text } from '../../testing/code-rule-cases.ts';
import { undecodableText } from './undecodable-text.rule.ts';

const overlong = Uint8Array.from([0x23, 0x20, 0xc0, 0xaf, 0x61, 0x0a]);

describeCodeRule(undecodableText, {
  caught: [
    skill('an overlong sequence', { 'SKILL.md': overlong }),
    skill('a lone continuation byte', { 'SKILL.md': Uint8Array.from([0x23, 0x20, 0x80, 0x61]) }),
    skill('a cut sequence', { 'SKILL.md': Uint8Array.from([0x23, 0x20, 0xe2, 0x82]) }),
  ],
  quiet: [
    skill('a Latin-1 sample', { 'SKILL.md': '# Notes\n', 'data/sample.csv': Uint8Array.from([0x61, 0xe9, 0x0a]) }),
    text('Grüße'),
    text('日本語'),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
