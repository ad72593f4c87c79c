import { resolve } from 'node:path';
import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';
import { parseScanOptions, SCAN_HELP, type ScanOptions } from './scan.options.ts';

/** The reviewing process takes longest to start, so it starts first and the rest of the command loads in the meantime. */
export async function scan(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const options = parseScanOptions(args);
  if (options === undefined) {
    terminal.out(SCAN_HELP);
    return EXIT.safe;
  }
  const stage = await stageOf(options, terminal);
  try {
    if (stage === undefined) return await scanHere(options, terminal);
    const sarifFile = options.sarifFile && resolve(terminal.cwd, options.sarifFile);
    return await scanHere({ ...options, paths: stage.names, sarifFile }, { ...terminal, cwd: stage.folder });
  } finally {
    stage?.close();
  }
}

/** A repository address or a local zip. Everything else is a folder or a file. */
const isRemote = (path: string): boolean => /^(?:https?:\/\/|ssh:\/\/|git@)|\.zip$/i.test(path);

/** Fetches and unpacks repositories and zips first. Names in the result are relative to the staging folder. */
async function stageOf({ paths, ...options }: ScanOptions, terminal: Terminal) {
  if (!paths.some(isRemote)) return undefined;
  const isMixed =
    !paths.every(isRemote) ||
    options.plugins.length > 0 ||
    options.pins !== undefined ||
    options.ignoreFile !== undefined;
  if (isMixed)
    throw new UsageError(
      'Scan addresses and zips separately from folders, and without --plugin, --pins and --ignore-file.',
    );
  const { stageRemote } = await import('../install/stage.ts');
  return stageRemote(paths, terminal);
}

async function scanHere(options: ScanOptions, terminal: Terminal): Promise<ExitCode> {
  const plugins = options.plugins.length === 0 ? [] : await readPlugins(options.plugins, terminal);
  const pins = options.pins === undefined ? undefined : await readPinned(options.pins, terminal);
  const engine = await terminal.openEngine({ size: options.jobs, isSandboxed: options.isSandboxed, plugins, pins });
  try {
    const { runScan } = await import('./scan.run.ts');
    return await runScan(options, engine, terminal);
  } finally {
    engine.close();
  }
}

/** Reads the pins before the scan: a requested comparison must not be skipped. */
async function readPinned(file: string, terminal: Terminal) {
  const { readPins } = await import('../tools/pins-file.ts');
  return readPins(file, terminal.cwd);
}

/** Reads the packs before the scan: an unreadable pack must not be skipped. */
async function readPlugins(files: readonly string[], terminal: Terminal) {
  const { readPluginFile, toRulePack } = await import('../plugins/plugin-file.ts');
  return files.map((file) => toRulePack(file, readPluginFile(file, terminal.cwd)));
}
