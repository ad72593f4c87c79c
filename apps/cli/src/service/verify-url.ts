import { AssayError, type Reason, type Verification } from '@assay/client';
import type { CallAnswer } from '@assay/client/api';
import type { Service } from './connect.ts';
import { isServiceUrl } from './service-origin.ts';

const CERTIFICATE = /\/certificates\/([0-9a-f]{24})(?:\/|$)/;
const RAW = /^https:\/\/raw\.githubusercontent\.com\/([\w.-]+)\/([\w.-]+)\/(.+)$/i;
const GITHUB = /^https:\/\/github\.com\/([\w.-]+)\/([\w.-]+?)(?:\.git)?(?:\/(tree|blob)\/([^?#]+?))?\/?$/i;
/** The service determines the number of pages in a certificate list, so the search has limits. */
export const SEARCH_LIMITS = {
  pagesMax: 100,
  pageBytesMax: 4_194_304,
  certificatesMax: 20,
  /** For the search and the following comparisons. */
  totalMs: 30_000,
} as const;

/** The target of a GitHub address: a repository, a folder or a file. `rest` is the reference and the path. */
type Address = {
  readonly repository: string;
  readonly kind: 'repository' | 'tree' | 'blob';
  readonly rest: string;
};

const not = (outcome: 'refused' | 'undecidable', code: Reason['code'], detail: string): Verification => ({
  outcome,
  valid: false,
  reasons: [{ code, detail }],
  warnings: [],
  record: null,
});

/**
 * Verifies the address of a certificate on the configured service, or of a folder on GitHub, whose current content is
 * compared with its certificate. Valid means that every file of that folder is covered.
 */
export async function verifyUrl(target: string, id: string | undefined, service: Service): Promise<Verification> {
  const url = new URL(target);
  const [, named] = CERTIFICATE.exec(url.pathname) ?? [];
  if (named !== undefined && isServiceUrl(url, service.settings.url)) return service.client.verify(named);
  const address = parseAddress(target);
  if (address === undefined) return not('refused', 'not_found', explainForeign(url, named, service.settings.url));
  try {
    return await verifyAddress(target, address, id, service);
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    return { ...not('undecidable', 'not_valid', ''), reasons: [error.reason] };
  }
}

const explainForeign = ({ origin }: URL, id: string | undefined, service: string): string =>
  id === undefined
    ? `${origin} is neither the configured service (${service}) nor GitHub. Give a certificate of the service or https://github.com/OWNER/REPOSITORY.`
    : `${origin} is not the configured service (${service}), so its certificates are not accepted. Run: assay verify ${id}, or choose that service with --url ${origin}.`;

function parseAddress(target: string): Address | undefined {
  const [, rawOwner, rawName, rawRest] = RAW.exec(target) ?? [];
  if (rawRest !== undefined) return { repository: `${rawOwner}/${rawName}`, kind: 'blob', rest: rawRest };
  const [, owner, name, view, rest = ''] = GITHUB.exec(target) ?? [];
  if (owner === undefined) return undefined;
  const kind = view === undefined ? 'repository' : view.toLowerCase() === 'tree' ? 'tree' : 'blob';
  return { repository: `${owner}/${name}`, kind, rest };
}

/** Without an id, tries the certificates of that repository from the newest on. The first that covers the folder decides. */
async function verifyAddress(
  target: string,
  address: Address,
  id: string | undefined,
  service: Service,
): Promise<Verification> {
  const endsAt = performance.now() + SEARCH_LIMITS.totalMs;
  const { ids, isWhole } =
    id === undefined ? await findCertificates(address, service, endsAt) : { ids: [id], isWhole: true };
  for (const each of ids) {
    if (performance.now() > endsAt) return gaveUp(address);
    const verification = await compare(target, address, each, service);
    if (verification !== 'elsewhere') return verification;
  }
  if (!isWhole) return gaveUp(address);
  const [first] = ids;
  return not(
    'refused',
    'not_found',
    first === undefined
      ? 'No certificate names this repository as its source. Run assay scan DIR on a copy.'
      : `Certificate ${first} covers another folder of ${address.repository}, not everything at this address. Give the address of that folder (/tree/REF/FOLDER), or run assay verify DIR on a copy.`,
  );
}

const gaveUp = ({ repository }: Address): Verification =>
  not(
    'undecidable',
    'timeout',
    `The search for certificates of ${repository} ended at its limit (${SEARCH_LIMITS.certificatesMax} certificates, ${SEARCH_LIMITS.pagesMax} pages, ${SEARCH_LIMITS.totalMs / 1_000} s). Name the certificate: --id ID, or run assay verify DIR on a copy.`,
  );

type Page = CallAnswer<'listCertificates'>;
const isListed = (item: Page['items'][number] | null): boolean =>
  typeof item?.id === 'string' && (typeof item.source?.url === 'string' || item.source?.url === null);

async function findCertificates({ repository }: Address, { api }: Service, endsAt: number) {
  const prefix = `https://github.com/${repository}`.toLowerCase();
  const isFrom = (url: string | null) =>
    url !== null && [prefix, `${prefix}.git`].some((each) => `${url.toLowerCase()}/`.startsWith(`${each}/`));
  const { pagesMax, pageBytesMax: answerBytesMax, certificatesMax } = SEARCH_LIMITS;
  const ids: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < pagesMax && performance.now() <= endsAt; page += 1) {
    const query = { status: 'ANY', limit: 100, sort: 'newest', cursor } as const;
    const list: Partial<Page> | null = await api.call('listCertificates', { query, answerBytesMax });
    const { items, nextCursor = null } = list ?? {};
    if (!Array.isArray(items) || !items.every(isListed))
      throw new AssayError('bad_answer', 'The certificate list cannot be read.');
    ids.push(...items.filter(({ source }) => isFrom(source.url)).map(({ id }) => id));
    if (nextCursor === null || ids.length >= certificatesMax)
      return { ids: ids.slice(0, certificatesMax), isWhole: nextCursor === null && ids.length <= certificatesMax };
    cursor = nextCursor;
  }
  return { ids, isWhole: false };
}

/** `elsewhere` when the certificate is for another folder than the one at the address. */
async function compare(
  target: string,
  address: Address,
  certificateId: string,
  { api, client }: Service,
): Promise<Verification | 'elsewhere'> {
  const verification = await client.verify(certificateId);
  if (verification.record === null) return verification;
  const sealed = await api.call('readSourceIntegrity', { params: { id: certificateId } });
  const sourceUrl = toEntryUrl(target, address, sealed);
  if (sourceUrl === undefined) return 'elsewhere';
  if (!verification.valid) return verification;
  const { match, sameTree } = await api.call('compareFromGithub', {
    params: { id: certificateId },
    body: { sourceUrl },
  });
  if (match === true && sameTree === true) return verification;
  const { record } = verification;
  return { ...explainDifference(match === true, sameTree), record };
}

function explainDifference(isSameEntry: boolean, sameTree: boolean | null): Verification {
  if (!isSameEntry)
    return not(
      'refused',
      'changed_file',
      'The main file at this address is not the certified one. Use the certified commit, or have this version reviewed: assay submit URL.',
    );
  if (sameTree === false)
    return not(
      'refused',
      'changed_file',
      'The main file at this address is the certified one, but other files beside it are not. Use the certified commit, or have this version reviewed: assay submit URL.',
    );
  return not(
    'undecidable',
    'not_valid',
    'The main file at this address is the certified one; the service cannot say whether the files beside it are. Download them and run: assay verify DIR.',
  );
}

type Sealed = { readonly entry: string; readonly files: readonly { readonly path: string }[] };

/** The address at which the service compares the certified folder with the target; `undefined` if they are different folders. */
function toEntryUrl(target: string, { kind, rest, repository }: Address, { entry, files }: Sealed): string | undefined {
  if (kind === 'blob') return target;
  const parts = entry.split('/');
  const ends = parts.map((_, index) => parts.slice(index).join('/'));
  // The path of the main file within the certified folder. The preceding part is the folder's location in the
  // repository.
  const inFolder = ends.find((end) => files.some(({ path }) => path === end)) ?? entry;
  const folder = entry.slice(0, -inFolder.length - 1);
  if (inFolder === entry) return target;
  if (kind === 'repository' || !rest.endsWith(`/${folder}`)) return undefined;
  return `https://github.com/${repository}/blob/${rest}/${inFolder}`;
}
