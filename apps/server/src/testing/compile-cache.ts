import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** For programs that tests start repeatedly: compilation takes two thirds of a start. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(tmpdir(), 'assay-tests-compile-cache') } as const;

/** The loader that `main.ts` uses, for test programs that load as much code. */
export const OWN_SOURCES = `--import=${pathToFileURL(createRequire(import.meta.url).resolve('@assay/audit/own-sources')).href}`;
