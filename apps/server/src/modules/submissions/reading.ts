import { readText } from '@assay/audit/manifest';
import { Problem, type ProductType, type Sha256 } from '@assay/protocol';
import type { Surface } from '../payments/index.ts';
import type { BundleFile } from './bundles.ts';
import { contentSha256Of } from './content-digest.ts';
import { type AskedInput, inputSha256Of, nameSkill } from './intake.policy.ts';
import { getProduct, surfaceOf } from './products.ts';

/** Submitted or fetched content, as far as pricing needs to read it. */
export type SubmittedText = {
  readonly productType: ProductType;
  readonly files: readonly BundleFile[];
  readonly entryPath: string;
  readonly asked: Pick<AskedInput, 'name' | 'version' | 'description'>;
  /** Name of the folder or repository. Undefined for inline content. */
  readonly place: string | undefined;
  /** The commit, or the digest of the bundle. */
  readonly fixedBy: string;
  /** The whole request, if its digest is needed. */
  readonly input?: AskedInput;
};
type Read = {
  readonly naming: ReturnType<typeof nameSkill>;
  readonly surface: Surface;
  readonly contentSha256: string;
  readonly inputSha256: Sha256 | null;
};
type ReadSubmission = { readonly isEmpty: true } | (Read & { readonly isEmpty: false });

const utf8 = new TextDecoder('utf-8');
/** A visible character. */
const SAYS_SOMETHING = /[^\s\p{C}]/u;

/** Reads the texts of a submission. Runs only in the worker, because its duration depends on untrusted input. */
export function readSubmission({
  productType,
  files,
  entryPath,
  asked,
  place,
  fixedBy,
  input,
}: SubmittedText): ReadSubmission {
  const entry = utf8.decode(files.find(({ path }) => path === entryPath)?.bytes);
  // Empty content cannot be reviewed, and its digest is not unique.
  if (!SAYS_SOMETHING.test(readText(entry))) return { isEmpty: true };
  const naming = nameSkill({ asked, head: getProduct(productType).readHead(entry), place, fixedBy });
  return {
    isEmpty: false,
    naming,
    surface: surfaceOf(productType, files),
    contentSha256: contentSha256Of(files, entryPath, naming.name),
    inputSha256: input === undefined ? null : inputSha256Of(input),
  };
}

type Thread = { run(toQuestion: () => { readonly message: unknown }): Promise<unknown> };
type Threads = { readonly submissions: Thread; readonly previews: Thread };

/**
 * Reads in a worker thread. Free previews have their own thread, so that paid requests never wait for one. Throws
 * `entry_empty` for a submission without visible text, and `unavailable` after the time limit.
 */
export const createReading =
  (threads: Threads) =>
  async (submitted: SubmittedText, isPreview = false): Promise<Read> => {
    const thread = isPreview ? threads.previews : threads.submissions;
    const read = (await thread.run(() => ({ message: submitted }))) as ReadSubmission;
    if (read.isEmpty) throw new Problem('entry_empty', { entry: submitted.entryPath });
    return read;
  };
export type Reading = ReturnType<typeof createReading>;
