import type { Client, FilesVerification, LocalFolder } from '@assay/client';
import {
  EXCEPT_METADATA,
  type InstallerMetadata,
  isOfOrigin,
  originOf,
  withoutMetadata,
} from '../install/installer-metadata.ts';

/** `installerMetadata` is what an installer added to SKILL.md; everything else is the certified bundle. */
export type ContentVerification = FilesVerification & { readonly installerMetadata?: InstallerMetadata };

/** A folder as it lies here; where that is not the certified one, once more without what installers add. */
export async function verifyContent(
  content: LocalFolder,
  id: string | undefined,
  { verifyFiles }: Pick<Client, 'verifyFiles'>,
): Promise<ContentVerification> {
  const verification = await verifyFiles(content, id);
  if (verification.outcome !== 'refused') return verification;
  const stripped = withoutMetadata(content.files);
  if (stripped === undefined) return verification;
  const before = await verifyFiles({ ...content, files: stripped.files }, id);
  const { record } = before;
  if (before.drift?.isSame !== true || record === null) return verification;
  if (!isOfOrigin(stripped.metadata, originOf(record.skillName, record.source))) return verification;
  const values = Object.entries(stripped.metadata).map(([key, value]) => `${key} ${value}`);
  const warning = {
    code: 'installer_metadata',
    detail: `${EXCEPT_METADATA}: SKILL.md is the certified one with fields of an installer: ${values.join(', ')}.`,
  } as const;
  return { ...before, warnings: [...before.warnings, warning], installerMetadata: stripped.metadata };
}
