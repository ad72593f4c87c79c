import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPackedAnswers } from './verify.packed.ts';

const idOf = (n: number) => n.toString(16).padStart(24, '0');

describe('createPackedAnswers', () => {
  it('gives back exactly what was kept last, or nothing, whatever was overwritten meanwhile', () => {
    const step = fc.record({
      id: fc.nat(40).map(idOf),
      body: fc.json({ maxDepth: 2 }).map((json) => json.slice(0, 300)),
      act: fc.constantFrom('keep', 'keep', 'drop'),
    });
    fc.assert(
      fc.property(fc.integer({ min: 70_000, max: 90_000 }), fc.array(step, { maxLength: 200 }), (bytesMax, steps) => {
        const answers = createPackedAnswers(bytesMax, 3);
        const kept = new Map<string, { etag: string; body: string }>();
        for (const { id, body, act } of steps) {
          const answer = { etag: `"${body.length}"`, body };
          if (act === 'keep') {
            answers.keep(id, answer);
            kept.set(id, answer);
          } else {
            answers.drop(id);
            kept.delete(id);
          }
          for (const [known, expected] of kept) expect([undefined, expected]).toContainEqual(answers.find(known));
          expect(answers.find(idOf(99))).toBeUndefined();
        }
      }),
    );
  });

  it('holds the newest ones when there is no room for all', () => {
    const answers = createPackedAnswers(40_000, 1);
    const bodyOf = (n: number) => `{"id":"${idOf(n)}","text":"the same in every one of them"}`;
    for (let n = 0; n < 1_000; n++) answers.keep(idOf(n), { etag: '"x"', body: bodyOf(n) });

    expect(answers.find(idOf(999))).toEqual({ etag: '"x"', body: bodyOf(999) });
    expect(answers.find(idOf(0))).toBeUndefined();
    expect(answers.size()).toBeGreaterThan(40);
  });

  it('does not keep a record so long that its shape would cost more than it is counted for', () => {
    const answers = createPackedAnswers(100_000, 1);
    answers.keep(idOf(1), { etag: '"x"', body: `["${'a","'.repeat(1_000)}"]` });
    answers.keep(idOf(2), { etag: '"y"', body: '{"valid":false}' });

    expect(answers.find(idOf(1))).toBeUndefined();
    expect(answers.find(idOf(2))).toEqual({ etag: '"y"', body: '{"valid":false}' });
  });

  it('holds nothing after it was cleared, and goes on', () => {
    const answers = createPackedAnswers(40_000, 1);
    answers.keep(idOf(1), { etag: '"x"', body: '{"valid":true}' });

    answers.clear();

    expect(answers.find(idOf(1))).toBeUndefined();
    answers.keep(idOf(2), { etag: '"y"', body: '{"valid":false}' });
    expect(answers.find(idOf(2))).toEqual({ etag: '"y"', body: '{"valid":false}' });
  });
});
