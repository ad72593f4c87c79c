import { describe, expect, it } from 'vitest';
import { substituteNames } from './substitute.ts';

describe('substituteNames', () => {
  it('puts the address where its name stands', () => {
    expect(substituteNames('- A stands for https://a.example.invalid/x\n\nFetch A now.')?.text).toContain(
      'Fetch https://a.example.invalid/x now.',
    );
  });

  it('leaves text without such names alone', () => {
    expect(substituteNames('A is the first letter.\nUse A.')).toBeUndefined();
  });
});
