import '@assay/audit/own-sources';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Compiled code is kept beside the installed packages, never in a folder others can write to. Where that fails, starts are slower.
// `npm start` opens it before this file, which then needs no stripping of types either.
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/assay', import.meta.url));
enableCompileCache(CACHE);
const { runProgram } = await import('./program.ts');

await runProgram(process.argv.slice(2));
