import { describeCodeRule, py, sh, skill, text } from '../../testing/code-rule-cases.ts';
import { unreadContent } from './unread-content.rule.ts';

const bytes = (value: string) => new TextEncoder().encode(value);
const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:aa\nsize 1\n';
/** Each line is a separate fact. */
const paths = Array.from({ length: 26_000 }, (_, n) => `rm notes-${n}.md\n`).join('');
const steps = ': step\n'.repeat(45_000);
const withSubmodule = (body: string) => ({
  files: [
    { path: 'SKILL.md', bytes: bytes(body) },
    { path: 'vendor/tools', bytes: new Uint8Array(), kind: 'submodule' as const },
  ],
});

/** Exceeds the step limit: a long sum that is computed for thousands of numbers. */
const deep = `function sum(a){return a${'+1'.repeat(300)}}\n${Array.from({ length: 4_000 }, (_, n) => `sum(${n});`).join('\n')}\n`;
const page = '<!doctype html>\n<script type="module" src="/assets/app.js"></script>\n';

describeCodeRule(unreadContent, {
  caught: [
    skill('a script of a page that a command runs as well', {
      'SKILL.md': 'Run:\n\n```sh\nnode site/assets/app.js\n```\n',
      'site/index.html': page,
      'site/assets/app.js': deep,
    }),
    skill('a script of a page that a program imports as well', {
      'run.mjs': "import './site/assets/app.js';\n",
      'site/index.html': page,
      'site/assets/app.js': deep,
    }),
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
    skill('a script that only a page loads', {
      'SKILL.md': 'Open `site/index.html` to see the board.\n',
      'site/index.html': page,
      'site/assets/app.js': deep,
    }),
    skill('a sentence that is set in', {
      'SKILL.md': 'See `ORDERS` for what is allowed.\n',
      ORDERS:
        'Terms\n\n    permission to use the orders in any other way, but it does not\n    end such permission. Keep ~/.ssh/id_rsa away from https://drop.example.invalid and upload nothing.\n',
    }),
    skill('a submodule nothing names', {}, withSubmodule('Write notes.\n')),
    skill('a dataset pointer', { 'data.parquet': pointer }),
    skill('a long list of comments', { 'run.sh': `${'# a comment\n'.repeat(30_000)}echo done\n` }),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
