import { parseScanOptions } from '../commands/scan.options.ts';
import { runScan } from '../commands/scan.run.ts';
import { openEngine } from '../review/engine.ts';
import type { Terminal } from '../terminal.ts';

/** The records of `assay scan PATH --json`, and its exit code. */
export async function scanLocal(path: string, terminal: Terminal): Promise<object> {
  const options = parseScanOptions([path, '--json', '--no-sandbox', '--jobs', '1']);
  if (options === undefined) throw new TypeError('There is nothing to scan.');
  const engine = openEngine({ size: options.jobs, isSandboxed: options.isSandboxed });
  let out = '';
  let notes = '';
  const quiet: Terminal = {
    ...terminal,
    isOutColoured: false,
    isErrInteractive: false,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      notes += text;
    },
  };
  try {
    const exitCode = await runScan(options, engine, quiet);
    return { exitCode, skills: out === '' ? [] : JSON.parse(out), notes };
  } finally {
    engine.close();
  }
}
