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

/** The used part of a compiler package. Versions up to 0.5 export it under one of two names. */
type Solc = { compile(input: string): string; compileStandardWrapper?(input: string): string };
/** The bare compiler module, without the wrapper of its package. */
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

/** Maximum number of compiler versions to try. */
const ATTEMPTS_MAX = 3;
const SELECTION = { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode', 'evm.methodIdentifiers'] } };

/**
 * Requests the smallest output for a check-only run: the compiler spends most of its time on writing trees and code.
 */
const CHECK_ALONE = { '*': { '*': ['userdoc'] } };

/** Output for code comparison only. */
const CODE_ALONE = { '*': { '*': ['evm.deployedBytecode.object', 'evm.deployedBytecode.immutableReferences'] } };

/** The sources already include all imports; the compiler cannot load others. */
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

/** Syntax of old versions only. */
const OLD =
  /\bthrow\s*;|\bsuicide\s*\(|\bsha3\s*\(|\.call\.value\(|\bfunction\s*\(\s*\)|\bconstant\s+returns\b|\bvar\s+\w+\s*=/;

/** Without a pragma, old code goes to the oldest compiler first. */
function inOrder(fitting: Compiler[], sources: CompileRequest['sources'], pragmas: readonly string[]): Compiler[] {
  return pragmas.length === 0 && sources.some(({ text }) => OLD.test(text)) ? fitting.toReversed() : fitting;
}

const FOR_REVIEW: CompileSettings = { runs: null, evm: null, isIr: false };

/** Reviews target an EVM version that the lab can run; compilers before 0.8 know no newer one. */
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
 * Calls the compiler without an import callback, because the sources are complete. The package would register a
 * callback that always fails, and would scan all functions of the compiler for it, which takes as long as compiling a
 * contract.
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

/** Converts the compiler's byte offsets to UTF-16 offsets. */
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
