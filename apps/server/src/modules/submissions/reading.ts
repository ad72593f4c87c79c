import { readText } from '@assay/audit/manifest';
import { Problem, type ProductType, type Sha256 } from '@assay/protocol';
import type { Surface } from '../payments/index.ts';
import type { BundleFile } from './bundles.ts';
import { contentSha256Of } from './content-digest.ts';
import { type AskedInput, inputSha256Of, nameSkill } from './intake.policy.ts';
import { getProduct, surfaceOf } from './products.ts';

/** What was sent or fetched, as far as its texts have to be read before it has a price. */
export type SubmittedText = {
  readonly productType: ProductType;
  readonly files: readonly BundleFile[];
  readonly entryPath: string;
  readonly asked: Pick<AskedInput, 'name' | 'version' | 'description'>;
  /** Name of the folder or repository; nothing for inline content. */
  readonly place: string | undefined;
  /** Commit, or digest of the bundle. */
  readonly fixedBy: string;
  /** All that was asked, where its digest is wanted. */
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
/** Anything that can be seen. */
const SAYS_SOMETHING = /[^\s\p{C}]/u;

/** Everything that is read from the texts of a submission. Runs in the worker only: its time depends on what was sent. */
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
 * Asks a worker. Previews, which cost nothing, have one of their own: nothing that may be paid for waits for one. Throws `entry_empty` for a submission that says nothing, and
 * `unavailable` when reading it takes too long.
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
