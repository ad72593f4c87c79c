import { readFileSync } from 'node:fs';

/** In order of dependency. */
const PARTS = ['bridge', 'standins', 'network', 'clients', 'documents', 'processes', 'callers', 'unit'] as const;

/** The Python modules of the fake machine: names and sources. */
export const guestParts = (): [name: string, source: string][] =>
  PARTS.map((part) => [`_assay_${part}`, readFileSync(new URL(`guest/${part}.py`, import.meta.url), 'utf8')]);
