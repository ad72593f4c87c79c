import { readFileSync } from 'node:fs';

export function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return Object.entries(manifest ?? {}).find(([name]) => name === 'version')?.[1] ?? 'unknown';
}
