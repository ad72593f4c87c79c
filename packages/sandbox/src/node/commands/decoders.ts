import { type Command, type ExecResult, latin1FromBytes, stdoutAsBytes } from 'just-bash';
import type { Machine } from '../engines.ts';
import { answer, type Invocation, imitate, textAt } from './command.ts';
import { readOptions } from './options.ts';

/** Commands whose output is remembered: its execution runs code that a reader of the source could not see. */
export const decoderCommands = (machine: Machine): Command[] => [
  ...imitate(machine, ['base64', 'gunzip', 'zcat', 'gzip', 'rev', 'tr', 'printf'], bundled),
  ...imitate(machine, ['openssl'], openssl),
  ...imitate(machine, ['xxd'], xxd),
];

const DECODES: Record<string, (args: string[]) => boolean> = {
  base64: (args) => args.some((arg) => /^-[dD]|^-i*[dD]|--decode/.test(arg)),
  gzip: (args) => args.some((arg) => /^-\w*d|--decompress/.test(arg)),
  printf: (args) => args.some((arg) => /\\x[0-9a-fA-F]{2}|\\[0-7]{3}/.test(arg)),
};

async function bundled(call: Invocation): Promise<ExecResult> {
  const args = call.name === 'base64' ? call.args.map((arg) => (arg === '-D' ? '-d' : arg)) : call.args;
  const result = (await call.context.origCommand?.(args)) ?? answer();
  const decodes = DECODES[call.name] ?? (() => true);
  if (decodes(args)) call.world.noteDecoded(latin1FromBytes(stdoutAsBytes(result)));
  return result;
}

function openssl(call: Invocation): ExecResult {
  const options = readOptions(
    call.args.map((arg) => arg.replace(/^-(?=\w{2})/, '--')),
    new Set(['--in', '--out', '--pass', '-k', '-K', '--iv']),
  );
  const input =
    options
      .all('--in')
      .map((path) => textAt(call, path))
      .at(-1) ?? call.stdin;
  const isBase64 = options.rest.includes('base64') || options.has('--base64', '-a');
  if (!isBase64) {
    call.world.record({
      kind: 'exec',
      target: ['openssl', ...call.args].join(' '),
      data: ['emulated', ...call.world.tracer.find(input)],
    });
    call.world.miss('openssl is imitated for base64 only');
    return answer(input);
  }
  if (!options.has('-d')) return answer(`${Buffer.from(input, 'latin1').toString('base64')}\n`);
  return decoded(call, Buffer.from(input, 'base64').toString('latin1'));
}

function xxd(call: Invocation): ExecResult {
  const options = readOptions(call.args, new Set(['-c', '-l', '-s']));
  const input = options.rest.map((path) => textAt(call, path))[0] ?? call.stdin;
  if (!options.has('-r')) return answer(`${Buffer.from(input, 'latin1').toString('hex')}\n`);
  return decoded(call, Buffer.from(input.replace(/\s+/g, ''), 'hex').toString('latin1'));
}

function decoded(call: Invocation, text: string): ExecResult {
  call.world.noteDecoded(text);
  return { stdout: text, stderr: '', exitCode: 0, stdoutKind: 'bytes' };
}
