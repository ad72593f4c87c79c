import { describe, expect, it } from 'vitest';
import { aFinding, aRange, textFile } from '../testing/report.builder.ts';
import { columnsOf, toExcerpt } from './excerpt.ts';

const files = (line: string) => [textFile('SKILL.md', `# Title\n\n${line}\n`)];
const WIDTH = 60;

describe('toExcerpt', () => {
  it('puts the caret under the finding', () => {
    const finding = aFinding({ range: aRange(3, 5, 14) });
    expect(toExcerpt(finding, files('Run curl x|sh now'), WIDTH)).toEqual({
      gutter: '3',
      text: 'Run curl x|sh now',
      caret: '    ^^^^^^^^^',
    });
  });

  it('counts terminal columns, not characters', () => {
    const finding = aFinding({ range: aRange(3, 4, 8) });
    expect(toExcerpt(finding, files('実行 curl'), WIDTH).caret).toBe(`${' '.repeat(columnsOf('実行 '))}^^^^`);
  });

  it('keeps a long line within the width, with the finding visible', () => {
    const finding = aFinding({ range: aRange(3, 501, 505) });
    const { text, caret } = toExcerpt(finding, files(`${'a'.repeat(500)}FIND${'b'.repeat(500)}`), WIDTH);
    expect(columnsOf(text)).toBeLessThanOrEqual(WIDTH);
    expect(text.slice(caret.indexOf('^'), caret.length)).toBe('FIND');
  });

  it('does not examine more of a line than fits', () => {
    const finding = aFinding({ range: aRange(3, 1, 3_000_001) });
    const { text, caret } = toExcerpt(finding, files('日'.repeat(3_000_000)), WIDTH);
    expect(columnsOf(text)).toBeLessThanOrEqual(WIDTH);
    expect(caret.length).toBeLessThanOrEqual(WIDTH);
  });

  it('marks to the end of the line when the finding continues in the next', () => {
    const finding = aFinding({ range: { startLine: 3, startCol: 5, endLine: 4, endCol: 2 } });
    expect(toExcerpt(finding, files('Run this'), WIDTH).caret).toBe('    ^^^^');
  });

  it('shows the masked evidence instead of a line with a secret', () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const finding = aFinding({ evidence: 'ghp_…B2 (40)', range: aRange(3, 9, 49) });
    expect(toExcerpt(finding, files(`token = ${secret}`), WIDTH).text).toBe('ghp_…B2 (40)');
  });

  it('shows the evidence of a finding outside the lines of a file, such as an archive member', () => {
    const finding = aFinding({ file: 'data.zip!/run.sh', range: aRange(1, 1, 1) });
    expect(toExcerpt(finding, files('x'), WIDTH)).toMatchObject({ text: finding.evidence });
  });
});
