import { INTAKE_LIMITS } from './limits.ts';
import type { Unpacked } from './zip.ts';

const BLOCK = 512;
/** Files, folders, links, long names and PAX headers. Any other type would be skipped silently. */
const KNOWN_TYPES: ReadonlySet<string> = new Set(['0', '\0', '1', '2', '5', 'L', 'K', 'x', 'g']);
const ascii = (bytes: Uint8Array): string => {
  const end = bytes.indexOf(0);
  return String.fromCharCode(...bytes.subarray(0, end === -1 ? bytes.length : end));
};

/** Plain ustar. Long-name extensions are read; links and devices are reported as problems. */
export function unpackTar(bytes: Uint8Array, budgetBytes: number): Unpacked {
  const entries: { path: string; bytes: Uint8Array }[] = [];
  const problems: Unpacked['problems'] = [];
  let left = budgetBytes;
  let longName = '';
  for (let at = 0; at + BLOCK <= bytes.length; ) {
    if (entries.length >= INTAKE_LIMITS.archiveEntriesMax) {
      problems.push({ problem: 'archive-limit', detail: 'too many entries' });
      break;
    }
    const header = bytes.subarray(at, at + BLOCK);
    // Most programs stop at empty blocks, but some read the entries behind them.
    if (header.every((byte) => byte === 0)) {
      at += BLOCK;
      continue;
    }
    const size = Number.parseInt(ascii(header.subarray(124, 136)).trim() || '0', 8);
    if (Number.isNaN(size) || size < 0) {
      problems.push({ problem: 'corrupt-archive', detail: 'unreadable header' });
      break;
    }
    const prefix = ascii(header.subarray(345, 500));
    const path = longName || (prefix === '' ? '' : `${prefix}/`) + ascii(header.subarray(0, 100));
    const type = String.fromCharCode(header[156] ?? 0);
    const data = bytes.subarray(at + BLOCK, at + BLOCK + size);
    longName = type === 'L' ? ascii(data) : '';
    if (type === '1' || type === '2')
      problems.push({ problem: 'link-escape', detail: `${path} points to ${ascii(header.subarray(157, 257))}` });
    else if (!KNOWN_TYPES.has(type)) problems.push({ problem: 'corrupt-archive', detail: `${path}: unknown kind` });
    else if ((type === '0' || type === '\0') && size > left) problems.push({ problem: 'archive-limit', detail: path });
    else if (type === '0' || type === '\0') {
      entries.push({ path, bytes: data });
      left -= size;
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return { entries, problems };
}
