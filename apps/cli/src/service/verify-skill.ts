import type { Skill } from '../skills/find-skills.ts';
import type { Service } from './connect.ts';
import { type ContentVerification, verifyFolder } from './verify-content.ts';

/** The project's certificate id for a skill. A folder can have the name of an inherited member such as `constructor`. */
export const certificateOf = (
  { name }: Skill,
  { settings: { skills } }: Pick<Service, 'settings'>,
): string | undefined => (Object.hasOwn(skills, name) ? skills[name] : undefined);

/** Verifies the folder of a skill byte for byte. A folder above the size limit is not certified. */
export async function verifySkill(
  { root }: Skill,
  id: string | undefined,
  { client }: Service,
): Promise<ContentVerification> {
  try {
    return (await verifyFolder(root, id, client)).verification;
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return {
      outcome: 'undecidable',
      valid: false,
      reasons: [{ code: 'unreadable_file', detail }],
      warnings: [],
      record: null,
      drift: null,
    };
  }
}
