import { describe, expect, it } from 'vitest';
import { createRecorder, RECORD_LIMITS } from './recorder.ts';

const setup = () => createRecorder('unit', (target) => target);

describe('createRecorder', () => {
  it('keeps the same act once, at its first step', () => {
    const recorder = setup();
    recorder.record({ kind: 'exec', target: 'a' });
    recorder.record({ kind: 'exec', target: 'b' });
    recorder.record({ kind: 'exec', target: 'a' });
    expect(recorder.acts().map(({ target, step }) => [target, step])).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
  });

  it('records up to the limit and then says so', () => {
    const recorder = setup();
    for (let index = 0; index <= RECORD_LIMITS.actsMax; index += 1)
      recorder.record({ kind: 'exec', target: `${index}` });
    expect(recorder.acts()).toHaveLength(RECORD_LIMITS.actsMax + 1);
    expect(recorder.acts().at(-1)).toMatchObject({ kind: 'limit', target: 'acts recorded' });
    expect(recorder.gaps()).toEqual(['limit reached: acts recorded']);
  });

  it('keeps what a planted secret went into when it keeps nothing else any more', () => {
    const recorder = setup();
    for (let index = 0; index <= RECORD_LIMITS.actsMax; index += 1)
      recorder.record({ kind: 'write', target: `${index}` });
    for (let index = 0; index <= RECORD_LIMITS.secretMax; index += 1)
      recorder.record({ kind: 'read', target: `${index}`, data: ['canary:ssh-key'] });
    recorder.record({ kind: 'net', target: 'POST https://a.example', data: ['canary:ssh-key', 'upload'] });
    expect(recorder.acts().at(-1)).toMatchObject({ kind: 'net', data: ['canary:ssh-key', 'upload'] });
  });

  it('shows a target as one bounded, printable, well-formed line', () => {
    const recorder = setup();
    recorder.record({ kind: 'exec', target: `a\n\u001b[2J\u202eb\ud800${'c'.repeat(1_000)}` });
    const [act] = recorder.acts();
    expect(act?.target).toMatch(/^a \[2J b\ufffdc+…$/u);
    expect(act?.target.length).toBe(RECORD_LIMITS.targetCharsMax);
  });

  it('sorts and folds tags', () => {
    const recorder = setup();
    recorder.record({ kind: 'net', target: 'x', data: ['upload', 'auth', 'upload'] });
    expect(recorder.acts()[0]?.data).toEqual(['auth', 'upload']);
  });
});
