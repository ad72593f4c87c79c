/** For Node programs: reads skill folders and stores data between starts. */
import type { Client } from '../client.ts';
import type { FilesVerification } from '../files.ts';
import { readFolder } from './read-folder.ts';

export { fileStores } from './file-stores.ts';
export { readIdentity } from './identity.ts';
export { FOLDER_LIMITS, readFolder, readFolderToSend } from './read-folder.ts';
export { PROVENANCE_FILE, PROVENANCE_PREDICATE_TYPE, type ProvenRelease, verifyRelease } from './release.ts';
export { type OpenWitness, openWitness } from './witness.ts';
export { serveWitness } from './witness-server.ts';

/** Verifies that a folder is, byte for byte, a certified skill that is valid now. */
export const verifyDirectory = async (
  client: Client,
  folder: string,
  certificateId?: string,
): Promise<FilesVerification> => client.verifyFiles(await readFolder(folder), certificateId);
