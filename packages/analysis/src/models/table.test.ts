import { describe, expect, it } from 'vitest';
import { CALLS, METHODS } from '../flow/code/models.ts';
import { HANDLERS } from '../flow/shell/handlers.ts';
import { tableOf } from './table.ts';

describe('a table of models', () => {
  it('holds each row by its name', () => {
    expect(
      tableOf([
        ['get', 1],
        ['put', 2],
      ]).get('put'),
    ).toBe(2);
  });

  it('rejects two rows of one name', () => {
    expect(() =>
      tableOf([
        ['put', 1],
        ['get', 2],
        ['put', 3],
      ]),
    ).toThrow('two rows named "put"');
  });

  it('loads the models of library calls and shell programs', () => {
    expect(CALLS.size).toBeGreaterThan(400);
    expect(METHODS.every(({ size }) => size > 0)).toBe(true);
    expect(HANDLERS.size).toBeGreaterThan(100);
  });
});
