import { z } from 'zod';

/** A folder name: not a path, not hidden, without characters that are special for a shell or a file system. */
export const SKILL_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'is not a SHA-256 digest');
export const SkillName = z.string().regex(SKILL_NAME, 'is not a skill name');

/** A person's approval of exactly these bytes, until a date. */
export const Trusted = z.strictObject({
  name: SkillName,
  reason: z.string().max(1_000),
  by: z.string().min(1).max(200),
  until: z.iso.date(),
});
export type Trusted = z.infer<typeof Trusted>;

/** `until` is the last valid day. */
export const isInForce = ({ until }: Trusted, today: string): boolean => today <= until;

/** Third-party approvals. The document may have further members. */
export const Audits = z.looseObject({ trusted: z.record(Sha256, Trusted) });
