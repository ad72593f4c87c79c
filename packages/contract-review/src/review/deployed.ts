import type { DeployedCode, DeploymentSeen } from '@assay/analysis/types';
import type {
  Compilation,
  CompiledContract,
  CompileRequest,
  CompileSettings,
  ContractLab,
} from '@assay/analysis/types/contract-lab';

/** Sources that the deployed code may be compiled from: the reviewed ones and those that ship with the engine. */
type Match = { readonly compilation: Compilation; readonly mayBe: (file: string) => boolean };

/**
 * Common deployment settings, simplest first. The publisher does not have to declare settings: a mismatch with one
 * setting proves nothing, and a match proves equality.
 */
const SETTINGS: readonly CompileSettings[] = [
  { runs: null, evm: null, isIr: false },
  { runs: 200, evm: 'default', isIr: false },
  { runs: null, evm: 'default', isIr: false },
  { runs: 200, evm: null, isIr: false },
  { runs: 200, evm: 'default', isIr: true },
  { runs: 200, evm: 'paris', isIr: false },
  { runs: 200, evm: 'shanghai', isIr: false },
  { runs: 999_999, evm: 'default', isIr: false },
];

/** An EIP-1167 clone: bytecode that contains only the target address. */
const CLONE = /^363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3$/;
/** Metadata that compilers append: a hash of settings and comments, and the compiler version. */
const METADATA =
  /a2646970667358221220[0-9a-f]{64}64736f6c6343[0-9a-f]{6}0033|a265627a7a72315820[0-9a-f]{64}64736f6c6343[0-9a-f]{6}0032|a165627a7a72305820[0-9a-f]{64}0029/g;
/** Placeholder for the address of a linked library. */
const LINK = /__.{38}/g;
/** A library's code begins with its own address, to prevent direct calls. */
const LIBRARY = /^730{40}3014/;
const COMPILED_BY = /64736f6c6343([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})003[23]$/;

export const cloneTarget = (code: string): string | undefined => CLONE.exec(code)?.[1];

const zeros = (text: string): string => '0'.repeat(text.length);

/** Byte ranges of the compiled code that differ between deployments of the same source. */
function filledIn({ runtime, immutables }: CompiledContract): readonly (readonly [start: number, end: number])[] {
  const links = [...runtime.matchAll(LINK)].map(({ index, 0: found }) => [index, index + found.length] as const);
  const own = LIBRARY.test(runtime) ? [[2, 42] as const] : [];
  return [...immutables.map(({ start, length }) => [start * 2, (start + length) * 2] as const), ...links, ...own];
}

/** Removes the metadata at the end, whose last bytes contain its length. It is never executed. */
function bodyOf(code: string): string {
  const length = (Number.parseInt(code.slice(-4), 16) + 2) * 2;
  return length < code.length && /^a[1-4]/.test(code.slice(-length)) ? code.slice(0, -length) : code;
}

const blank = (code: string, places: ReturnType<typeof filledIn>): string =>
  places
    .reduce((text, [start, end]) => text.slice(0, start) + zeros(text.slice(start, end)) + text.slice(end), code)
    .replace(METADATA, zeros);

/** Compares byte by byte, except for deployment-specific values and metadata. */
function isMadeFrom(deployed: string, compiled: CompiledContract): boolean {
  const [ours, theirs] = [bodyOf(compiled.runtime), bodyOf(deployed)];
  if (ours === '' || ours.length !== theirs.length) return false;
  const places = filledIn({ ...compiled, runtime: ours });
  return blank(theirs, places) === blank(ours, places);
}

const findSource = (code: string, { compilation, mayBe }: Match): CompiledContract | undefined =>
  compilation.contracts.find((one) => mayBe(one.file) && isMadeFrom(code, one));

function compilerOf(code: string): string | undefined {
  const found = COMPILED_BY.exec(code)?.slice(1);
  return found?.map((part) => Number.parseInt(part, 16)).join('.');
}

type Comparison = {
  readonly lab: Pick<ContractLab, 'compile'>;
  readonly request: CompileRequest;
  readonly mayBe: (file: string) => boolean;
  readonly deployed: DeployedCode;
};

/** Tries settings in order until the deployed code and its implementation match compiled contracts. */
export async function compareDeployed({ lab, request, mayBe, deployed }: Comparison): Promise<DeploymentSeen> {
  const { code, implementation } = deployed;
  if (code === '') return { kind: 'different', reason: 'There is no code at this address.' };
  const isClone = cloneTarget(code) !== undefined;
  let self = isClone ? 'a clone' : undefined;
  let target: string | undefined;
  for (const settings of SETTINGS) {
    const compilation = await lab.compile({ ...request, settings });
    if (compilation.problems.length > 0) return { kind: 'different', reason: 'The sources do not compile.' };
    self ??= findSource(code, { compilation, mayBe })?.name;
    target ??= implementation === null ? undefined : findSource(implementation.code, { compilation, mayBe })?.name;
    if (self !== undefined && (implementation === null || target !== undefined))
      return { kind: 'same', contract: self, implementation: target ?? null };
  }
  return { kind: 'different', reason: explain(deployed, self === undefined) };
}

function explain({ address, code, implementation }: DeployedCode, isOwn: boolean): string {
  const place = isOwn ? `at ${address}` : `at ${implementation?.address}, where it sends its callers,`;
  const compiler = compilerOf(isOwn ? code : (implementation?.code ?? ''));
  const by = compiler === undefined ? '' : ` It was made by version ${compiler} of the compiler.`;
  return `The code ${place} was made from none of these contracts.${by}`;
}
