import { describe, expect, it } from 'vitest';
import { certificateRow } from './certificate-rows.ts';
import type { World } from './state.ts';

const worldOf = (ids: readonly string[]) => ({ side: { certificates: ids.map((id) => ({ id })) } }) as unknown as World;

describe('certificateRow', () => {
  it('finds existing and later rows, and nothing else', () => {
    const world = worldOf(['a', 'b']);
    expect(['a', 'b', 'c'].map((id) => certificateRow(world, id))).toEqual([0, 1, -1]);
    world.side.certificates.push({ id: 'c', name: 'c', valid: true, bonusBp: 0, isFree: true });
    expect(certificateRow(world, 'c')).toBe(2);
  });

  it('separates two worlds', () => {
    const [one, other] = [worldOf(['a', 'b']), worldOf(['b', 'a'])];
    expect([certificateRow(one, 'a'), certificateRow(other, 'a')]).toEqual([0, 1]);
  });
});
