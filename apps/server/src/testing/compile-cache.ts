import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** For the environment of programs that are started again and again: two thirds of a start is compiling. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(tmpdir(), 'assay-tests-compile-cache') } as const;
