import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeLogCommands, toSafeJson, toSafeText } from './safe-text.ts';

const isPlain = (text: string): boolean => !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text);

const anyText = fc.array(fc.integer({ min: 0, max: 0x10ffff })).map((points) => String.fromCodePoint(...points));

describe('toSafeText', () => {
  it.each([
    ['\u001b[2J', '‹U+001B›[2J'],
    ['a\u202eb', 'a‹U+202E›b'],
    ['x\u200by', 'x‹U+200B›y'],
    ['\u{e0041}', '‹U+E0041›'],
    ['one\ntwo', 'one‹U+000A›two'],
    ['\tindent', '  indent'],
    ['a\u034fb\u17b4c\u180bd\ufe0fe\u{e0100}', 'a‹U+034F›b‹U+17B4›c‹U+180B›d‹U+FE0F›e‹U+E0100›'],
    ['\u2800\ufffc\u3164', '‹U+2800›‹U+FFFC›‹U+3164›'],
    ['日本 ⚠️ é', '日本 ⚠️ é'],
  ])('shows %j as %j', (text, shown) => {
    expect(toSafeText(text)).toBe(shown);
  });

  it('leaves no sequence that a terminal interprets, whatever the text is', () => {
    fc.assert(fc.property(anyText, (text) => isPlain(toSafeText(text))));
  });
});

describe('toSafeJson', () => {
  it('equals JSON, without sequences that a terminal interprets', () => {
    fc.assert(
      fc.property(fc.dictionary(anyText, anyText), (value) => {
        const text = toSafeJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(isPlain(text)).toBe(true);
      }),
    );
  });
});

describe('escapeLogCommands', () => {
  const isCommand = (text: string): boolean =>
    text.split(/[\r\n]/).some((line) => line.trimStart().startsWith('::') || /##\w{0,32}\[/.test(line));

  it.each([
    ['::stop-commands::x.sh', '‹U+003A›:stop-commands::x.sh'],
    ['a\n \t::error::b', 'a\n \t‹U+003A›:error::b'],
    ['a\r::error::b', 'a\r‹U+003A›:error::b'],
    ['x ##[group]y', 'x #‹U+0023›[group]y'],
    ['##vso[task.setvariable]y', '#‹U+0023›vso[task.setvariable]y'],
    ['std::vector ## heading', 'std::vector ## heading'],
  ])('writes %j as %j', (text, shown) => {
    expect(escapeLogCommands(text)).toBe(shown);
  });

  it('leaves no command, whatever the text is, and changes no JSON value', () => {
    const parts = fc.constantFrom('::', ':', '##', '#', '[', 'vso', ' ', '\n', '\r', '\t', 'a', '"', '\\', '\u00a0');
    const text = fc.array(parts, { maxLength: 40 }).map((list) => list.join(''));
    fc.assert(fc.property(text, (given) => !isCommand(escapeLogCommands(given))));
    fc.assert(
      fc.property(text, (given) => {
        const json = toSafeJson({ [given]: [given] }, 2);
        return !isCommand(json) && JSON.stringify(JSON.parse(json)) === JSON.stringify({ [given]: [given] });
      }),
    );
  });
});
