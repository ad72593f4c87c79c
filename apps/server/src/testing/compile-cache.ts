import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** For the environment of programs that are started again and again: two thirds of a start is compiling. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(tmpdir(), 'assay-tests-compile-cache') } as const;

/** What `main.ts` loads first, for programs of tests that load as much. */
export const OWN_SOURCES = `--import=${pathToFileURL(createRequire(import.meta.url).resolve('@assay/audit/own-sources')).href}`;
