import { Address, CertificateId, type LiveStatus, type ManifestInput } from '@assay/protocol';
import type { NoticeBus } from '../../platform/events/index.ts';
import { createWorkLoop } from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import type { CertificateStore, Certificates, Flags } from '../certificates/index.ts';
import { DEMONSTRATION_OWNER } from '../council/index.ts';
import {
  type Lifecycle,
  type SealedSubmission,
  type Sealing,
  SUBMISSION_NOTICE,
  type SubmissionStore,
  type SubmissionTransaction,
} from '../submissions/index.ts';
import type { Support } from '../support/index.ts';
import type { DemonstrationStore } from './demonstration.store.ts';
import { readSamples, type Sample } from './samples.ts';

/** The services that the demonstration calls like any other caller, but without a payment. */
type Deps = {
  readonly sealing: Pick<Sealing, 'seal'>;
  readonly lifecycle: Pick<Lifecycle, 'acceptIn'>;
  readonly inTransaction: <T>(work: (tx: SubmissionTransaction) => Promise<T>) => Promise<T>;
  readonly submissions: Pick<SubmissionStore, 'listOwn'>;
  readonly store: Pick<CertificateStore, 'findBySubmission'>;
  readonly presence: DemonstrationStore;
  readonly liveStatus: (id: CertificateId) => Promise<LiveStatus>;
  readonly certificates: Pick<Certificates, 'suspend'>;
  readonly flags: Pick<Flags, 'report' | 'list'>;
  readonly support: Pick<Support, 'listQueue' | 'decide'>;
  readonly bus: Pick<NoticeBus, 'on'>;
  readonly log: Logger;
};
type Submission = SealedSubmission['submission'];

const REQUEST = 'demonstration';
/** The service as a caller. The audit log names it like the holder of the administrative key. */
const SERVICE = { name: undefined };
/** An address without a private key: the reporter of the demonstration flag. */
const REPORTER = Address.parse('0x000000000000000000000000000000000000dEaD');
const SAMPLES_MAX = 100;
const LOOK_EVERY_MS = 500;
/** A certificate with this many history entries has not changed since issuance. */
const JUST_ISSUED = 1;
/** No other flags exist when the demonstration starts. */
const FLAGS_PER_PAGE = 20;
const UNDER_WAY: readonly string[] = ['SUBMITTED', 'SANDBOXING', 'IN_REVIEW'];

const WEATHER_URL = 'https://api.weather.example/v1/forecast';
const MANIFESTS: Readonly<Record<string, ManifestInput>> = {
  'weather-brief': {
    capabilities: ['net.http', 'env.read'],
    externalCalls: [{ url: WEATHER_URL, method: 'GET', auth: 'bearer', reason: 'Forecast for the place asked for' }],
    safety: { network: 'DECLARED', filesystem: 'NONE' },
    secrets: ['WEATHER_API_KEY'],
  },
};

/**
 * Sends the bundled samples through the council, then suspends one of them and flags another. It works from the stored state, so
 * that the next start completes an interrupted run. It changes only its own items, each of them once, and nothing if the
 * installation is in use.
 */
export function createDemonstration(deps: Deps) {
  const { sealing, lifecycle, inTransaction, submissions, store, presence, certificates, flags, support } = deps;
  const { liveStatus, bus, log } = deps;
  let isOver = false;
  let isAlone = false;

  async function work(): Promise<number> {
    if (isOver) return 0;
    isAlone ||= !(await presence.hasOthers({ owner: DEMONSTRATION_OWNER, reporter: REPORTER }));
    if (!isAlone) return end('this installation is in use: no demonstration data was created');
    const samples = await readInOrder();
    const known = await readKnown();
    const missing = samples.filter((sample) => !known.has(keyOf(sample)));
    // Versions of one skill are reviewed one after the other: the newer one supersedes an existing certificate.
    const ready = missing.filter(
      ({ name }) => ![...known].some(([key, { state }]) => key.startsWith(`${name} `) && UNDER_WAY.includes(state)),
    );
    const first = new Map(ready.toReversed().map((sample) => [sample.name, sample]));
    for (const sample of first.values()) await submit(sample);
    if (first.size > 0) return 1;
    if ([...known.values()].some(({ state }) => UNDER_WAY.includes(state))) return 0;
    try {
      await showStates(known, samples);
    } catch (error) {
      // Gives up after a failure: endless retries would only fill the log.
      log.warn({ err: error }, 'creating a demonstration certificate failed');
    }
    return end('demonstration data issued');
  }

  function end(message: string): 0 {
    isOver = true;
    log.info(message);
    return 0;
  }

  async function readKnown(): Promise<Map<string, Submission>> {
    const found = await submissions.listOwn([DEMONSTRATION_OWNER], {}, undefined, SAMPLES_MAX);
    return new Map(found.map(({ submission, input }) => [keyOf(input), submission]));
  }

  async function submit({ productType, name, version, description, files }: Sample): Promise<void> {
    const manifestOverride = MANIFESTS[name];
    const { input } = await sealing.seal(
      { owner: DEMONSTRATION_OWNER, client: DEMONSTRATION_OWNER },
      {
        productType,
        name,
        version,
        description,
        files: files.map(({ path, bytes }) => ({ path, contentBase64: Buffer.from(bytes).toString('base64') })),
        ...(manifestOverride === undefined ? {} : { manifestOverride }),
      },
    );
    await inTransaction((tx) => lifecycle.acceptIn(tx, input, { intentId: null, ownerWallet: null }));
  }

  async function showStates(known: ReadonlyMap<string, Submission>, samples: readonly Sample[]): Promise<void> {
    const statusOf = async (name: string): Promise<LiveStatus | undefined> => {
      const sample = samples.find((one) => one.name === name);
      const submission = sample && known.get(keyOf(sample));
      const sealed = submission && (await store.findBySubmission(submission.id));
      return sealed && liveStatus(CertificateId.parse(sealed.id));
    };
    const suspended = await statusOf('unit-converter');
    if (suspended?.history.length === JUST_ISSUED) {
      const reason = 'Demonstration of a suspended certificate.';
      await certificates.suspend(suspended.certificateId, { reason, caller: SERVICE, requestId: REQUEST });
    }
    const flagged = await statusOf('link-checker');
    const { received = 0, ...decided } = flagged?.flags ?? {};
    if (flagged !== undefined && Object.values(decided).every((count) => count === 0))
      await flag(flagged.certificateId, received > 0);
  }

  /** Reports and opens a flag as a third party and an operator would. */
  async function flag(id: CertificateId, isReported: boolean): Promise<void> {
    const description = 'Demonstration of an open flag: nothing is wrong with this sample.';
    // Only a person can judge a text, so the flag stays open until a person decides.
    const evidence = [{ kind: 'TEXT' as const, value: 'Left open so that a first visitor can see an open flag.' }];
    const flagged = { walletAddress: REPORTER, category: 'OTHER' as const, severity: 'LOW' as const };
    const body = { ...flagged, description, evidence };
    // An interrupted run reported this flag: no flags of other reporters existed at this start.
    const [earlier] = isReported ? (await flags.list(id, { limit: 1 })).items : [];
    const own = earlier ?? (await flags.report({ id, body, sentBody: body, caller: undefined }));
    const { items } = await support.listQueue({ limit: FLAGS_PER_PAGE, kind: 'FLAG' });
    const item = items.find(({ ref }) => ref.id === own.id);
    if (item === undefined) return; // already decided
    await support.decide(
      item.id,
      { decision: 'OPEN', reason: 'Demonstration of an open flag.' },
      {
        caller: SERVICE,
        requestId: REQUEST,
      },
    );
  }

  const loop = createWorkLoop({ name: 'demonstration', work, everyMs: LOOK_EVERY_MS, log });
  return {
    start(): void {
      // Subscribes only on start: the first submission to a service without samples must not create them.
      bus.on(SUBMISSION_NOTICE, () => {
        if (!isOver) loop.wake();
      });
      loop.start();
    },
    stop: loop.stop,
  };
}

const keyOf = ({ name, version }: { name: string; version: string }): string => `${name} ${version}`;

/** Older versions come before newer ones. */
async function readInOrder(): Promise<Sample[]> {
  const samples = await readSamples();
  return samples.flatMap((sample) => (sample.name === 'release-notes' ? [toOlderVersion(sample), sample] : [sample]));
}

const utf8 = new TextEncoder();

/** The previous version of the release-notes sample. */
function toOlderVersion(sample: Sample): Sample {
  const older = (bytes: Uint8Array) => utf8.encode(new TextDecoder().decode(bytes).replace(sample.version, '1.0.0'));
  return { ...sample, version: '1.0.0', files: sample.files.map((file) => ({ ...file, bytes: older(file.bytes) })) };
}
