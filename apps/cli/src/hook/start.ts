/**
 * A separate fast entry point for `assay hook run HOST`. Hosts start it for every tool call, so it loads only what most
 * calls need. The main program handles all other command lines.
 */
import { read, writeSync } from 'node:fs';
import { dropProjectVariables, readConfig } from '../config.ts';
import { HOOK_DEADLINE_MS } from './deadline.ts';
import { findHost } from './hosts.ts';
import { runHook } from './run.ts';

const INPUT_BYTES_MAX = 16_777_216;
const PART_BYTES = 65_536;
const STDIN = 0;

/** `undefined` unless the words have the form that `assay hook install` writes. Both processes of a hook start here. */
export function startHook(words: readonly string[]): Promise<number> | undefined {
  const [group, verb, name, ...options] = words;
  const isHook = group === 'hook' && (verb === 'run' || verb === 'decide');
  if (isHook) dropProjectVariables(process.env, process.cwd());
  const host = findHost(name);
  const [option, url] = options;
  if (!isHook || verb !== 'run' || host === undefined) return undefined;
  const isPlain =
    options.length === 0 ||
    (options.length === 2 && option === '--url' && url !== undefined && url !== '' && !url.startsWith('-'));
  if (!isPlain) return undefined;
  return runHook(host, url === undefined ? {} : { url }, { ...openTerminal(), out: (text) => writeSync(1, text) });
}

const openTerminal = () => ({
  config: readConfig(process.env),
  // The first date of a process loads the time zone, which takes longer than most lookups.
  get today() {
    return new Date().toISOString().slice(0, 10);
  },
  hookDeadlineMs: HOOK_DEADLINE_MS,
  readInput,
});

/** The calls that hosts make most often: a file and a command, both without a skill. */
const FREQUENT_CALLS = [
  { tool_name: 'Read', tool_input: { file_path: 'package.json' } },
  { tool_name: 'Bash', tool_input: { command: 'npm test && git status' } },
];

/** Compiles the code that frequent calls use, so that the starter stores it compiled. Prints nothing. */
export async function compileFrequentCalls(): Promise<void> {
  const host = findHost('claude-code');
  if (host === undefined) return;
  for (const call of FREQUENT_CALLS) {
    const event = { hook_event_name: 'PreToolUse', cwd: process.cwd(), ...call };
    await runHook(
      host,
      {},
      {
        ...openTerminal(),
        readInput: async () => JSON.stringify(event),
        out: () => undefined,
        decide: async () => ({ decision: 'allow', reason: '' }),
      },
    );
  }
}

/** Reads without a stream and without blocking the deadline. */
async function readInput(): Promise<string> {
  const parts: Buffer[] = [];
  for (let size = 0; ; ) {
    const part = await readPart();
    if (part.length === 0) return Buffer.concat(parts).toString('utf8');
    parts.push(part);
    size += part.length;
    if (size > INPUT_BYTES_MAX) throw new RangeError(`Standard input has more than ${INPUT_BYTES_MAX} bytes.`);
  }
}

const readPart = (): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const buffer = Buffer.allocUnsafe(PART_BYTES);
    read(STDIN, buffer, 0, PART_BYTES, null, (error, length) => {
      // Windows reports the end of a pipe as an error.
      if (error?.code === 'EOF') resolve(Buffer.alloc(0));
      else if (error) reject(error);
      else resolve(buffer.subarray(0, length));
    });
  });
