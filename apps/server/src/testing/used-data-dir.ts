import { join } from 'node:path';
import { issueCertificate } from './certificate-builder.ts';
import { openIssuer } from './issuer.ts';
import { seedDataDir } from './test-database.ts';

/**
 * Copies a data directory to `data` in this folder and issues a certificate in it. A service that is in use creates no
 * demonstration, whose reviews would otherwise run at every start.
 */
export async function seedUsedDataDir(folder: string): Promise<void> {
  await seedDataDir(join(folder, 'data'));
  const issuer = await openIssuer(folder);
  await issueCertificate(issuer).finally(issuer.close);
}
