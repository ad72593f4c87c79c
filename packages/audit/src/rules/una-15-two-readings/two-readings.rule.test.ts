import { describeCodeRule, py, sh, skill, text } from '../../testing/code-rule-cases.ts';
import { twoReadings } from './two-readings.rule.ts';

const marked = (body: string): Uint8Array => new Uint8Array([0xff, 0xfe, ...Buffer.from(body, 'utf16le')]);
const prefixed = (body: string): Uint8Array => new Uint8Array([0xff, 0xfe, 0x0a, ...Buffer.from(body)]);

describeCodeRule(twoReadings, {
  caught: [
    skill('a shell script behind a UTF-16 mark', { 'run.sh': prefixed('echo one two three\n') }),
    skill('code in a coding line of escapes', { 'run.py': '# coding: unicode_escape\n# \\x0aprint(1)\n' }),
    skill('code in a coding line of UTF-7', { 'run.py': '# vim: set fileencoding=utf-7 :\n#+AAo-print(1)\n' }),
  ],
  quiet: [
    skill('UTF-16 notes', { 'notes.md': marked('# Notes\n\nKeep them short.\n') }),
    skill('a UTF-16 PowerShell script', { 'run.ps1': marked('Write-Output "hello"\n') }),
    skill('latin-1 source', { 'run.py': new Uint8Array(Buffer.from('# coding: latin-1\nx = "é"\n', 'latin1')) }),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
