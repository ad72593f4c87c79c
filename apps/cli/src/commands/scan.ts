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
  const plugins = options.plugins.length === 0 ? [] : await readPlugins(options.plugins, terminal);
  const pins = options.pins === undefined ? undefined : await readPinned(options.pins, terminal);
  const engine = openEngine({ size: options.jobs, isSandboxed: options.isSandboxed, plugins, pins });
  try {
    const { runScan } = await import('./scan.run.ts');
    return await runScan(options, engine, terminal);
  } finally {
    engine.close();
  }
}

/** Read first, too: who asks for a comparison must not get a review without one. */
async function readPinned(file: string, terminal: Terminal) {
  const { readPins } = await import('../tools/pins-file.ts');
  return readPins(file, terminal.cwd);
}

/** Read before anything else: a pack that cannot be read is no reason to scan without it. */
async function readPlugins(files: readonly string[], terminal: Terminal) {
  const { readPluginFile, toRulePack } = await import('../plugins/plugin-file.ts');
  return files.map((file) => toRulePack(file, readPluginFile(file, terminal.cwd)));
}
