import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { AssayError, NetworkError } from '@assay/client';
import { readFolderToSend, readIdentity } from '@assay/client/node';
import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts';
import { pluginEntry } from '../install/plugin.ts';
import { toSafeJson, toSafeText } from '../render/safe-text.ts';
import type { DeveloperService, Service } from '../service/connect.ts';
import type { Terminal } from '../terminal.ts';
import { type KeptPayment, keptPayment } from '../wallet/kept-payment.ts';
import { findTerms, signPayment, type Terms, toUsdc } from '../wallet/pay-x402.ts';
import { openWallet } from '../wallet/typed-transfer.ts';
import { KNOWN_CHAINS } from '../wallet/usdc.ts';
import { followSubmission } from './status.run.ts';
import { previewSubmission, type Submission, type SubmissionPreview } from './submission-preview.ts';
import { findReaders, type ShownReaders, withReaders } from './submission-readers.ts';

export type SubmitInput = {
  readonly target: string;
  readonly productType: 'SKILL' | 'API' | 'SKILL+API' | 'TOOL' | 'CONTRACT';
  readonly ref: string | undefined;
  readonly walletKeyFile: string | undefined;
  readonly priceMax: bigint | undefined;
  readonly isPeopleOnly: boolean;
  /** Pays up to the limit without confirmation. */
  readonly isConfirmed: boolean;
  /** Pays even if the preview predicts a rejection. */
  readonly isForced: boolean;
  readonly isJson: boolean;
  readonly isFollowed: boolean;
};

const SUBMISSION_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SUBMIT_PATH = '/api/v1/certsvc/submit';
/** The service waits up to a minute for a settlement. */
const SETTLE_MS = 90_000;
const PENDING_TRIES = 12;
const PENDING_MS = 5_000;

export async function runSubmit(input: SubmitInput, service: DeveloperService, terminal: Terminal): Promise<ExitCode> {
  const isPinned = await service.isPinned();
  const { url } = service.settings;
  if (input.isConfirmed && !isPinned)
    throw new UsageError(`${url} is not pinned, so --yes is refused. Pin its keys first: assay config pin ${url}`);
  const read = await readSubmission(input, terminal);
  if (read === undefined) {
    terminal.err(`assay: ${toSafeText(input.target)}: nothing to submit.\n`);
    return EXIT.nothingToScan;
  }
  const { files } = read;
  const kept = keptPayment(terminal.config.stateDir, url, read.body);
  const earlier = kept.read();
  if (earlier !== undefined) {
    terminal.err('resending the payment that was signed in an earlier attempt\n');
    const answer = await postPaid(withReaders(read.body, earlier.readersSha256), earlier.header, service, kept);
    if (answer.status !== 402) return accept(answer, input, service, terminal);
  }
  const readers = await findReaders(input, service);
  for (const line of readers.lines) terminal.err(`${toSafeText(line)}\n`);
  const body = withReaders(read.body, readers.sha256);
  const first = await post(body, {}, service);
  if (first.status !== 402) return accept(first, input, service, terminal);
  const terms = getTerms(first.body);
  await requireSignedTerms(terms, service);
  const wallet = findWallet(input, terminal);
  if (wallet === undefined) return printTerms(terms, first.body, input, terminal);
  const { priceMax } = input;
  if (priceMax !== undefined && BigInt(terms.offer.amount) > priceMax) {
    terminal.err(
      `assay: the price is ${toUsdc(terms.offer.amount)} USDC, more than --max-price ${toUsdc(String(priceMax))}. Nothing was paid.\n`,
    );
    return EXIT.unsafe;
  }
  const look = await previewSubmission({ body, files, productType: input.productType }, service, terminal);
  const refusal = await confirm(terms, look, wallet.address, { input, service, terminal, isPinned, readers });
  if (refusal !== undefined) return refusal;
  terminal.err(`paying ${describePayment(terms)} from ${wallet.address}\n`);
  const header = signPayment(terms, wallet, Math.floor(Date.now() / 1_000));
  kept.write({ header, readersSha256: readers.sha256 });
  return accept(await postPaid(body, header, service, kept), input, service, terminal);
}

function getTerms(body: unknown): Terms {
  const terms = findTerms(body);
  if (terms === undefined)
    throw new AssayError(
      'bad_answer',
      'The service requests a payment type that this wallet does not support. Nothing was signed.',
    );
  if (!('unknown' in terms)) return terms;
  const { asset, network } = terms.unknown;
  throw new AssayError(
    'bad_answer',
    `The service requests payment in the token ${asset} on ${network}, which is not USDC on a supported chain: ${KNOWN_CHAINS}. Nothing was signed.`,
  );
}

/** The recipient must be the one signed by the service's keys, because another server could answer at its address. */
async function requireSignedTerms({ offer }: Terms, { client }: Service): Promise<void> {
  const { payment } = await readIdentity(client);
  const isSame = (['network', 'asset', 'payTo'] as const).every(
    (member) => payment?.[member].toLowerCase() === offer[member].toLowerCase(),
  );
  if (isSame) return;
  throw new AssayError(
    'bad_answer',
    `The payment request names ${offer.payTo} on ${offer.network}, but the service's signed identity names another recipient. Nothing was signed.`,
  );
}

const describePayment = ({ offer, usdc }: Terms): string =>
  `${toUsdc(offer.amount)} USDC to ${offer.payTo} on ${usdc.chain}`;

type Asking = {
  readonly input: SubmitInput;
  readonly service: Service;
  readonly terminal: Terminal;
  readonly isPinned: boolean;
  readonly readers: ShownReaders;
};

/** Shows the preview and the price before anything is signed. Returns the exit code when the user does not pay. */
async function confirm(
  terms: Terms,
  look: SubmissionPreview,
  from: string,
  asking: Asking,
): Promise<ExitCode | undefined> {
  const { input, service, terminal, isPinned, readers } = asking;
  for (const line of look.lines) terminal.err(`${toSafeText(line)}\n`);
  const price = toSafeText(
    `${describePayment(terms)} from ${from}, requested by ${service.settings.url}${isPinned ? '' : ', whose keys are not pinned'}`,
  );
  const isDoubtful = look.wouldReject && !input.isForced;
  if (!isDoubtful && input.isConfirmed) return undefined;
  if (!terminal.canAsk) {
    const how = isDoubtful
      ? 'The engine would reject it. Fix the findings above, or repeat with --force to pay anyway.'
      : 'The price was not confirmed. Repeat with --yes --max-price USDC.';
    terminal.err(`assay: pay ${price}?\nassay: ${how} Nothing was paid.\n`);
    return isDoubtful ? EXIT.unsafe : EXIT.undecided;
  }
  const agreement = readers.sha256 === undefined ? '' : ', and let the models above read the content';
  const question = `${isDoubtful ? 'The engine would reject it. ' : ''}Pay ${price}${agreement}? [y/N] `;
  if (/^y(?:es)?$/i.test((await terminal.ask(question)).trim())) return undefined;
  terminal.err('assay: nothing was paid.\n');
  return EXIT.undecided;
}

async function readSubmission(
  { target, productType, ref, isPeopleOnly }: SubmitInput,
  { cwd }: Terminal,
): Promise<Submission | undefined> {
  const only = isPeopleOnly ? { readers: 'PEOPLE_ONLY' } : {};
  if (/^https?:\/\//i.test(target))
    return { body: { productType, url: target, ...(ref && { sourceRef: ref }), ...only }, files: undefined };
  if (!statSync(resolve(cwd, target), { throwIfNoEntry: false })?.isDirectory()) return undefined;
  const { files, unreadable = [] } = await readFolderToSend(resolve(cwd, target));
  if (unreadable.length > 0) throw new UsageError(`These files cannot be submitted: ${unreadable.join(', ')}.`);
  if (files.length === 0) return undefined;
  const sent = files.map(({ path, bytes }) => ({ path, contentBase64: Buffer.from(bytes).toString('base64') }));
  const entry = pluginEntry(files.map(({ path }) => path));
  return { body: { productType, files: sent, ...(entry && { entry }), ...only }, files };
}

function findWallet({ walletKeyFile }: SubmitInput, { cwd, config }: Terminal) {
  const key = walletKeyFile === undefined ? config.walletKey : readFileSync(resolve(cwd, walletKeyFile), 'utf8');
  return key === undefined ? undefined : openWallet(key);
}

const post = (body: object, headers: Record<string, string>, { api }: Service) =>
  api.http.ask(SUBMIT_PATH, {
    method: 'POST',
    body,
    headers: { 'x-payment-method': 'x402', ...headers },
    timeoutMs: SETTLE_MS,
  });

/** These statuses say nothing about the payment. */
const isOpen = (status: number): boolean => status >= 500 || [401, 403, 408, 425, 429].includes(status);

/** Repeating the same payment is safe: it returns the first answer. So a settlement without a result is repeated until it is known. */
async function postPaid(body: object, header: string, service: Service, kept: KeptPayment) {
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt >= PENDING_TRIES;
    const answer = await post(body, { 'payment-signature': header }, service).catch((error: unknown) => {
      if (error instanceof NetworkError && !isLast) return undefined;
      throw error;
    });
    if (answer !== undefined && !isOpen(answer.status)) kept.remove();
    if (answer !== undefined && (answer.status < 500 || isLast)) return answer;
    await new Promise((wake) => setTimeout(wake, PENDING_MS));
  }
}

async function accept(
  { status, body }: Awaited<ReturnType<typeof post>>,
  input: SubmitInput,
  service: Service,
  terminal: Terminal,
): Promise<ExitCode> {
  const problem = body as { code?: string; detail?: string; submissionId?: string; certificateId?: string };
  if (status !== 202) {
    const detail = `The service returned ${status} ${problem.code ?? ''}: ${problem.detail ?? 'no reason given'}${problem.certificateId ? ` (certificate ${problem.certificateId})` : ''}`;
    throw new AssayError('request_refused', detail, { status, ...(problem.code && { problem: problem.code }) });
  }
  const { submissionId = '' } = problem;
  if (!SUBMISSION_ID.test(submissionId))
    throw new AssayError('bad_answer', 'The service accepted the request without a submission id.');
  if (input.isFollowed) return followSubmission(submissionId, { isJson: input.isJson }, service, terminal);
  if (input.isJson) terminal.out(`${toSafeJson(body, 2)}\n`);
  else terminal.out(`${submissionId}\nTrack it: assay status ${submissionId} --watch\n`);
  return EXIT.safe;
}

function printTerms(
  { offer, usdc, expiresAt }: Terms,
  body: unknown,
  { isJson }: SubmitInput,
  terminal: Terminal,
): ExitCode {
  if (isJson) {
    terminal.out(`${toSafeJson(body, 2)}\n`);
    return EXIT.undecided;
  }
  const lines = [
    `Pay ${toUsdc(offer.amount)} USDC`,
    `  to       ${offer.payTo}`,
    `  token    ${offer.asset}`,
    `  network  ${offer.network}, ${usdc.chain}`,
    `  expires  ${expiresAt ?? 'never'}`,
    'Then repeat this command with the wallet: ASSAY_WALLET_KEY=… assay submit …',
  ];
  terminal.out(`${lines.map(toSafeText).join('\n')}\n`);
  return EXIT.undecided;
}
