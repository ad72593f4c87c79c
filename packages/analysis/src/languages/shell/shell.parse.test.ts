import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unescapeAnsi } from './ansi-escapes.ts';
import type { Part, Script, SimpleCommand } from './ast.ts';
import { SHELL_LIMITS } from './cursor.ts';
import { parseShell } from './shell.parse.ts';

const plain = (parts: readonly Part[]): string =>
  parts.map((part) => (part.kind === 'text' ? part.value : `<${part.kind}>`)).join('');

const simple = (script: Script): SimpleCommand[] =>
  script.pipelines.flatMap(({ commands }) => commands).filter((command) => command.kind === 'simple');

const argv = (text: string): string[][] =>
  simple(parseShell(text)).map(({ words }) => words.map(({ parts }) => plain(parts)));

describe('parseShell', () => {
  it('keeps the stages of a pipe in order', () => {
    expect(argv('fetch x | tr a b |sh')).toEqual([['fetch', 'x'], ['tr', 'a', 'b'], ['sh']]);
  });

  it('joins continued lines and reads quotes as the shell does', () => {
    expect(argv('echo "a b" \\\n  \'c d\' e\\ f')).toEqual([['echo', 'a b', 'c d', 'e f']]);
  });

  it('sees commands inside substitutions, backquotes and process substitutions', () => {
    expect(argv('run "$(inner a)" `other` <(third)')).toEqual([
      ['run', '<substitution>', '<substitution>', '<process>'],
    ]);
  });

  it('gives a here-document to the command that opened it', () => {
    const [command] = simple(parseShell("cat > f <<'END'\nline $x\nEND\nnext"));
    expect(command?.redirects[1]?.body?.parts).toEqual([{ kind: 'text', value: 'line $x\n', isQuoted: true }]);
    expect(argv("cat <<'END'\nline\nEND\nnext").at(-1)).toEqual(['next']);
  });

  it('separates assignments from words', () => {
    const [command] = simple(parseShell('A=1 B+=two run C=3'));
    expect(command?.assignments.map(({ name, isAppend }) => [name, isAppend])).toEqual([
      ['A', false],
      ['B', true],
    ]);
  });

  it('reads loops, branches, cases and functions as compounds with bodies', () => {
    const script = parseShell(
      'f() { a; }\nif b; then c; else d; fi\nfor x in 1 2; do e "$x"; done\ncase $y in *) g;; esac',
    );
    expect(script.pipelines.map(({ commands }) => commands[0]?.kind === 'compound' && commands[0].keyword)).toEqual([
      'function',
      'if',
      'for',
      'case',
    ]);
  });

  it('decodes ANSI-C quoting', () => {
    expect(unescapeAnsi('\\x63\\165rl\\u0021')).toBe('curl!');
  });

  it('starts nothing inside a test', () => {
    expect(argv('[[ -z "$A" || "$A" == "null" ]] && ls')).toEqual([
      ['[[', '-z', '<variable>', '<variable>', '==', 'null'],
      ['ls'],
    ]);
  });

  it('takes the mark of a fence for text, and nothing else', () => {
    expect(argv('```bash\nls\n```')).toEqual([['```bash'], ['ls'], ['```']]);
  });

  it('never throws and always ends, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab$({})`\'"<>|&;#\\ \n='), maxLength: 200 }), (text) => {
        expect(() => parseShell(text)).not.toThrow();
      }),
    );
  });

  it('says so when it stopped at a limit', () => {
    expect(parseShell('a;'.repeat(SHELL_LIMITS.charsMax)).isTruncated).toBe(true);
    expect(parseShell('$('.repeat(SHELL_LIMITS.depthMax + 2)).isTruncated).toBe(true);
  });
});
