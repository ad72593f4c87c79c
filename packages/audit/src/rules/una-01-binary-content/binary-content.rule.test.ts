import { describeCodeRule, py, sh, skill, text } from '../../testing/code-rule-cases.ts';
import { binaryContent } from './binary-content.rule.ts';

const elf = Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0]);
const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]);
const pyc = Uint8Array.from([0xa7, 0x0d, 0x0d, 0x0a, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

describeCodeRule(binaryContent, {
  caught: [
    skill('a program that is run', { 'bin/tool': elf, 'SKILL.md': 'Run:\n```bash\n./bin/tool\n```\n' }),
    skill('bytecode', { 'lib.pyc': pyc }),
    skill('an unused program', { 'x.bin': elf }),
  ],
  quiet: [
    skill('a picture', { 'logo.png': png }),
    skill('text named bin', { 'notes.bin': 'plain text' }),
    skill('a script', { 'a.sh': 'echo 1\n' }),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
