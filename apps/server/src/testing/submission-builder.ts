import { randomBytes } from 'node:crypto';
import {
  type Manifest,
  type ModelReader,
  newUuidV7,
  type ProductType,
  QuoteId,
  Sha256,
  type Source,
} from '@assay/protocol';
import { type BundleFile, contentSha256Of, digestsOf, gitTreeOf } from '../modules/submissions/index.ts';
import type { TestServer } from './test-server.ts';

type Changes = {
  /** Paths and texts. Defaults to a small harmless skill. */
  files?: Record<string, string>;
  owner?: string;
  ownerWallet?: string;
  name?: string;
  manifest?: Manifest;
  /** The origin of the files. Defaults to inline content. */
  source?: Pick<Source, 'url' | 'commit' | 'entry'>;
  mayProbe?: boolean;
  isPeopleOnly?: boolean;
  /** The models that the submitter agreed to. Defaults to the configured ones. */
  readers?: ModelReader[] | null;
  productType?: ProductType;
  /** The main file. */
  entry?: string;
  /** Runs in the transaction that accepts the submission, like a payment. */
  alongside?: (tx: Transaction, submissionId: string) => Promise<void>;
};
type Transaction = Parameters<Parameters<TestServer['app']['inTransaction']>[0]>[0];

const NO_MANIFEST: Manifest = {
  capabilities: [],
  externalCalls: [],
  externalCallDetails: [],
  declaredEndpoints: [],
  secrets: [],
  tools: [],
  safety: { network: 'NONE', filesystem: 'NONE' },
};

/** Starts the review of a skill like a paid submission, without the payment. Returns its id. */
export async function submitSkill(
  { app, clock }: Pick<TestServer, 'app' | 'clock'>,
  changes: Changes = {},
): Promise<string> {
  const {
    owner = 'account:0192f0c1-0000-7000-8000-000000000001',
    ownerWallet = null,
    manifest = NO_MANIFEST,
    productType = 'SKILL',
    entry = 'SKILL.md',
  } = changes;
  const name = changes.name ?? `skill-${randomBytes(4).toString('hex')}`;
  const texts = changes.files ?? { 'SKILL.md': benignSkill(name) };
  const files: BundleFile[] = Object.entries(texts).map(([path, text]) => ({
    path,
    kind: 'file',
    bytes: Buffer.from(text),
  }));
  const digests = digestsOf(files, entry);
  const agreed = changes.isPeopleOnly ? [] : [...app.models];
  const { id: quoteId } = await app.payments.quotes.create(owner, {
    productType,
    surface: { files: files.length },
    inputSha256: Sha256.parse(digests.bundleSha256),
  });
  return app.inTransaction(async (tx) => {
    const now = clock.now();
    const input = {
      quoteId,
      owner,
      inputSha256: digests.bundleSha256,
      identity: newUuidV7(QuoteId, now.getTime(), randomBytes),
      productType,
      name,
      version: '1.0.0',
      description: 'A skill of a test.',
      manifest,
      source: toSource(changes.source, digests.bundleSha256, entry),
      gitTree: changes.source === undefined ? null : gitTreeOf(files),
      deployedSha256: null,
      contentSha256: contentSha256Of(files, entry, name),
      bundleId: await tx.bundles.save(files, now),
      entryPath: entry,
      entrySha256: digests.entrySha256,
      hasManifest: changes.manifest !== undefined,
      mayProbe: changes.mayProbe ?? false,
      mayPublish: false,
      isPeopleOnly: changes.isPeopleOnly ?? false,
      readers: changes.readers === undefined ? agreed : changes.readers,
      namesReaders: false,
      draftId: null,
      sealedAt: now,
    };
    await tx.submissions.insertInput(input);
    const row = await app.lifecycle.acceptIn(tx, input, { intentId: null, ownerWallet });
    if (row === undefined) throw new Error('The submission was not accepted.');
    await changes.alongside?.(tx, row.id);
    return row.id;
  });
}

const toSource = (from: Changes['source'], bundleSha256: string, entry: string): Source =>
  from === undefined
    ? { type: 'inline', url: null, ref: `sha256:${bundleSha256}`, commit: null, entry, binding: 'CONTENT' }
    : { type: 'github', ref: from.commit ?? '', binding: 'COMMIT', ...from };

export const benignSkill = (name: string): string =>
  `---\nname: ${name}\ndescription: Turns meeting notes into a short list of decisions.\n---\n# ${name}\n\nRead the notes the user gives you. List each decision in one line, then each open question.\n`;
