import { EXIT, type ExitCode } from '../exit-codes.ts';
import { openEngine } from '../review/engine.ts';
import type { Terminal } from '../terminal.ts';
import { parseScanOptions, SCAN_HELP } from './scan.options.ts';

/** The reviewing process takes longest to start, so it starts first; the rest of the command is loaded meanwhile. */
export async function scan(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const options = parseScanOptions(args);
  if (options === undefined) {
    terminal.out(SCAN_HELP);
    return EXIT.safe;
  }
  const engine = openEngine({ size: options.jobs, isSandboxed: options.isSandboxed });
  try {
    const { runScan } = await import('./scan.run.ts');
    return await runScan(options, engine, terminal);
  } finally {
    engine.close();
  }
}
