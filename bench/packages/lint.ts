/** Checks the tarballs with package linters: entry points exist, and every module resolution finds the types. */
import { basename, join } from 'node:path';
import { type Bench, toNote } from './tools.ts';

const LINTERS = ['publint@0.3.25', '@arethetypeswrong/cli@0.18.5'] as const;

export function lintTarballs(bench: Bench, tarballs: readonly string[]): void {
  const folder = bench.install('linters', LINTERS);
  const program = (name: string) => join(folder, 'node_modules/.bin', name);
  for (const tarball of tarballs) {
    const linted = bench.run(program('publint'), ['run', tarball, '--strict'], folder);
    bench.report(`publint ${basename(tarball)}`, linted.status === 0, linted.status === 0 ? '' : toNote(linted));
    // The packages hold modules only, which `require` of every Node that they run on loads, too.
    const typed = bench.run(program('attw'), [tarball, '--profile', 'esm-only', '--no-color'], folder);
    bench.report(`attw ${basename(tarball)}`, typed.status === 0, typed.status === 0 ? '' : toNote(typed));
  }
}
