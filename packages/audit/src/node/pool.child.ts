/** The process that reviews for the pool: one bundle in, one answer out. */
import { auditWithStats } from '../engine.ts';
import { loadParserAssets } from './parser-assets.ts';
import type { PoolAnswer, PoolTask } from './pool.ts';
import { createEmbeddedSandbox } from './sandbox/index.ts';

const parsers = loadParserAssets();
const sandbox = process.argv.includes('--sandbox') ? createEmbeddedSandbox() : undefined;

/** The reason behind the fault, without a stack: it goes to logs of people who cannot use one. */
function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown fault';
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}

async function answer({ bundle }: PoolTask): Promise<PoolAnswer> {
  try {
    return { audited: await auditWithStats(bundle, sandbox === undefined ? { parsers } : { parsers, sandbox }) };
  } catch (error) {
    return { fault: describeFault(error) };
  }
}

process.on('message', (task: PoolTask) => void answer(task).then((reply) => process.send?.(reply)));
process.on('disconnect', () => process.exit());
