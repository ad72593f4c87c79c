import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const FOLDER = fileURLToPath(new URL('../../../../portal/dist/client/assets/', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};
/** Formats that are already compressed. */
const COMPRESSED = new Set(['.woff2', '.png']);

type Asset = { readonly type: string; readonly plain: Buffer; readonly brotli: Buffer | undefined };

/** Shared by all services of the process, because assets never change during its life. */
const loaded = new Map<string, Asset>();

/** The built files by name, each read and compressed on first use. Other names return undefined. */
export function createAssets() {
  const names = new Set(readdirSync(FOLDER));
  return (name: string): Asset | undefined => {
    if (!names.has(name)) return undefined;
    const known = loaded.get(name);
    if (known !== undefined) return known;
    const extension = extname(name);
    const plain = readFileSync(FOLDER + name);
    const brotli = COMPRESSED.has(extension) ? undefined : brotliCompressSync(plain);
    const asset = { type: TYPES[extension] ?? 'application/octet-stream', plain, brotli };
    loaded.set(name, asset);
    return asset;
  };
}
