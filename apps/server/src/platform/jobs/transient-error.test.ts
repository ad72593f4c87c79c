import { DatabaseError } from 'pg';
import { describe, expect, it } from 'vitest';
import { isTransientError } from './transient-error.ts';

const refused = (code: string): DatabaseError => {
  const error = new DatabaseError('refused', 0, 'error');
  error.code = code;
  return error;
};

describe('isTransientError', () => {
  it.each([
    ['a deadlock', refused('40P01')],
    ['a shutdown', refused('57P01')],
    ['a connection that the server closed', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })],
    ['no free connection', new Error('timeout exceeded when trying to connect')],
    ['a query that failed for one of these', new Error('Failed query', { cause: refused('40001') })],
  ])('is true for %s', (_, error) => {
    expect(isTransientError(error)).toBe(true);
  });

  it.each([
    ['a broken rule of the database', refused('23505')],
    ['a mistake of ours', new Error('A round has no panel')],
    ['what is no error', 'deadlock'],
  ])('is false for %s', (_, error) => {
    expect(isTransientError(error)).toBe(false);
  });
});
