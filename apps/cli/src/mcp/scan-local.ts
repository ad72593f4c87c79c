import { resolve } from 'node:path';
import type { ScanOptions } from '../commands/scan.options.ts';
import { runScan } from '../commands/scan.run.ts';
import type { Terminal } from '../terminal.ts';

/** A model can only choose the path. All other scan options are fixed and never parsed from its input. */
const READ_ONLY_SCAN = {
  format: 'json',
  sarifFile: undefined,
  ignoreFile: undefined,
  failOn: undefined,
  isSandboxed: false,
  jobs: 1,
  models: [],
  modelConfig: undefined,
  budgetMicros: undefined,
  isReaderOff: true,
  isReaderRequired: false,
  plugins: [],
  mcp: [],
  pins: undefined,
  replay: undefined,
} as const satisfies Omit<ScanOptions, 'paths'>;

type Local = {
  readonly exitCode: number;
  readonly skills: readonly Readonly<Record<string, unknown>>[];
  readonly notes: string;
};

/** The records of `assay scan PATH --json` and its exit code. */
export async function scanLocal(
  path: string,
  terminal: Terminal,
  changes: Partial<Pick<ScanOptions, 'isSandboxed' | 'isReaderOff'>> = {},
): Promise<Local> {
  const options: ScanOptions = { ...READ_ONLY_SCAN, ...changes, paths: [resolve(terminal.cwd, path)] };
  const engine = await terminal.openEngine({ size: options.jobs, isSandboxed: options.isSandboxed });
  let out = '';
  let notes = '';
  const quiet: Terminal = {
    ...terminal,
    isOutColoured: false,
    isErrInteractive: false,
    canAsk: false,
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
