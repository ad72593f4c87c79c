import { describe, expect, it } from 'vitest';
import type { UnitLanguage } from './plan.ts';
import { commandLines, startWords } from './start-words.ts';

const ways = (path: string, code: string, document: string, language: UnitLanguage = 'python') =>
  startWords({ path, code, language }, commandLines([{ path: 'SKILL.md', text: document }]));
const fence = (...lines: string[]) => ['```bash', ...lines, '```'].join('\n');

describe('startWords', () => {
  it('reads the words that documents show after a program', () => {
    expect(ways('scripts/clean.py', '', fence('python3 scripts/clean.py input.csv --out o.csv'))).toEqual([
      ['input.csv', '--out', 'o.csv'],
    ]);
    expect(ways('scripts/clean.py', '', 'Run `uv run scripts/clean.py "two words" | head`.')).toEqual([['two words']]);
    expect(ways('tool/__main__.py', '', fence('cd x && python -m tool \\', '  go'))).toEqual([['go']]);
  });

  it('puts something in the place of what stands for something else', () => {
    const code = 'csv.reader(f)';
    expect(ways('a.py', code, fence('python a.py <input file> $OUT_DIR [--dry] <url>'))).toEqual([
      ['example.csv', 'example/', 'https://example.com'],
    ]);
    expect(ways('a.py', code, '`python a.py INBOX N`')).toEqual([['example', 'N']]);
  });

  it('takes no sentence and no other program for a command line', () => {
    expect(ways('a.py', '', 'Then a.py reads the table.')).toEqual([]);
    expect(ways('a.py', '', '`cat a.py b`')).toEqual([]);
  });

  it('knows the orders that a program tells apart', () => {
    const shell =
      'case "${1:-}" in\n  build) make ;;\n  "ship"|push) scp x y: ;;\n  -h|--help) usage ;;\n  *) usage ;;\nesac';
    expect(ways('a.sh', shell, '', 'bash')).toEqual([['build'], ['ship']]);
    expect(ways('a.sh', shell, '`./a.sh build now`', 'bash')).toEqual([['build', 'now'], ['ship']]);
    expect(ways('a.py', "sub.add_parser('add'); sub.add_parser('drop')", '')).toEqual([['add'], ['drop']]);
    expect(ways('a.js', "switch (process.argv[2]) { case 'go': break }", '', 'javascript')).toEqual([['go']]);
  });

  it('gives a program that reads its words one to read', () => {
    expect(ways('a.py', 'json.load(open(sys.argv[1]))', '')).toEqual([[], ['example.json']]);
    expect(ways('a.py', 'print(1)', '')).toEqual([]);
  });
});
