import { describeCodeRule, py, sh, skill, text } from '../../testing/code-rule-cases.ts';
import { temporaryFile } from './temporary-file.rule.ts';

describeCodeRule(temporaryFile, {
  caught: [
    skill('mktemp', { 'a.py': 'import tempfile\np = tempfile.mktemp()\n' }),
    skill('again', { 'b.py': 'from tempfile import mktemp\nmktemp()\n' }),
    skill('tempnam', { 'c.py': 'import os\nos.tempnam()\n' }),
  ],
  quiet: [
    skill('mkstemp', { 'a.py': 'import tempfile\ntempfile.mkstemp()\n' }),
    skill('named', { 'a.py': 'import tempfile\ntempfile.NamedTemporaryFile()\n' }),
    sh('mktemp -d'),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
