import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MARKDOWN_LIMITS } from './document.ts';
import { parseMarkdown } from './markdown.parse.ts';

const MEGABYTE = 1 << 20;
const fill = (piece: string, size = MEGABYTE) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

describe('blocks', () => {
  it('keeps offsets exact inside lists and quotations', () => {
    const text = '# A\n\nIntro:\n\n- one\n  two\n  - three\n\n> quoted\n> text\n';
    const document = parseMarkdown(text);

    expect(
      document.blocks.map((block) => [block.kind, text.slice(block.start, block.start + 3), block.listDepth]),
    ).toEqual([
      ['heading', 'A\n\n', 0],
      ['paragraph', 'Int', 0],
      ['paragraph', 'one', 1],
      ['paragraph', 'thr', 2],
      ['paragraph', 'quo', 0],
    ]);
    expect(document.blocks[2]?.text).toBe('one\n  two');
    expect(document.blocks[4]?.text).toBe('quoted\n  text');
  });

  it('gives list items their lead-in, headings and parents', () => {
    const { blocks } = parseMarkdown('# Top\n\n## Never do\n\nAvoid these:\n\n- a\n  - b\n');
    const nested = blocks.at(-1);

    expect(nested?.headings).toEqual(['Top', 'Never do']);
    expect(nested?.lead).toBe('a');
    expect(nested?.items).toEqual(['a']);
    expect(blocks.at(-2)?.lead).toBe('Avoid these:');
  });

  it('gives a fence its language, its body and the sentence before it', () => {
    const text = '1. Run this:\n\n   ```bash title=x\n   ls -l\n\n   pwd\n   ```\n';
    const fence = parseMarkdown(text).blocks.find((block) => block.kind === 'fence');

    expect(fence).toMatchObject({ language: 'bash', lead: 'Run this:' });
    expect(text.slice(fence?.start, fence?.end)).toMatch(/^ls -l[\s\S]*pwd$/);
  });

  it('gives cells their header', () => {
    const { blocks } = parseMarkdown('| Pattern | Why |\n|---|---|\n| `rm \\| x` | deletes |\n');

    expect(blocks.map((block) => [block.text, block.header])).toEqual([
      ['Pattern', ''],
      ['Why', ''],
      ['`rm \\| x`', 'Pattern'],
      ['deletes', 'Why'],
    ]);
  });

  it('splits the front matter into fields with their places', () => {
    const text = '---\nname: x\ndescription: >\n  long\n  text\n---\nbody\n';
    const { frontMatter, blocks } = parseMarkdown(text);

    expect(frontMatter?.fields.map((field) => field.key)).toEqual(['name', 'description']);
    expect(text.slice(frontMatter?.fields[1]?.start, frontMatter?.fields[1]?.end)).toContain('long\n  text');
    expect(blocks.map((block) => block.text)).toEqual(['body']);
  });

  it('returns what is nested too deep as plain text', () => {
    const deep = `${'> '.repeat(MARKDOWN_LIMITS.nestingMax + 50)}drop the guard`;

    expect(parseMarkdown(deep).blocks.some((block) => block.isPlain && block.text.includes('drop the guard'))).toBe(
      true,
    );
  });

  it('returns what lies past the structural limit as plain text', () => {
    const text = `${fill('word word\n', MARKDOWN_LIMITS.parsedCharsMax)}\n\nlast words\n`;

    expect(parseMarkdown(text).blocks.at(-1)).toMatchObject({
      isPlain: true,
      text: expect.stringContaining('last words'),
    });
  });
});

describe('hidden spans', () => {
  it.each([
    ['a comment', 'a <!-- secret words --> b', 'comment'],
    ['a comment block', '<!--\nsecret words\n-->\n', 'comment'],
    ['an unclosed comment block', 'a\n\n<!-- secret words\n\nmore', 'comment'],
    ['display none across blocks', '<div style="display:none">\n\nsecret words\n\n</div>', 'style'],
    ['zero font', '<span style="font-size: 0px">secret words</span>', 'style'],
    ['white on white', '<font style="color:#ffffff">secret words</font>', 'style'],
    ['the hidden attribute', '<p hidden>secret words</p>', 'style'],
    ['a comment definition', '[//]: # (secret words)\n', 'definition'],
  ])('sees %s', (_name, text, how) => {
    const { hidden } = parseMarkdown(text);

    expect(hidden).toHaveLength(1);
    expect(hidden[0]).toMatchObject({ how, text: expect.stringContaining('secret words') });
  });

  it.each([
    ['a comment in a fence', '```html\n<!-- shown -->\n```'],
    ['a comment in a code span', 'write `<!-- shown -->` here'],
    ['collapsed details', '<details><summary>More</summary>\n\nshown\n\n</details>'],
    ['a link definition', '[docs]: https://docs.example.invalid'],
    ['an ordinary colour', '<span style="color: red; font-size: 12px">shown</span>'],
  ])('leaves %s alone', (_name, text) => {
    expect(parseMarkdown(text).hidden).toEqual([]);
  });
});

describe('inlines', () => {
  const inlinesOf = (text: string) =>
    parseMarkdown(text).blocks.flatMap((block) =>
      block.inlines.map((inline) => [inline.kind, text.slice(inline.inner.start, inline.inner.end), inline.target]),
    );

  it('reads code, links, images, quotations and tags', () => {
    expect(inlinesOf('Say "hello" to `a "b"` in [x](y.md "t") ![alt](z.png) «ici» <br/> <https://a.test>')).toEqual([
      ['quote', 'hello', ''],
      ['code', 'a "b"', ''],
      ['link', 'x', 'y.md'],
      ['image', 'alt', 'z.png'],
      ['quote', 'ici', ''],
      ['html', 'br/', ''],
      ['autolink', 'https://a.test', 'https://a.test'],
    ]);
  });

  it('does not take an apostrophe for a quotation', () => {
    expect(inlinesOf("It's the user's file and don't ask")).toEqual([]);
  });
});

describe('hostile input', () => {
  const pieces = [
    '>',
    '> ',
    '- ',
    '- a\n',
    '[',
    '](',
    '`',
    '``` \n',
    '<',
    '<!--',
    '<div>',
    '"',
    "'a ",
    '**',
    '|a|b|\n',
    '* * * a\n',
    '> - a\n',
    '&#',
    '\\',
  ];

  it.each(pieces)('reads a megabyte of %j', (piece) => {
    const text = fill(piece);

    expect(parseMarkdown(text).text).toBe(text);
  });

  it('keeps every block inside the text and as long as its span', () => {
    const word = fc.constantFrom(
      '# ',
      '- ',
      '> ',
      '```\n',
      '\n',
      '\n\n',
      '|',
      '|-|-|\n',
      '<!--',
      '-->',
      'word ',
      '"',
      '`',
      '  ',
      '\r\n',
      '[a](b)',
      '<p hidden>',
      '</p>',
      '---\n',
      'a: b\n',
      '日本語',
      '\t',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 80 }), (words) => {
        const text = words.join('');
        for (const block of parseMarkdown(text).blocks) {
          expect(block.text.length).toBe(block.end - block.start);
          expect(block.end).toBeLessThanOrEqual(text.length);
          expect(
            block.text.trim() === '' ||
              text.slice(block.start, block.end).includes(block.text.trim().split(/\s/)[0] ?? ''),
          ).toBe(true);
          for (const inline of block.inlines) expect(inline.end).toBeLessThanOrEqual(block.end);
        }
      }),
      { numRuns: 300 },
    );
  });
});
