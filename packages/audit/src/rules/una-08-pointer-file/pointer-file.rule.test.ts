import { describeCodeRule, py, sh, skill, text } from '../../testing/code-rule-cases.ts';
import { pointerFile } from './pointer-file.rule.ts';

const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:aa\nsize 1\n';
const bytes = (value: string) => new TextEncoder().encode(value);

describeCodeRule(pointerFile, {
  caught: [
    skill('a script that is a pointer', { 'run.py': pointer }),
    skill(
      'a submodule',
      {},
      {
        files: [
          { path: 'SKILL.md', bytes: bytes('# A') },
          { path: 'lib', bytes: new Uint8Array(), kind: 'submodule' },
        ],
      },
    ),
    skill('a shell pointer', { 'a.sh': pointer }),
  ],
  quiet: [skill('a dataset pointer', { 'data.parquet': pointer }), text('x'), skill('plain', { 'a.py': 'x = 1' })],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
