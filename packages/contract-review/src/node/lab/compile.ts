import { createRequire } from 'node:module';
import type {
  Compilation,
  CompiledContract,
  CompileProblem,
  CompileRequest,
  CompileSettings,
} from '@assay/analysis/types/contract-lab';
import { type Compiler, fittingCompilers, withoutPragma } from '../../review/compilers.ts';

const load = createRequire(import.meta.url);

/** The part of a compiler's package that is used; versions up to 0.5 have it under one of two names. */
type Solc = { compile(input: string): string; compileStandardWrapper?(input: string): string };
/** The compiler itself, without what its package puts around it. */
type Soljson = {
  cwrap(name: string, returns: 'string' | null, takes: readonly string[]): (...args: unknown[]) => string;
};

type Output = {
  errors?: {
    severity: string;
    message: string;
    formattedMessage?: string;
    sourceLocation?: { file: string; start: number };
  }[];
  contracts?: Record<string, Record<string, OutputContract>>;
};
type OutputContract = {
  abi?: CompiledContract['abi'];
  evm?: {
    bytecode?: { object: string };
    methodIdentifiers?: Record<string, string>;
    deployedBytecode?: { object: string; immutableReferences?: Record<string, { start: number; length: number }[]> };
  };
};

/** How many versions are tried where several would do. */
const ATTEMPTS_MAX = 3;
const SELECTION = { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode', 'evm.methodIdentifiers'] } };

/** Everything is checked, and of all that a compiler can say the least is asked for: writing down trees and code is most of its work. */
const CHECK_ALONE = { '*': { '*': ['userdoc'] } };

/** For whoever compares code: nothing else. */
const CODE_ALONE = { '*': { '*': ['evm.deployedBytecode.object', 'evm.deployedBytecode.immutableReferences'] } };

/** Imports are already among the sources: what is not there does not exist. */
export function compileSources(request: CompileRequest): Compilation {
  const { sources, pragmas } = request;
  const fitting = inOrder(fittingCompilers(pragmas), sources, pragmas).slice(0, ATTEMPTS_MAX);
  let first: Compilation | undefined;
  for (const compiler of fitting) {
    const result = compileWith(compiler, request);
    if (result.problems.length === 0) return result;
    first ??= result;
  }
  return first ?? { version: null, problems: [], contracts: [] };
}

/** Words that only former versions know. */
const OLD =
  /\bthrow\s*;|\bsuicide\s*\(|\bsha3\s*\(|\.call\.value\(|\bfunction\s*\(\s*\)|\bconstant\s+returns\b|\bvar\s+\w+\s*=/;

/** Without a wish, old code is given to an old compiler first. */
function inOrder(fitting: Compiler[], sources: CompileRequest['sources'], pragmas: readonly string[]): Compiler[] {
  return pragmas.length === 0 && sources.some(({ text }) => OLD.test(text)) ? fitting.toReversed() : fitting;
}

const FOR_REVIEW: CompileSettings = { runs: null, evm: null, isIr: false };

/** Reviews compile for a machine that the laboratory can run; former compilers know nothing newer anyway. */
function toSettings({ minor }: Compiler, { runs, evm, isIr }: CompileSettings) {
  const machine = evm === null ? 'cancun' : evm;
  return {
    optimizer: { enabled: runs !== null, runs: runs ?? 200 },
    ...(minor === 8 && machine !== 'default' ? { evmVersion: machine } : {}),
    ...(minor === 8 && isIr ? { viaIR: true } : {}),
  };
}

function compileWith(
  compiler: Compiler,
  { sources, remappings, settings, isCheck = false }: CompileRequest,
): Compilation {
  const texts = new Map(sources.map(({ path, text }) => [path, withoutPragma(text)]));
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries([...texts].map(([path, content]) => [path, { content }])),
    settings: {
      remappings: [...remappings],
      ...toSettings(compiler, settings ?? FOR_REVIEW),
      outputSelection: settings !== undefined ? CODE_ALONE : isCheck ? CHECK_ALONE : SELECTION,
    },
  };
  const output: Output = JSON.parse(runCompiler(compiler, JSON.stringify(input)));
  const problems = problemsOf(output, texts);
  if (problems.length > 0) return { version: compiler.version, problems, contracts: [] };
  return { version: compiler.version, problems, contracts: contractsOf(output) };
}

const WITH_CONTEXT_SINCE = 6;

/**
 * Called without a way to ask for more files: all are given. The package would hand in one that refuses, and for that
 * look at every function of the compiler first, which takes as long as reading a contract.
 */
function runCompiler({ module, minor }: Compiler, input: string): string {
  if (minor < WITH_CONTEXT_SINCE) {
    const solc: Solc = load(module);
    return (solc.compileStandardWrapper ?? solc.compile)(input);
  }
  const solc: Soljson = load(`${module}/soljson.js`);
  const output = solc.cwrap('solidity_compile', 'string', ['string', 'number', 'number'])(input, 0, 0);
  solc.cwrap('solidity_reset', null, [])();
  return output;
}

/** The compiler counts bytes; everybody else counts letters. */
function offsets(text: string): (byte: number) => number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything beyond ASCII is what counts here
  if (/^[\x00-\x7f]*$/.test(text)) return (byte) => byte;
  const bytes = Buffer.from(text, 'utf8');
  return (byte) => bytes.subarray(0, byte).toString('utf8').length;
}

function problemsOf({ errors = [] }: Output, texts: ReadonlyMap<string, string>): CompileProblem[] {
  return errors
    .filter(({ severity }) => severity === 'error')
    .map(({ message, sourceLocation }) => {
      const file = sourceLocation?.file ?? '';
      const start = sourceLocation === undefined ? -1 : offsets(texts.get(file) ?? '')(sourceLocation.start);
      return { file, start, message: message.split('\n')[0]?.slice(0, 200) ?? '' };
    });
}

const contractsOf = ({ contracts = {} }: Output): CompiledContract[] =>
  Object.entries(contracts).flatMap(([file, inside]) =>
    Object.entries(inside).map(([name, { abi, evm }]) => ({
      file,
      name,
      abi: abi ?? [],
      bytecode: evm?.bytecode?.object ?? '',
      runtime: evm?.deployedBytecode?.object ?? '',
      selectors: evm?.methodIdentifiers ?? {},
      immutables: Object.values(evm?.deployedBytecode?.immutableReferences ?? {}).flat(),
    })),
  );
