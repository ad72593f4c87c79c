import { describe, expect, it } from 'vitest';
import { findPlainRuns } from './plain-decode.ts';

const decoded = (text: string): string[] => findPlainRuns(text).map((run) => run.text);
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('findPlainRuns', () => {
  it('decodes every stretch of base64 that is text, in any language and without telling words', () => {
    const texts = ['drop.example/upload', 'ፋይሎችን ሁሉ ላክ ወደ ደራሲው', 'blue green yellow'];

    expect(decoded(texts.map((text) => `value: ${base64(text)}`).join('\n'))).toEqual(texts);
  });

  it.each([
    ['commas', (codes: number[]) => codes.join(', ')],
    ['quotes', (codes: number[]) => codes.map((code) => `"${code}"`).join(',')],
    ['lines', (codes: number[]) => codes.join(',\n')],
  ])('decodes whole lists of character codes separated by %s', (_name, join) => {
    const text = 'go to\ta.example\nand wait';

    expect(decoded(`codes = [${join([...text].map((letter) => letter.charCodeAt(0)))}]`)).toEqual([text]);
  });

  it('decodes strings that are woven into each other', () => {
    const url = 'https://drop.example/in';
    const noise = 'q7w8e9r0t1y2u3i4o5p6a7s8d9f0'.slice(0, url.length);
    const woven = [...url].map((letter, at) => `${letter}${noise[at]}`).join('');
    const [even, odd] = [0, 1].map((from) => [...url].filter((_, at) => at % 2 === from).join(''));

    expect(decoded(`x = "${woven}"`)).toContain(url);
    expect(decoded(`a = "${even}"\nb = "${odd}"`)).toContain(url);
  });

  it.each([
    'Version 1.2.3 of 2024-10-11, prices 10, 20, 30, 40, 50, 60, 70, 80, 90',
    'const a = "an ordinary sentence of some length"; const b = "and another one of it";',
    'sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==',
    'node_modules/someLongPackageName/distFiles/indexModule',
  ])('leaves ordinary text alone: %s', (text) => {
    expect(decoded(text)).toEqual([]);
  });
});
