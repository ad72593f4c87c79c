import type { DeployedCode, DeploymentSeen } from '@assay/audit';
import { checkManifest, toManifest } from '@assay/audit/manifest';
import {
  BUNDLE_LIMITS,
  type ManifestInput,
  type ModelReader,
  Problem,
  type ProductType,
  type Sha256,
  type Source,
} from '@assay/protocol';
import type { z } from 'zod';
import { waitForOwnTurn } from '../../platform/own-turn.ts';
import {
  type Deployments,
  digestOfDeployed,
  openSource,
  parseDeployedAt,
  readInlineFiles,
  readUploadedArchive,
  type Sources,
} from '../sources/index.ts';
import { type BundleFile, digestsOf, gitTreeOf, toEngineBundle } from './bundles.ts';
import { type AskedInput, bytesOf, inputSha256Of, sizesOf } from './intake.policy.ts';
import { findMainFile, getProduct, type Product } from './products.ts';
import { agreeToReaders } from './reader-consent.ts';
import type { Reading } from './reading.ts';
import type { SealedInputRow } from './submissions.store.ts';

/** An input with its exact bytes: everything that a review needs, before the payment. */
export type Candidate = Pick<
  SealedInputRow,
  | 'productType'
  | 'name'
  | 'version'
  | 'description'
  | 'manifest'
  | 'hasManifest'
  | 'entryPath'
  | 'contentSha256'
  | 'gitTree'
  | 'deployedSha256'
  | 'mayProbe'
  | 'mayPublish'
  | 'isPeopleOnly'
  | 'readers'
  | 'namesReaders'
> & {
  readonly source: z.input<typeof Source>;
  readonly files: readonly BundleFile[];
  readonly digests: ReturnType<typeof digestsOf>;
  readonly given: ManifestInput;
  readonly surface: Awaited<ReturnType<Reading>>['surface'];
  readonly inputSha256: Sha256;
};

/** The files, the entry file and their origin. */
type Material = {
  readonly files: readonly BundleFile[];
  readonly entryPath: string;
  readonly place?: string;
  readonly origin?: { readonly url: string; readonly commit: string; readonly entry: string };
  /** The code at the address of the claimed deployment. */
  readonly deployed?: DeployedCode;
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

type Deps = {
  readonly sources: Pick<Sources, 'resolve' | 'readTree'>;
  readonly deployments: Pick<Deployments, 'read'>;
  readonly readTexts: Reading;
  /** Product types that only people read, unless a submission permits providers. */
  readonly peopleOnly: readonly ProductType[];
  /** The configured models. */
  readonly models: readonly ModelReader[];
  /** Compares deployed code with the sources in a bundle. */
  readonly compareDeployed: (
    bundle: ReturnType<typeof toEngineBundle>,
    deployed: DeployedCode,
  ) => Promise<DeploymentSeen>;
};

/** Converts an input into reviewable bytes, or names the violated rule. */
export function createIntake({ sources, deployments, readTexts, compareDeployed, peopleOnly, models }: Deps) {
  async function read(asked: AskedInput, isPreview = false): Promise<Candidate> {
    const product = getProduct(asked.productType);
    const isPeopleOnly =
      asked.readers === undefined ? peopleOnly.includes(asked.productType) : asked.readers === 'PEOPLE_ONLY';
    const agreed = agreeToReaders(asked, isPeopleOnly, models);
    const { files, entryPath, place, origin, deployed } = await readMaterial(asked, product);
    requireText(files, entryPath, product.entryBytesMax);
    await waitForOwnTurn(bytesOf(sizesOf(files)));
    const digests = digestsOf(files, entryPath);
    const fixedBy = origin?.commit ?? digests.bundleSha256;
    const { productType, name, version, description } = asked;
    const wanted = { name, version, description };
    const texts = { productType, files, entryPath, asked: wanted, place, fixedBy, input: asked };
    const read = await readTexts(texts, isPreview);
    const candidate = {
      productType,
      ...read.naming,
      surface: read.surface,
      contentSha256: read.contentSha256,
      inputSha256: read.inputSha256 ?? inputSha256Of(asked),
      source:
        origin === undefined
          ? { ...givenSource(deployed), ref: `sha256:${digests.bundleSha256}`, entry: entryPath }
          : { ...GITHUB, url: origin.url, ref: origin.commit, commit: origin.commit, entry: origin.entry },
      ...readManifest(asked),
      files,
      entryPath,
      digests,
      gitTree: origin === undefined ? null : gitTreeOf(files),
      mayProbe: asked.probeEndpoints ?? false,
      mayPublish: asked.redistribution === 'ARTIFACT',
      isPeopleOnly,
      ...agreed,
      deployedSha256: deployed === undefined ? null : digestOfDeployed(deployed),
    };
    if (deployed !== undefined) await requireMadeFrom(candidate, deployed);
    return candidate;
  }

  async function readMaterial(asked: AskedInput, product: Product): Promise<Material> {
    const { url, productType } = asked;
    if (url === undefined) return readInlineInput(asked, product);
    const place = productType === 'CONTRACT' ? parseDeployedAt(url) : undefined;
    if (place === undefined) return fetchFrom(url, asked, product);
    const deployed = await deployments.read(place);
    if (deployed.code === '') throw new Problem('source_not_found', { reason: 'there is no code at this address' });
    return { ...(await readInlineInput(asked, product)), deployed };
  }

  /** Rejects before payment if the address has other code. */
  async function requireMadeFrom(candidate: Candidate, deployed: DeployedCode): Promise<void> {
    const seen = await compareDeployed(toEngineBundle(candidate, candidate.files), deployed).catch((cause: unknown) => {
      throw new Problem('unavailable', undefined, { cause });
    });
    if (seen.kind === 'different') throw new Problem('deployed_code_differs', { reason: seen.reason });
  }

  async function fetchFrom(sourceUrl: string, asked: AskedInput, product: Product): Promise<Material> {
    const { sourceRef, entry: wanted } = asked;
    const { location, tree, entry, under, source } = await openSource(sources, { sourceUrl, sourceRef, entry: wanted });
    requireProven(location);
    if (!product.entryTypes.includes(entry.productType)) throw noEntry();
    await requireSame(asked, { files: tree.files, entryPath: entry.path });
    const place = under === '' ? location.repo.name : under.slice(under.lastIndexOf('/') + 1);
    const origin = { url: source.url ?? sourceUrl, commit: location.commit, entry: source.entry };
    return { files: tree.files, entryPath: entry.path, place, origin };
  }

  return { read };
}
export type Intake = ReturnType<typeof createIntake>;

/** The source of inline content. An address is added after its code was matched with the content. */
const givenSource = (deployed: DeployedCode | undefined) =>
  deployed === undefined
    ? INLINE
    : ({ ...INLINE, type: 'chain', chainId: deployed.chainId, address: deployed.address } as const);

const INLINE = { type: 'inline', url: null, commit: null, binding: 'CONTENT' } as const;
const GITHUB = { type: 'github', binding: 'COMMIT' } as const;

/** GitHub serves commits of forks under the original's name, so a certificate must not name a repository for them. */
function requireProven({ isAdvertised }: { isAdvertised: boolean }): void {
  if (isAdvertised) return;
  throw new Problem('source_url_unsupported', {
    reason:
      'no branch or tag of the repository ends at this commit, so it may come from a fork; name a branch or a tag',
  });
}

async function readInlineInput(asked: AskedInput, product: Product): Promise<Material> {
  const { archiveBase64 } = asked;
  const files = archiveBase64 === undefined ? readInlineFiles(asked) : await unpack(archiveBase64);
  const entryPath = findMainFile(product, files, asked.entry);
  if (entryPath === undefined) throw noEntry();
  return { files, entryPath };
}

const noEntry = () =>
  new Problem('bundle_rejected', { reason: 'it has no main file of this product; name it as entry' });

/** Inline content that accompanies a URL must equal the content there. */
async function requireSame(asked: AskedInput, { files, entryPath }: Material): Promise<void> {
  const fetched = new Map(files.map(({ path, bytes }) => [path, bytes]));
  const archived = asked.archiveBase64 === undefined ? [] : await unpack(asked.archiveBase64);
  for (const { path, bytes } of [...archived, ...readInlineFiles({ files: asked.files })]) {
    if (!isEqual(fetched.get(path), bytes)) throw new Problem('source_mismatch');
  }
  if (asked.skillMdContent === undefined) return;
  if (!isEqual(fetched.get(entryPath), Buffer.from(asked.skillMdContent))) throw new Problem('source_mismatch');
}

const unpack = (base64: string) => readUploadedArchive(Buffer.from(base64, 'base64'));

const isEqual = (fetched: Uint8Array | undefined, given: Uint8Array): boolean =>
  fetched !== undefined && Buffer.compare(fetched, given) === 0;

/** The main file must be text within the length limit of its product. */
function requireText(
  files: readonly BundleFile[],
  entryPath: string,
  maxBytes: number = BUNDLE_LIMITS.skillMdBytesMax,
): void {
  const bytes = files.find(({ path }) => path === entryPath)?.bytes ?? new Uint8Array();
  if (bytes.length > maxBytes) throw new Problem('source_too_large', { maxBytes });
  try {
    utf8.decode(bytes);
  } catch (cause) {
    throw new Problem('bundle_rejected', { reason: `its main file "${entryPath}" is not text in UTF-8` }, { cause });
  }
}

/** Parses the complete declarations of the submitter. Rejects invalid ones. */
function readManifest({ manifestOverride, declaredEndpoints }: AskedInput) {
  const given: ManifestInput = {
    ...manifestOverride,
    ...(declaredEndpoints === undefined ? {} : { declaredEndpoints }),
  };
  const { errors } = checkManifest(given);
  if (errors.length > 0) {
    const at = (pointer: string) => (declaredEndpoints === undefined ? `/manifestOverride${pointer}` : pointer);
    throw new Problem('validation_failed', {
      errors: errors.map(({ pointer, detail }) => ({ pointer: at(pointer), detail })),
    });
  }
  return { given, manifest: toManifest(given), hasManifest: manifestOverride !== undefined };
}
