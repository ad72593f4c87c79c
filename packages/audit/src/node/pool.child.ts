/** The process that reviews for the pool: it takes one bundle at a time and sends one answer. */
import './own-sources.ts';
import { flushCompileCache } from 'node:module';
import { loadParserAssets } from '@assay/analysis/node/parser-assets';
import type { Options } from '@assay/analysis/types';
import type { ContractLab } from '@assay/analysis/types/contract-lab';
import type { EmbeddedSandbox } from '@assay/sandbox';
import { auditWithStats, compareContract, prepare } from '../engine.ts';
import { loadOptional } from '../review/optional-package.ts';
import type { CheckTask, CompareTask, PoolTask, ProcessMessage, ReviewTask } from './pool.messages.ts';

const parsers = loadParserAssets();

let opened: Promise<EmbeddedSandbox | undefined> | undefined;

/**
 * Loads the sandbox with the first bundle that needs it and then keeps one spare process. Returns `undefined` when the
 * package is not installed.
 */
function openSandbox(): Promise<EmbeddedSandbox | undefined> {
  opened ??= loadOptional('@assay/sandbox', () => import('@assay/sandbox')).then((loaded) =>
    loaded?.createEmbeddedSandbox({ spares: 1, image: 'made' }),
  );
  return opened;
}

let lab: ContractLab | undefined;

/**
 * Opens the tools for a bundle: a lab for contracts, the sandbox for everything else. Without the sandbox package,
 * programs are not run, and the report states the mode `none`.
 */
async function openTools({ productType }: ReviewTask['bundle']): Promise<Pick<Options, 'sandbox' | 'lab'>> {
  if (productType !== 'CONTRACT') {
    const sandbox = await openSandbox();
    return sandbox === undefined ? {} : { sandbox };
  }
  // Without its package, a contract review itself reports what is missing.
  const loaded = await loadOptional('@assay/contract-review', () => import('@assay/contract-review/lab'));
  if (loaded === undefined) return {};
  lab = loaded.openLab();
  return { lab };
}

function closeTools(): void {
  lab?.close();
  lab = undefined;
}

/** The cause of a fault without a stack, because operators who read the log cannot use one. */
function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown fault';
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}

const MICROSECONDS_PER_MS = 1_000;

async function review({
  bundle,
  isSandboxed,
  plugins = [],
  probe = [],
  deployed,
  pins,
}: ReviewTask): Promise<ProcessMessage> {
  const startedAt = performance.now();
  const used = process.cpuUsage();
  const tools = isSandboxed ? await openTools(bundle) : {};
  const audited = await auditWithStats(bundle, {
    parsers,
    plugins,
    observations: { probe, ...(deployed === undefined ? {} : { deployed }) },
    ...(pins === undefined ? {} : { pins }),
    ...tools,
  }).finally(closeTools);
  const { user, system } = process.cpuUsage(used);
  const processorMs = (user + system) / MICROSECONDS_PER_MS;
  return { kind: 'reviewed', reviewed: { ...audited, durationMs: performance.now() - startedAt, processorMs } };
}

async function check({ pack }: CheckTask): Promise<ProcessMessage> {
  const { checkPack } = await import('../rule-packs/check.ts');
  return { kind: 'checked', check: await checkPack(pack, parsers) };
}

async function compare({ compared, deployed }: CompareTask): Promise<ProcessMessage> {
  const { lab: opened } = await openTools(compared);
  const options = { parsers, observations: { deployed }, ...(opened === undefined ? {} : { lab: opened }) };
  const seen = await compareContract(compared, options).finally(closeTools);
  return { kind: 'compared', seen };
}

async function answer(task: PoolTask): Promise<ProcessMessage> {
  try {
    if ('pack' in task) return await check(task);
    return await ('compared' in task ? compare(task) : review(task));
  } catch (error) {
    return { kind: 'fault', reason: describeFault(error) };
  }
}

const send = (message: ProcessMessage): void => void (process.connected && process.send?.(message));

/**
 * Stores compiled code, so that other processes need not compile it. It is stored early, because this process may be
 * killed.
 */
let isCodeKept = false;
function keepCode(): void {
  if (isCodeKept) return;
  isCodeKept = true;
  flushCompileCache();
}

async function work(task: PoolTask): Promise<void> {
  send(await answer(task));
  keepCode();
}

process.on('message', (task: PoolTask) => void work(task));
process.on('disconnect', () => process.exit());
await prepare(parsers);
send({ kind: 'ready' });
