import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** For programs that tests start repeatedly: compilation takes two thirds of a start. Test workers and `main.ts` use the same folder. */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../../node_modules/.cache/assay', import.meta.url)),
} as const;

/** The loader that `main.ts` uses, for test programs that load as much code. */
export const OWN_SOURCES = `--import=${pathToFileURL(createRequire(import.meta.url).resolve('@assay/audit/own-sources')).href}`;
