/** The process that reviews for the pool: one bundle in, one answer out. */
import { auditWithStats } from '../engine.ts';
import { loadParserAssets } from './parser-assets.ts';
import type { PoolAnswer, PoolTask } from './pool.ts';
import { createEmbeddedSandbox } from './sandbox/index.ts';

const parsers = loadParserAssets();
const sandbox = process.argv.includes('--sandbox') ? createEmbeddedSandbox() : undefined;

async function answer({ bundle }: PoolTask): Promise<PoolAnswer> {
  try {
    return { audited: await auditWithStats(bundle, sandbox === undefined ? { parsers } : { parsers, sandbox }) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : 'unknown fault' };
  }
}

process.on('message', (task: PoolTask) => void answer(task).then((reply) => process.send?.(reply)));
process.on('disconnect', () => process.exit());
