import { type AuditPool, createAuditPool } from '@assay/audit/pool';
import type { Terminal } from '../terminal.ts';

/** Longer than the limit of a command's own engine, because other tests use this one at the same time. */
const REVIEW_MS_MAX = 60_000;

let shared: AuditPool | undefined;

/** The engine that all commands of a test worker share: its process takes longer to start than most reviews and keeps no state. */
export const borrowEngine: Terminal['openEngine'] = async ({ isSandboxed, plugins = [], pins }) => {
  shared ??= createAuditPool({ size: 1, timeoutMs: REVIEW_MS_MAX });
  const { audit } = shared;
  return { review: (bundle) => audit(bundle, { isSandboxed, plugins, pins }), close: () => undefined };
};
