import {
  Address,
  CertificateId,
  canonicalize,
  describeBundle,
  keccak256Hex,
  newUuidV7,
  type Payload,
  type RandomBytes,
  RoundId,
  SubmissionId,
} from '@assay/protocol';
import type { Logger } from '../../platform/log/index.ts';
import type { Certificates, Flags, IssueInput, Search } from '../certificates/index.ts';
import type { Support } from '../support/index.ts';
import { readSamples, type Sample } from './samples.ts';

/** The services of a composed application that the seed drives, like any other caller. */
type Seeded = {
  readonly certificates: Certificates;
  readonly flags: Flags;
  readonly support: Support;
  readonly search: Search;
  readonly clock: { now(): Date };
};
type Options = { readonly random: RandomBytes; readonly log: Logger };

const OWNER = 'demonstration';
const REQUEST = 'demonstration';
/** Nobody holds a key of it: the reporter of the demonstration flag is no one. */
const REPORTER = Address.parse('0x000000000000000000000000000000000000dEaD');
const LIMITATION =
  'demo: true. Demonstration data of a fresh installation, issued by a seed and not reviewed by a council. Do not rely on it.';

const utf8 = new TextEncoder();

/** Fills an empty installation with certificates of the bundled samples, so that a first call shows a real answer. */
export async function seedDemonstration(app: Seeded, { random, log }: Options): Promise<void> {
  const { items } = await app.search.list({ limit: 1, status: 'ANY' });
  if (items.length > 0) return;

  const ids = new Map<string, CertificateId>();
  const issue = async (sample: Sample) => {
    const { id } = await app.certificates.issue(toIssueInput(sample, app.clock.now(), random));
    ids.set(sample.name, CertificateId.parse(id));
  };
  for (const sample of await readSamples()) {
    if (sample.name === 'release-notes') await issue(toOlderVersion(sample));
    await issue(sample);
  }
  const reason = 'Demonstration of a suspended certificate.';
  await app.certificates.suspend(get(ids, 'unit-converter'), { reason, requestId: REQUEST });
  await flag(app, get(ids, 'link-checker'));
  log.info({ samples: ids.size }, 'demonstration data issued');
}

function get(ids: ReadonlyMap<string, CertificateId>, name: string): CertificateId {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`The sample ${name} is missing`);
  return id;
}

/** Reports and opens a flag the way a stranger and an operator would. */
async function flag({ flags, support }: Seeded, id: CertificateId): Promise<void> {
  const description = 'Demonstration of an open flag: nothing is wrong with this sample.';
  const body = {
    walletAddress: REPORTER,
    category: 'OTHER' as const,
    severity: 'LOW' as const,
    description,
    evidence: [],
  };
  await flags.report({ id, body, sentBody: body, caller: undefined });
  const { items } = await support.listQueue({ limit: 1, kind: 'FLAG' });
  for (const item of items) {
    await support.decide(item.id, { decision: 'OPEN', reason: 'Demonstration of an open flag.' }, REQUEST);
  }
}

/** What the release-notes sample said before its current version. */
function toOlderVersion(sample: Sample): Sample {
  const older = (bytes: Uint8Array) => utf8.encode(new TextDecoder().decode(bytes).replace(sample.version, '1.0.0'));
  return { ...sample, version: '1.0.0', files: sample.files.map((file) => ({ ...file, bytes: older(file.bytes) })) };
}

const NO_MANIFEST: Payload['manifest'] = {
  capabilities: [],
  externalCalls: [],
  externalCallDetails: [],
  safety: { network: 'NONE', filesystem: 'READ' },
  declaredEndpoints: [],
  secrets: [],
  tools: [],
};

const WEATHER_URL = 'https://api.weather.example/v1/forecast';
const WEATHER_MANIFEST: Payload['manifest'] = {
  ...NO_MANIFEST,
  capabilities: ['net.http', 'env.read'],
  externalCalls: [WEATHER_URL],
  externalCallDetails: [
    { url: WEATHER_URL, method: 'GET', auth: 'bearer', reason: 'Forecast for the place asked for' },
  ],
  safety: { network: 'DECLARED', filesystem: 'NONE' },
  secrets: ['WEATHER_API_KEY'],
};

function toIssueInput(sample: Sample, now: Date, random: RandomBytes): IssueInput {
  const at = now.toISOString();
  const submissionId = newUuidV7(SubmissionId, now.getTime(), random);
  const digests = describeBundle(sample.files, 'SKILL.md');
  const manifest = sample.name === 'weather-brief' ? WEATHER_MANIFEST : NO_MANIFEST;
  const sandbox = {
    riskLevel: 'LOW',
    mode: 'NONE',
    units: 0,
    exercised: 0,
    analyzedAt: at,
    observedUrls: [],
    findings: [],
  } as const;
  return {
    owner: OWNER,
    submissionId,
    productType: 'SKILL',
    name: sample.name,
    version: sample.version,
    description: sample.description,
    ownerWallet: null,
    source: {
      type: 'inline',
      url: null,
      ref: `sha256:${digests.bundleSha256}`,
      commit: null,
      entry: 'SKILL.md',
      binding: 'CONTENT',
    },
    digests,
    manifest,
    endpointReview: { observedUrls: [], declaredEndpoints: [] },
    securityLevel: 'CLEAR',
    sandboxRiskLevel: 'LOW',
    sandboxAnalyzedAt: at,
    retainedWarnings: [],
    round: {
      id: newUuidV7(RoundId, now.getTime(), random),
      submissionId,
      type: 'INITIAL_AUDIT',
      state: 'DECIDED',
      rulesetDigest: 'demo',
      engineVersion: 'demo',
      inputSha256: digests.bundleSha256,
      beacon: null,
      sandbox: { ...sandbox, observedUrls: [], findings: [] },
      panels: [],
      decision: 'SAFE',
      securityLevel: 'CLEAR',
      verdictHash: keccak256Hex(utf8.encode(canonicalize({ demo: true, bundleSha256: digests.bundleSha256 }))),
      startedAt: at,
      completedAt: at,
    },
    scope: ['Demonstration of the certificate format'],
    limitations: [LIMITATION],
  };
}
