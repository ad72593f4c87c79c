import { describe, expect, it } from 'vitest';
import { toMicros, toNumber } from './amount.ts';

describe('toMicros', () => {
  it.each([
    ['12', '12000000'],
    ['12.5', '12500000'],
    ['12,5', '12500000'],
    [' 0,90 ', '900000'],
    ['0,125', '125000'],
    ['0.125', '125000'],
    ['1234,567', '1234567000'],
    ['1,2340', '1234000'],
    ['0,000001', '1'],
    ['999999999999.999999', '999999999999999999'],
  ])('reads %s', (text, micros) => {
    expect(toMicros(text)).toBe(micros);
  });

  it.each(['1,234', '1.234', '12.500', '999,999', '00,125'])(
    'rejects %s, because the separator may separate thousands',
    (text) => {
      expect(toMicros(text)).toBe('');
    },
  );

  it.each([
    '',
    ',',
    '12,',
    ',5',
    '1.234,50',
    '1,234.50',
    '1 234',
    '1,2,3',
    '-1',
    '1e6',
    '12,5 marks',
    '0,0000001',
    '1234567890123',
    '１２',
    '12\n13',
  ])('rejects “%s”', (text) => {
    expect(toMicros(text)).toBe('');
  });
});

describe('toNumber', () => {
  it.each([
    ['5', 5],
    ['2,5', 2.5],
    ['2.5', 2.5],
    ['-2,5', -2.5],
    ['−2,5', -2.5],
  ])('reads %s', (text, number) => {
    expect(toNumber(text)).toBe(number);
  });

  it.each(['', '-', '--2', '2,500', 'two'])('is not a number for “%s”', (text) => {
    expect(toNumber(text)).toBeNaN();
  });
});
