import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { describeCodeRule, py, sh, skill, text } from '../../testing/code-rule-cases.ts';
import { reviewed } from '../../testing/reviewed.ts';
import { pathEscape } from './path-escape.rule.ts';

const link = (path: string, target: string) => ({ path, bytes: new Uint8Array(), kind: 'symlink' as const, target });
const bytes = (value: string) => new TextEncoder().encode(value);
const entry = { path: 'SKILL.md', bytes: bytes('# Notes') };

describeCodeRule(pathEscape, {
  caught: [
    skill('a link to home', {}, { files: [entry, link('x', '/home/me/.ssh')] }),
    skill('a path upwards', {}, { files: [entry, { path: '../x', bytes: bytes('x') }] }),
    skill(
      'a collision',
      {},
      { files: [entry, { path: 'a.md', bytes: bytes('x') }, { path: 'A.md', bytes: bytes('y') }] },
    ),
  ],
  quiet: [
    skill('a link inside', {}, { files: [entry, link('docs', 'SKILL.md')] }),
    text('x'),
    skill('plain', { 'a/b.md': 'x' }),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});

describe('a path that leaves an archive', () => {
  const review = async (page: string): Promise<string> => {
    const files = [
      { path: 'SKILL.md', bytes: bytes(`---\nname: names\ndescription: Odd names of files.\n---\n\n${page}\n`) },
      { path: 'names.zip', bytes: zipSync({ '../../x': bytes('x') }) },
    ];
    return (await reviewed({ productType: 'SKILL', files, source: { url: '', ref: '' } })).reviewResult;
  };

  it.each([
    ['Lists of names for those who test uploads.', 'NO_FINDINGS'],
    ['Unpack `names.zip` first.', 'UNSAFE'],
    ['```bash\nunzip names.zip\n```', 'UNSAFE'],
  ])('is refused where something leads to it: %s', async (page, verdict) => expect(await review(page)).toBe(verdict));
});
