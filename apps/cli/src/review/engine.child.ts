/** The process that reviews. It holds foreign data and native parsers; when it fails, only one review is lost. */
import { audit, type Bundle, type Report } from '@assay/audit';
import { loadParserAssets } from '../../../../packages/audit/src/node/parser-assets.ts';
import { createEmbeddedSandbox } from '../../../../packages/audit/src/node/sandbox/index.ts';

export type Task = { readonly bundle: Bundle };
/** `peakBytes` is the most memory the process has held so far. */
export type Answer =
  | { readonly report: Report; readonly durationMs: number; readonly peakBytes: number }
  | { readonly fault: string };

const parsers = loadParserAssets();
const sandbox = process.argv.includes('--sandbox') ? createEmbeddedSandbox() : undefined;

async function answer({ bundle }: Task): Promise<Answer> {
  const startedAt = performance.now();
  try {
    const report = await audit(bundle, sandbox === undefined ? { parsers } : { parsers, sandbox });
    const durationMs = performance.now() - startedAt;
    return { report, durationMs, peakBytes: process.resourceUsage().maxRSS * 1024 };
  } catch (error) {
    return { fault: toFault(error) };
  }
}

/** The engine's own sentence and, where there is one, what caused it. */
function toFault(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown fault';
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}

process.on('message', (task: Task) => void answer(task).then((reply) => process.send?.(reply)));
process.on('disconnect', () => process.exit());
