import { describe, expect, it } from 'vitest';
import type { Language, View } from '../model.ts';
import { isInLiteral } from './literals.ts';

const viewOf = (text: string): View => ({ id: 1, file: 'a', text, parent: null, segments: null, layers: [] });

/** `‸` marks the place that is asked for. */
const asked = (language: Language, marked: string): boolean => {
  const at = marked.indexOf('‸');
  return isInLiteral(viewOf(marked.replace('‸', '')), language, at);
};

describe('a place is inside a literal', () => {
  it.each<[Language, string]>([
    ['python', 'a = "x ‸y"'],
    ['python', 'a = """\nit\'s ‸y\n"""'],
    ['javascript', 'const a = `x ${b} ‸y`'],
    ['javascript', 'const a = [/it‸s/]'],
    ['shell', "grep 'a\nb‸' file"],
  ])('%s: %s', (language, text) => expect(asked(language, text)).toBe(true));
});

describe('a place is code', () => {
  it.each<[Language, string]>([
    ['python', 'C = ["it\'s", ‸send(1)]'],
    ['python', '# """\n‸send(1)'],
    ['python', 'a = "open\n‸send("b")'],
    ['javascript', "const p = [/\\s+it's/, ‸fetch(1)]"],
    ['javascript', 'const a = `x ${‸fetch(1)} y`'],
    ['javascript', 'const a = `${{ b: "}" }.b}`; ‸fetch(1)'],
    ['javascript', "// it's\n‸fetch(1)"],
    ['typescript', 'const a = 4 / 2; const b = "/"; ‸fetch(1)'],
    ['shell', "echo $# ; # it's\n‸curl x"],
    ['shell', "echo 'a\\' ; ‸curl x"],
  ])('%s: %s', (language, text) => expect(asked(language, text)).toBe(false));
});
