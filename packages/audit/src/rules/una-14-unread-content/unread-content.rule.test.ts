import { describeCodeRule, py, sh, skill, text } from '../../testing/code-rule-cases.ts';
import { unreadContent } from './unread-content.rule.ts';

const bytes = (value: string) => new TextEncoder().encode(value);
const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:aa\nsize 1\n';
/** Each is a fact of its own. */
const paths = Array.from({ length: 30_000 }, (_, n) => `rm notes-${n}.md\n`).join('');
const steps = ': step\n'.repeat(90_000);
const withSubmodule = (body: string) => ({
  files: [
    { path: 'SKILL.md', bytes: bytes(body) },
    { path: 'vendor/tools', bytes: new Uint8Array(), kind: 'submodule' as const },
  ],
});

describeCodeRule(unreadContent, {
  caught: [
    skill(
      'a loop over a submodule',
      {},
      withSubmodule('Run:\n\n```sh\nfor f in vendor/tools/*.sh; do sh "$f"; done\n```\n'),
    ),
    skill('a script that is a pointer', { 'run.py': pointer }),
    skill('a script with more commands than are followed', { 'run.sh': steps }),
    skill('more than is written down, in a file that nothing names', { 'run.sh': 'echo done\n', 'other.sh': paths }),
    skill('a codec nobody has', { 'run.py': '# coding: cp037\nprint(1)\n' }),
  ],
  quiet: [
    skill('a submodule nothing names', {}, withSubmodule('Write notes.\n')),
    skill('a dataset pointer', { 'data.parquet': pointer }),
    skill('a long list of comments', { 'run.sh': `${'# a comment\n'.repeat(30_000)}echo done\n` }),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
