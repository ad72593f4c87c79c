import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { AssayError } from '@assay/client';
import {
  createLogReader,
  createMonitor,
  type Interests,
  type MonitorFinding,
  type MonitorState,
  openMonitorState,
  type WitnessPolicy,
} from '@assay/client/proof';
import type { NoteKey } from '@assay/protocol/log';
import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts';
import { toSafeJson, toSafeText } from '../render/safe-text.ts';
import { connectResident, type Service } from '../service/connect.ts';
import type { Terminal } from '../terminal.ts';

export type MonitorInput = {
  readonly key: NoteKey;
  readonly interests: Interests;
  readonly witnesses: WitnessPolicy | undefined;
  readonly stateFile: string | undefined;
  readonly isFromNow: boolean;
  /** Undefined: run once. */
  readonly everyMs: number | undefined;
  readonly webhook: string | undefined;
  readonly isAudited: boolean;
  readonly isJson: boolean;
  readonly url: string | undefined;
};

const WEBHOOK_MS = 15_000;
const AUDIT_LIMITS = { pagesMax: 10_000, totalMs: 600_000 } as const;
const hash = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
/** Problem codes that show an inconsistent log, as opposed to an unreachable one. */
const CONTRADICTIONS: ReadonlySet<string> = new Set([
  'log_inconsistent',
  'log_signature',
  'log_origin',
  'log_leaf',
  'log_witnesses',
  'bad_answer',
]);

function readState(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new UsageError(
      `${path} is damaged. Inspect it, then remove it: the next run reads the log from the beginning.`,
    );
  }
}

/** Writes the file atomically. */
function writeState(path: string, state: MonitorState): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(state)}\n`, { mode: 0o600 });
  renameSync(draft, path);
}

/** The hashes of every audit row. Needs an operator key. */
async function readAuditHashes({ api }: Service): Promise<Set<string>> {
  const hashes = new Set<string>();
  let cursor: string | undefined;
  const endsAt = performance.now() + AUDIT_LIMITS.totalMs;
  for (let page = 0; page < AUDIT_LIMITS.pagesMax && performance.now() <= endsAt; page++) {
    const query = { limit: 100, ...(cursor === undefined ? {} : { cursor }) };
    const { items, nextCursor } = await api.call('listAuditLog', { query });
    for (const row of items) hashes.add(row.hash);
    if (nextCursor === null) return hashes;
    cursor = nextCursor;
  }
  throw new AssayError(
    'bad_answer',
    `The audit log has more than ${AUDIT_LIMITS.pagesMax} pages, or took more than ${AUDIT_LIMITS.totalMs / 60_000} minutes.`,
  );
}

async function send(webhook: string, findings: readonly object[]): Promise<void> {
  const answer = await fetch(webhook, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ findings }),
    redirect: 'error',
    signal: AbortSignal.timeout(WEBHOOK_MS),
  }).catch((cause: unknown) => {
    throw new AssayError('unreachable', `The webhook ${webhook} cannot be reached.`, { cause });
  });
  if (!answer.ok) throw new AssayError('unreachable', `The webhook ${webhook} returned ${answer.status}.`);
}

/** Checks the log once, or repeatedly until a finding concerns the log itself. */
export async function runMonitor(input: MonitorInput, terminal: Terminal): Promise<ExitCode> {
  const service = connectResident(terminal, { url: input.url });
  const { http } = service.client;
  const { key, interests, witnesses, everyMs } = input;
  const name = createHash('sha256').update(key.name).digest('hex').slice(0, 16);
  const path = input.stateFile
    ? resolve(terminal.cwd, input.stateFile)
    : join(terminal.config.stateDir, `log-${name}.json`);
  const reader = createLogReader({ http, key, hash, ...(witnesses && { witnesses }) });
  let worst: ExitCode = EXIT.safe;
  for (;;) {
    const kept = readState(path);
    const auditHashes = input.isAudited ? await readAuditHashes(service) : undefined;
    const checkLog = createMonitor({
      http,
      reader,
      origin: key.name,
      interests,
      isFromNow: input.isFromNow && kept === undefined,
      ...(auditHashes && { auditHashes }),
    });
    const code = await lookOnce(input, terminal, async () => {
      const seen = await checkLog(openMonitorState(kept, key.name));
      // Reports before it stores the state: after a failed report, the next run finds the same again.
      await report(input, terminal, seen.findings);
      writeState(path, seen.state);
      return seen.findings.length;
    });
    worst = code === EXIT.safe ? worst : code;
    if (everyMs === undefined) return worst;
    await delay(everyMs);
  }
}

async function lookOnce(input: MonitorInput, terminal: Terminal, checkLog: () => Promise<number>): Promise<ExitCode> {
  try {
    return (await checkLog()) > 0 ? EXIT.unsafe : EXIT.safe;
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    const { code, detail } = error.reason;
    const isContradiction = CONTRADICTIONS.has(code);
    print(input, terminal, [{ kind: code, detail }]);
    if (isContradiction && input.webhook !== undefined) await send(input.webhook, [{ kind: code, detail }]);
    return isContradiction ? EXIT.unsafe : EXIT.undecided;
  }
}

async function report(input: MonitorInput, terminal: Terminal, findings: readonly MonitorFinding[]): Promise<void> {
  print(input, terminal, findings);
  if (input.webhook !== undefined && findings.length > 0) await send(input.webhook, findings);
}

function print(
  { isJson }: MonitorInput,
  terminal: Terminal,
  findings: readonly { kind: string; detail: string }[],
): void {
  for (const finding of findings)
    terminal.out(isJson ? `${toSafeJson(finding)}\n` : `${finding.kind}: ${toSafeText(finding.detail)}\n`);
}
