import { createRequire } from 'node:module';
import { type Compiler, fittingCompilers, withoutPragma } from '../../contracts/compilers.ts';
import type {
  Compilation,
  CompiledContract,
  CompileProblem,
  CompileRequest,
  CompileSettings,
} from '../../contracts/lab.ts';

const load = createRequire(import.meta.url);

/** The part of a compiler's package that is used; all versions have it under one of two names. */
type Solc = { compile(input: string): string; compileStandardWrapper?(input: string): string };

type AstNode = { src?: string; typeDescriptions?: { typeString?: string | null }; nodeType?: string };
type Output = {
  errors?: {
    severity: string;
    message: string;
    formattedMessage?: string;
    sourceLocation?: { file: string; start: number };
  }[];
  contracts?: Record<string, Record<string, OutputContract>>;
  sources?: Record<string, { id: number; ast?: AstNode }>;
};
type OutputContract = {
  abi?: CompiledContract['abi'];
  evm?: {
    bytecode?: { object: string };
    methodIdentifiers?: Record<string, string>;
    deployedBytecode?: { object: string; immutableReferences?: Record<string, { start: number; length: number }[]> };
  };
  storageLayout?: { storage: { label: string; slot: string; offset: number; type: string }[] };
};

/** How many versions are tried where several would do. */
const ATTEMPTS_MAX = 3;
const SELECTION = {
  '*': {
    '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode', 'evm.methodIdentifiers', 'storageLayout'],
    '': ['ast'],
  },
};

/** No code is written where none is asked for. */
const TYPES_ALONE = { '*': { '*': ['abi', 'storageLayout'], '': ['ast'] } };

/** For whoever compares code: no types, no layout. */
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
  return first ?? { version: null, problems: [], contracts: [], types: {} };
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
  { sources, remappings, settings, isForTypes = false }: CompileRequest,
): Compilation {
  const solc: Solc = load(compiler.module);
  const texts = new Map(sources.map(({ path, text }) => [path, withoutPragma(text)]));
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries([...texts].map(([path, content]) => [path, { content }])),
    settings: {
      remappings: [...remappings],
      ...toSettings(compiler, settings ?? FOR_REVIEW),
      outputSelection: settings !== undefined ? CODE_ALONE : isForTypes ? TYPES_ALONE : SELECTION,
    },
  };
  const compile = solc.compileStandardWrapper ?? solc.compile;
  const output: Output = JSON.parse(compile(JSON.stringify(input)));
  const problems = problemsOf(output, texts);
  if (problems.length > 0) return { version: compiler.version, problems, contracts: [], types: {} };
  return { version: compiler.version, problems, contracts: contractsOf(output), types: typesOf(output, texts) };
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
    Object.entries(inside).map(([name, { abi, evm, storageLayout }]) => ({
      file,
      name,
      abi: abi ?? [],
      bytecode: evm?.bytecode?.object ?? '',
      runtime: evm?.deployedBytecode?.object ?? '',
      selectors: evm?.methodIdentifiers ?? {},
      immutables: Object.values(evm?.deployedBytecode?.immutableReferences ?? {}).flat(),
      layout: (storageLayout?.storage ?? []).map(({ label, slot, offset, type }) => ({ label, slot, offset, type })),
    })),
  );

const TYPED = new Set(['Identifier', 'MemberAccess', 'IndexAccess', 'FunctionCall']);

/** Types of names and of what is looked up in them, by place. */
function typesOf({ sources = {} }: Output, texts: ReadonlyMap<string, string>): Record<string, string> {
  const types: Record<string, string> = {};
  for (const [file, { ast }] of Object.entries(sources)) {
    const at = offsets(texts.get(file) ?? '');
    const waiting: unknown[] = [ast];
    while (waiting.length > 0) {
      const node = waiting.pop();
      if (Array.isArray(node)) waiting.push(...node);
      if (typeof node !== 'object' || node === null || Array.isArray(node)) continue;
      const { src, typeDescriptions, nodeType }: AstNode = node;
      const type = typeDescriptions?.typeString;
      if (src !== undefined && type != null && nodeType !== undefined && TYPED.has(nodeType)) {
        const [start = 0, length = 0] = src.split(':').map(Number);
        types[`${file}:${at(start)}:${at(start + length)}`] = type;
      }
      waiting.push(...Object.values(node));
    }
  }
  return types;
}
