import { describe, expect, it } from 'vitest';
import { processEach } from './process-each.ts';

describe('processed rows', () => {
  it('are all tried; failed ones are postponed with the reason, and only moved ones are counted', async () => {
    const fault = new Error('This row is broken.');
    const tried: string[] = [];
    const late: [string, unknown][] = [];

    const moved = await processEach(['broken', 'waiting', 'due'], {
      move: async (row) => {
        tried.push(row);
        if (row === 'broken') throw fault;
        return row === 'due';
      },
      putOff: async (row, error) => {
        late.push([row, error]);
      },
    });

    expect(moved).toBe(1);
    expect(tried).toEqual(['broken', 'waiting', 'due']);
    expect(late).toEqual([['broken', fault]]);
  });
});
