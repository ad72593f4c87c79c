import { resolve } from 'node:path';
import { AssayError, findPublicKey } from '@assay/client';
import { verifyRelease } from '@assay/client/node';
import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts';
import { toSafeJson, toSafeText } from '../render/safe-text.ts';
import { createStyle } from '../render/style.ts';
import type { Terminal } from '../terminal.ts';

type ReleaseInput = { readonly folder: string; readonly key: string | undefined; readonly isJson: boolean };

/** Makes no request: the signed provenance in the folder and the caller's trusted key decide. */
export async function runVerifyRelease({ folder, key, isJson }: ReleaseInput, terminal: Terminal): Promise<ExitCode> {
  const publicKey = findPublicKey(key);
  if (publicKey === undefined)
    throw new UsageError('--release needs --key KEY: the public key of the release, in hex or base64.');
  const style = createStyle(terminal.isOutColoured);
  try {
    const { version, commit, files, keyIds } = await verifyRelease(resolve(terminal.cwd, folder), [publicKey]);
    if (isJson) terminal.out(`${toSafeJson({ target: folder, valid: true, version, commit, files, keyIds }, 2)}\n`);
    else {
      const count = files.length === 1 ? '1 file' : `${files.length} files`;
      terminal.out(`${style.good('VALID')} ${style.strong(toSafeText(folder))} ${toSafeText(version)}\n`);
      terminal.out(style.faint(`  ${count} of commit ${toSafeText(commit)}, signed by ${keyIds.join(', ')}\n`));
    }
    return EXIT.safe;
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    const { code: reason, message } = error;
    if (isJson) terminal.out(`${toSafeJson({ target: folder, valid: false, reason, detail: message }, 2)}\n`);
    else
      terminal.out(
        `${style.bad('REFUSED')} ${style.strong(toSafeText(folder))}\n  ${style.bad('✗')} ${toSafeText(message)}\n`,
      );
    return EXIT.unsafe;
  }
}
