import type { Client, FilesVerification, LocalFolder } from '@assay/client';
import { readFolder } from '@assay/client/read-folder';
import {
  EXCEPT_METADATA,
  type InstallerMetadata,
  isOfOrigin,
  originOf,
  withoutMetadata,
} from '../install/installer-metadata.ts';
import { pluginAround } from '../install/plugin.ts';

/** `installerMetadata` is what an installer added to SKILL.md. Everything else is the certified bundle. */
export type ContentVerification = FilesVerification & { readonly installerMetadata?: InstallerMetadata };

/**
 * Verifies a skill folder. If it has no certificate of its own, verifies the plugin that contains it: all bytes of the
 * plugin must be certified. A skill whose own certificate is suspended stays refused.
 */
export async function verifyFolder(folder: string, id: string | undefined, client: Client) {
  const content = await readFolder(folder);
  const verification = await verifyContent(content, id, client);
  const own = { content, verification };
  if (verification.outcome !== 'refused' || verification.record?.status === 'SUSPENDED') return own;
  const plugin = pluginAround(folder);
  if (plugin === undefined) return own;
  const whole = await readFolder(plugin).catch(() => undefined);
  const verdict = whole && (await verifyContent(whole, undefined, client));
  return whole !== undefined && verdict?.valid === true ? { content: whole, verification: verdict } : own;
}

/** Verifies a folder as it is. If it does not match, verifies it again without installer fields. */
async function verifyContent(
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
    detail: `${EXCEPT_METADATA}: SKILL.md is the certified one with added installer fields: ${values.join(', ')}.`,
  } as const;
  return { ...before, warnings: [...before.warnings, warning], installerMetadata: stripped.metadata };
}
