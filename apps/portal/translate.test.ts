import { describe, expect, it } from 'vitest';
import { findFaults } from './catalogues.ts';
import { translate } from './translate.ts';

const keysOf = (source: string): string[] => translate('page.tsx', source).texts.map(({ key }) => key);

describe('translate', () => {
  it('finds texts of elements, attributes, tables and templates, and leaves code alone', () => {
    const source = `
      const TABS = [['/account', 'Overview'], ['ok', 'text-ok']];
      const Part = ({ count, kind }) => (
        <Section className="mt-4 flex" id="part" title="Log in">
          <input name="q" type="text" placeholder="Search" />
          {kind === 'Other' ? \`Bought for \${count}.\` : null}
        </Section>
      );`;
    expect(keysOf(source)).toEqual(['Overview', 'Log in', 'Search', 'Bought for {0}.']);
  });

  it('makes one text of a sentence with elements and values, and keeps their code', () => {
    const { code, texts } = translate(
      'page.tsx',
      'const A = () => <p>When <code className="x">valid</code> is {word}, <a href="/x">{n} more</a>.</p>;',
    );
    expect(texts.map(({ key }) => key)).toEqual(['When <0>valid</0> is {1}, <2>{3} more</2>.']);
    expect(code).toContain(
      '($inner) => <code className="x">{$inner}</code>, word, ($inner) => <a href="/x">{$inner}</a>, n',
    );
  });

  it('never uses a value as a key', () => {
    expect(translate('page.tsx', 'const A = ({ name }) => <p title={name}>{name}</p>;').code).not.toContain('$text');
  });

  it('notes counted nouns, and refuses ones that are not literals', () => {
    expect(translate('a.ts', "toPlural(n, 'leaf', 'leaves')").texts[0]).toMatchObject({
      key: 'leaf|leaves',
      isPlural: true,
    });
    expect(translate('a.ts', 'toPlural(n, noun)').faults).toHaveLength(1);
  });

  it('refuses a text that the same file compares', () => {
    expect(translate('a.ts', "const a = f('Open'); if (a === 'Open') g();").faults).toHaveLength(1);
  });
});

describe('findFaults', () => {
  const texts = [
    { key: 'Bought for {0}.', line: 1 },
    { key: 'flag|flags', line: 2, isPlural: true },
  ];
  const good = {
    texts: { 'Bought for {0}.': 'Gekauft für {0}.' },
    plurals: { 'flag|flags': { one: '{0} Meldung', other: '{0} Meldungen' } },
    codes: {},
  };

  it('accepts a complete catalogue', () => {
    expect(findFaults(texts, 'de', good)).toEqual([]);
  });

  it('reports an empty text', () => {
    const key = 'Delete';
    expect(findFaults([{ key, line: 1 }], 'de', { texts: { [key]: '' }, plurals: {}, codes: {} })).toEqual([
      'de.json has no words for “Delete”',
    ]);
  });

  it('reports missing and unknown texts, other placeholders, and missing forms', () => {
    expect(findFaults(texts, 'de', { texts: { Old: 'Alt' }, plurals: {}, codes: {} })).toEqual([
      'de.json lacks “Bought for {0}.”',
      'de.json lacks the plural “flag|flags”',
      'de.json has “Old”, which is not a text of the sources',
    ]);
    expect(findFaults(texts, 'de', { ...good, texts: { 'Bought for {0}.': 'Gekauft.' } })).toEqual([
      'de.json has other placeholders or tags than “Bought for {0}.”',
    ]);
    expect(findFaults(texts, 'de', { ...good, plurals: { 'flag|flags': { other: '{0} Meldungen' } } })).toEqual([
      'de.json needs the form “one” with {0} for the plural “flag|flags”',
    ]);
  });
});
