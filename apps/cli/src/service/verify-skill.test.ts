import { expect, it } from 'vitest';
import { certificateOf } from './verify-skill.ts';

it('a skill has the certificate that the project names, whatever its name inherits from Object.prototype', () => {
  const of = (name: string) =>
    certificateOf({ name, root: '/x' } as Parameters<typeof certificateOf>[0], {
      settings: { skills: { notes: 'a'.repeat(24) } } as unknown as Parameters<typeof certificateOf>[1]['settings'],
    });
  expect(of('notes')).toBe('a'.repeat(24));
  expect([of('constructor'), of('toString'), of('__proto__')]).toEqual([undefined, undefined, undefined]);
});
