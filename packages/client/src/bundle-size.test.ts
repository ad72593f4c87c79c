import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';

/** The first entry also verifies signatures of verdicts, and supports an abort signal for each call. */
const ENTRIES = [
  ['./index.ts', 16_896],
  ['./api.ts', 15_000],
  ['./proof/index.ts', 15_000],
] as const;

/** The bytes that a browser loads for all exports of this entry. */
async function measure(entry: string): Promise<{ code: string; gzipped: number }> {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2024',
      minify: true,
      lib: { entry: fileURLToPath(new URL(entry, import.meta.url)), formats: ['iife'], name: 'assay' },
      rolldownOptions: { treeshake: true },
    },
  });
  const [bundle] = Array.isArray(output) ? output : [];
  const code = bundle?.output.map((part) => (part.type === 'chunk' ? part.code : '')).join('') ?? '';
  return { code, gzipped: gzipSync(code, { level: 9 }).length };
}

describe('the bundle for browsers', () => {
  it.each(ENTRIES)('of %s has at most %i bytes, is complete and imports nothing from Node', async (entry, bytesMax) => {
    const { code, gzipped } = await measure(entry);
    expect(code.length).toBeGreaterThan(1_000);
    expect(code).not.toMatch(/from\s*["']node:|require\(|process\./);
    expect(gzipped).toBeLessThanOrEqual(bytesMax);
  });
});
