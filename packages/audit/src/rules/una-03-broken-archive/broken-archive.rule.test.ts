import { describeCodeRule, py, sh, skill, text } from '../../testing/code-rule-cases.ts';
import { brokenArchive } from './broken-archive.rule.ts';

const broken = Uint8Array.from([0x50, 0x4b, 0x03, 0x04, 1, 2, 3, 4, 5, 6]);
const rar = Uint8Array.from([0x52, 0x61, 0x72, 0x21, 0x1a, 7, 0]);
const seven = Uint8Array.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]);

describeCodeRule(brokenArchive, {
  caught: [
    skill('a broken zip', { 'a.zip': broken }),
    skill('a rar', { 'a.rar': rar }),
    skill('a 7z', { 'a.7z': seven }),
  ],
  quiet: [skill('text', { 'a.txt': 'x' }), text('Unzip the file.'), skill('csv', { 'a.csv': '1,2' })],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
