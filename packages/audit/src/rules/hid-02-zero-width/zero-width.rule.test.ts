import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { zeroWidth } from './zero-width.rule.ts';

const split = (word: string): string => [...word].join('\u200b');

describeCodeRule(zeroWidth, {
  caught: [
    text(`Please ${split('ignore')} the ${split('previous')} text.`, 'a split phrase'),
    text(`Use ${split('curl')} here.`, 'a split program name'),
    text(`a${'\u200b\u200c'.repeat(20)}b`, 'a run of bits'),
  ],
  quiet: [
    text('👩\u200d💻 developer', 'a joined emoji'),
    text('می\u200cخواهم', 'Persian'),
    text('\u200b```\ncode\n```', 'one before a fence'),
  ],
  notApplicable: [sh('ls'), py('x = 1'), text('Notes.')],
});
