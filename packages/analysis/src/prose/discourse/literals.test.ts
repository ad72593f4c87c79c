import { describe, expect, it } from 'vitest';
import { isInComment, isInText } from './literals.ts';

const at = (text: string): number => text.indexOf('call');

describe('what a program holds for a text', () => {
  it.each([
    ['python', `CHECKS = ["it's", "call()"]`],
    ['python', `"""\nnever call() this\n"""`],
    ['javascript', `const patterns = [/it's/, 'call()'];`],
    ['javascript', 'const patterns = [`call()`];'],
  ] as const)('is a text in %s: %s', (language, text) => {
    expect(isInText(text, at(text), language)).toBe(true);
  });

  it.each([
    ['python', `CHECKS = ["it's", call()]`],
    ['python', `CHECKS = [f"{call()}"]`],
    ['python', `# it's\nCHECKS = [call()]`],
    ['javascript', `const patterns = [/it's/, call()];`],
    ['javascript', `const patterns = [a++ /1, call() /1];`],
    ['javascript', `const patterns = [{} /1, call() /1];`],
    ['javascript', 'const patterns = [`${call()}`];'],
    ['python', `# """\ncall(1)`],
    ['python', `a = "open\ncall("b")`],
    ['javascript', 'const a = `${{ b: "}" }.b}`; call(1)'],
    ['javascript', "// it's\ncall(1)"],
    ['typescript', 'const a = 4 / 2; const b = "/"; call(1)'],
    ['shell', "echo $# ; # it's\ncall x"],
    ['shell', `patterns="it's"; call 'x'`],
  ] as const)('is none in %s: %s', (language, text) => {
    expect(isInText(text, at(text), language)).toBe(false);
  });

  it('is a comment only by the signs of its language', () => {
    expect(isInComment('x = 2\n# call()', at('x = 2\n# call()'), 'python')).toBe(true);
    expect(isInComment('x = (2\n * call())', at('x = (2\n * call())'), 'python')).toBe(false);
    const nested = 'f"{d["#"]}{call()}"';
    expect(isInComment(nested, at(nested), 'python')).toBe(false);
    const pattern = 'if (x) /\\/*/.test(y);\n* call()';
    expect(isInComment(pattern, at(pattern), 'javascript')).toBe(false);
    expect(isInComment('/* a */ call()', at('/* a */ call()'), 'javascript')).toBe(false);
    expect(isInComment('/*\n * call()\n */', at('/*\n * call()\n */'), 'javascript')).toBe(true);
  });
});
