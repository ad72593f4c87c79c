/** Downloads purchased files as one archive. */
import { zipSync } from 'fflate';

type File = { readonly path: string; readonly mode: string; readonly contentBase64: string };

const UNIX = 3;
const RUNNABLE = 0o100755;
const PLAIN = 0o100644;

/** A symlink becomes a regular file with its target as text, so that no unpacked file can point elsewhere. */
const toAttributes = (mode: string): number => (mode === '100755' ? RUNNABLE : PLAIN) * 0x1_00_00;

const toBytes = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));

export async function saveAsZip(name: string, files: readonly File[]): Promise<void> {
  const entries = files.map(
    ({ path, mode, contentBase64 }) =>
      [path, [toBytes(contentBase64), { os: UNIX, attrs: toAttributes(mode) }]] as const,
  );
  const archive = zipSync(Object.fromEntries(entries) as Parameters<typeof zipSync>[0]);
  const url = URL.createObjectURL(new Blob([archive as BlobPart], { type: 'application/zip' }));
  const link = document.createElement('a');
  Object.assign(link, { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
