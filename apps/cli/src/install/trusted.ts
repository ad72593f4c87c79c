import { z } from 'zod';

/** The name of a folder: no path, nothing hidden, nothing that a shell or a file system reads otherwise. */
export const SKILL_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'is no SHA-256');
export const SkillName = z.string().regex(SKILL_NAME, 'is no name of a skill');

/** An approval of exactly these bytes by a person, until a day. */
export const Trusted = z.strictObject({
  name: SkillName,
  reason: z.string().max(1_000),
  by: z.string().min(1).max(200),
  until: z.iso.date(),
});
export type Trusted = z.infer<typeof Trusted>;

/** `until` is the last day on which it counts. */
export const isInForce = ({ until }: Trusted, today: string): boolean => today <= until;

/** Approvals of others: whatever else the document holds. */
export const Audits = z.looseObject({ trusted: z.record(Sha256, Trusted) });
