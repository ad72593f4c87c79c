import { readFileSync } from 'node:fs';

/** In the order they need each other. */
const PARTS = ['bridge', 'standins', 'network', 'clients', 'documents', 'processes', 'callers', 'unit'] as const;

/** The modules of the fake machine that Python finds, by name, as source. */
export const guestParts = (): [name: string, source: string][] =>
  PARTS.map((part) => [`_assay_${part}`, readFileSync(new URL(`guest/${part}.py`, import.meta.url), 'utf8')]);
