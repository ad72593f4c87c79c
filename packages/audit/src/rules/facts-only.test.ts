import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const RULES = fileURLToPath(new URL('./', import.meta.url));

/** Access by name, or destructuring of a view parameter. */
const TEXT_OF_A_FILE = /\bview\)?\.text\b|\{[^{}]*\btext\b[^{}]*\}: View\b/;

const sources = readdirSync(RULES, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
);

describe('the sources of the rules', () => {
  it('are all looked at', () => {
    expect(sources).toContain(join('exe-02-decoded-execution', 'decoded-execution.rule.ts'));
    expect(sources).toContain('flow.facts.ts');
  });

  it.each([
    'span.view.text.slice(span.start, span.end)',
    'view.text.includes(name)',
    'rootOf(span.view).text',
    'const isSaid = ({ text }: View): boolean =>',
  ])('would be caught with %s', (code) => {
    expect(code).toMatch(TEXT_OF_A_FILE);
  });

  it('take words from a fact or ask for them, and never read the text of a file', () => {
    expect(sources.filter((path) => TEXT_OF_A_FILE.test(readFileSync(join(RULES, path), 'utf8')))).toEqual([]);
  });
});
