import { describe, expect, it } from 'vitest';
import { createTexts, EMPTY } from './catalogue.ts';
import { LANGUAGES } from './languages.ts';

const [ENGLISH, GERMAN, CHINESE] = LANGUAGES;

describe('createTexts', () => {
  it('finds texts, and answers in English where a text is missing', () => {
    const { text } = createTexts(GERMAN, { ...EMPTY, texts: { Delete: 'Löschen' } });
    expect([text('Delete'), text('Edit'), text('constructor')]).toEqual(['Löschen', 'Edit', 'constructor']);
  });

  it('inserts values in the order of the translation, and never reads a value as a placeholder', () => {
    const { text } = createTexts(GERMAN, { ...EMPTY, texts: { '{0} by {1}': '{1}: {0}' } });
    expect(text('{0} by {1}', '{1}', 'ada')).toBe('ada: {1}');
  });

  it('counts in the forms of the language', () => {
    const plurals = { 'flag|flags': { one: '{0} Meldung', other: '{0} Meldungen' } };
    const german = createTexts(GERMAN, { ...EMPTY, plurals });
    expect([0, 1, 2].map((count) => german.plural(count, String(count), 'flag', 'flags'))).toEqual([
      '0 Meldungen',
      '1 Meldung',
      '2 Meldungen',
    ]);
    const chinese = createTexts(CHINESE, { ...EMPTY, plurals: { 'flag|flags': { other: '{0} 条举报' } } });
    expect(chinese.plural(1, '1', 'flag', 'flags')).toBe('1 条举报');
    const english = createTexts(ENGLISH, EMPTY);
    expect([1, 2].map((count) => english.plural(count, String(count), 'leaf', 'leaves'))).toEqual([
      '1 leaf',
      '2 leaves',
    ]);
  });

  it('has words for codes', () => {
    const { code } = createTexts(GERMAN, { ...EMPTY, codes: { SUSPENDED: 'Gesperrt' } });
    expect([code('SUSPENDED'), code('toString')]).toEqual(['Gesperrt', undefined]);
  });
});
