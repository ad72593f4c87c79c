import '@assay/audit/own-sources';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// The compile cache lies beside the installed packages, never in a folder that other users can write to. Without it,
// starts are slower. `npm start` enables the cache before it loads this file, which then needs no type stripping
// either.
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/assay', import.meta.url));
enableCompileCache(CACHE);
const { runProgram } = await import('./program.ts');

await runProgram(process.argv.slice(2));
