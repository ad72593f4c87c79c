import type { CallAnswer } from '@assay/client/api';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { count } from '../render/lines.ts';
import { toSafeJson, toSafeText } from '../render/safe-text.ts';
import type { Service } from '../service/connect.ts';
import { readLiveStatus } from '../service/live-status.ts';
import type { Terminal } from '../terminal.ts';

type Submission = CallAnswer<'readSubmission'>;

/** The polling interval without events. The stream is faster; polling works without it. */
const POLL_MS = 1_000;
const ENDED = new Set(['CERTIFIED', 'REJECTED', 'FAILED']);

const read = (id: string, { api }: Service): Promise<Submission> => api.call('readSubmission', { params: { id } });

export async function showSubmission(
  id: string,
  { isJson }: { isJson: boolean },
  service: Service,
  terminal: Terminal,
): Promise<ExitCode> {
  const submission = await read(id, service);
  print(submission, isJson, service, terminal);
  return exitOf(submission);
}

/** Prints progress on stderr and the final outcome on stdout. */
export async function followSubmission(
  id: string,
  { isJson }: { isJson: boolean },
  service: Service,
  terminal: Terminal,
): Promise<ExitCode> {
  let shown = '';
  for (;;) {
    const submission = await read(id, service);
    const { state, progress } = submission;
    const line = `${state.toLowerCase().replaceAll('_', ' ')}: ${progress.stage.toLowerCase()}, ${progress.percent} %`;
    if (line !== shown) terminal.err(`${toSafeText(line)}\n`);
    shown = line;
    if (ENDED.has(state)) {
      print(submission, isJson, service, terminal);
      return exitOf(submission);
    }
    await new Promise((wake) => setTimeout(wake, POLL_MS));
  }
}

function exitOf({ state }: Submission): ExitCode {
  if (state === 'CERTIFIED') return EXIT.safe;
  return state === 'REJECTED' || state === 'FAILED' ? EXIT.unsafe : EXIT.undecided;
}

function print(submission: Submission, isJson: boolean, { settings }: Service, terminal: Terminal): void {
  if (isJson) {
    terminal.out(`${toSafeJson({ ...submission, service: settings.url }, 2)}\n`);
    return;
  }
  const { id, name, version, state, result } = submission;
  terminal.out(`${toSafeText(`${state} ${name} ${version} according to ${settings.url}`)}\n  submission   ${id}\n`);
  if (result?.certificateId) terminal.out(`  certificate  ${result.certificateId}\n`);
  for (const { severity, path, startLine, message } of result?.blockingFindings ?? []) {
    const place = path === null ? 'the whole bundle' : `${path}${startLine === null ? '' : `:${startLine}`}`;
    terminal.out(`  ${toSafeText(`${severity} ${place}: ${message}`)}\n`);
  }
}

type CertificateView = { readonly isJson: boolean; readonly isWatched: boolean };

export async function showCertificate(
  id: string,
  view: CertificateView,
  service: Service,
  terminal: Terminal,
): Promise<ExitCode> {
  const exit = await printLive(id, view.isJson, service, terminal);
  if (!view.isWatched) return exit;
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  let last = exit;
  for await (const event of service.client.watch({ topics: [`certificate:${id}`], signal: stop.signal })) {
    terminal.err(`${toSafeText(`${event.occurredAt} ${event.kind}`)}\n`);
    last = await printLive(id, view.isJson, service, terminal);
  }
  return last;
}

async function printLive(id: string, isJson: boolean, service: Service, terminal: Terminal): Promise<ExitCode> {
  const { live, verification } = await readLiveStatus(id, service);
  const { url } = service.settings;
  const { valid, status, statusReason, activeFlagCount, monitoring, verifications } = live;
  if (isJson) terminal.out(`${toSafeJson({ ...live, service: url })}\n`);
  else {
    const reason = statusReason === null ? '' : ` (${statusReason})`;
    const good = (verification.record?.instructionsReadBy ?? 'NONE') === 'NONE' ? 'VALID, UNREAD' : 'VALID';
    terminal.out(`${toSafeText(`${valid ? good : 'NOT VALID'} ${status}${reason} according to ${url}`)}\n`);
    terminal.out(
      `  open flags ${activeFlagCount} · monitoring ${monitoring.state.toLowerCase()} · verified ${count(verifications.total, 'time')}\n`,
    );
  }
  if (!valid && status === 'APPROVED')
    for (const { detail } of verification.reasons) terminal.err(`assay: ${toSafeText(detail)}\n`);
  return valid && status === 'APPROVED' && activeFlagCount === 0 ? EXIT.safe : EXIT.unsafe;
}
