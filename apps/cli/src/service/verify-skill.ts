import { readFolder } from '@assay/client/node';
import type { Skill } from '../skills/find-skills.ts';
import type { Service } from './connect.ts';
import { type ContentVerification, verifyContent } from './verify-content.ts';

/** The folder of a skill, byte for byte. One that is too large to be certified is not certified. */
export async function verifySkill(
  { root }: Skill,
  id: string | undefined,
  { client }: Service,
): Promise<ContentVerification> {
  try {
    return await verifyContent(await readFolder(root), id, client);
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
