/** The verify box: determines the kind of the input and answers with a certificate or a clear no. */

import type { Context, Page } from '../page.ts';
import { CertificateTable } from '../ui/certificates.tsx';
import { toPlural } from '../ui/format.ts';
import { Foreign, Hash, Section } from '../ui/parts.tsx';
import { toVerdict, VerdictBand } from '../ui/verdict.tsx';
import { VerifyBox } from '../ui/verify-box.tsx';
import type { CertificateSummary, DigestVerification } from '../wire.ts';

type Data = {
  readonly asked: string;
  readonly kind: 'nothing' | 'id' | 'digest' | 'address' | 'words';
  readonly location?: string;
  readonly digest?: DigestVerification;
  readonly found: readonly CertificateSummary[];
};

const ID = /^[0-9a-f]{24}$/;
const DIGEST = /^(?:sha256:)?([0-9a-f]{64})$/i;
const ADDRESS = /^https?:\/\//i;
const FOUND_MAX = 100;

export const check: Page<Data> = {
  load: async ({ call, query }) => {
    const asked = (query.get('q') ?? '').trim().slice(0, 2048);
    if (asked === '') return { asked, kind: 'nothing', found: [] };
    const id = findId(asked);
    if (id !== undefined && (await isKnown(call, id)))
      return { asked, kind: 'id', location: `/certificates/${id}`, found: [] };
    const [, hex] = DIGEST.exec(asked) ?? [];
    if (hex !== undefined) return { asked, kind: 'digest', ...(await findDigest(call, hex.toLowerCase())), found: [] };
    if (ADDRESS.test(asked)) return { asked, kind: 'address', found: await findAddress(call, asked) };
    return { asked, kind: 'words', found: await findWords(call, asked) };
  },
  status: ({ location }) => (location === undefined ? 200 : 303),
  head: ({ asked }, { place }) => ({
    title: 'Verify: Assay',
    description: 'Check whether a product is currently certified.',
    twin: {
      type: 'application/json',
      href: `${place.apiPrefix}/public/certificates?${new URLSearchParams({ q: asked === '' ? 'skill' : asked.slice(0, 100) })}`,
    },
    isIndexed: false,
  }),
  body: (data) => (
    <>
      <Answer {...data} />
      <div className="page">
        <div className="mt-10">
          <VerifyBox value={data.asked} />
        </div>
        {data.found.length === 0 ? null : (
          <Section
            id="found"
            title={data.kind === 'address' ? 'Certificates owned by this address' : 'Certificates with a matching name'}
          >
            <CertificateTable caption="Matching certificates" empty="" items={data.found} />
          </Section>
        )}
      </div>
    </>
  ),
};

const Answer = ({ asked, kind, digest, found }: Data) => {
  if (kind === 'nothing') return <h1 className="page mt-10 text-3xl font-semibold">Verify</h1>;
  const label = 'Result';
  if (kind === 'digest' && digest !== undefined) {
    const [first] = digest.matches;
    const verdict = toVerdict({
      valid: digest.valid,
      status: first?.record.status ?? 'UNKNOWN',
      activeFlagCount: first?.record.activeFlagCount ?? 0,
      isRead: digest.matches.some(({ record }) => record.valid && record.instructionsReadBy !== 'NONE'),
    });
    const scope =
      first?.scope === 'ENTRY_ONLY' ? 'the main file only; compare the other files too' : 'the whole bundle';
    return (
      <VerdictBand
        label={label}
        summary={`${first?.record.summary ?? ''} The digest covers ${scope}.`}
        verdict={verdict}
      >
        {first === undefined ? null : (
          <p className="mt-3">
            <a href={`/certificates/${first.record.certificateId}`}>
              Certificate of <Foreign>{first.record.skillName}</Foreign>
            </a>
          </p>
        )}
      </VerdictBand>
    );
  }
  if (found.length > 0)
    return (
      <h1 className="page mt-10 text-3xl font-semibold">
        {toPlural(found.length, 'certificate')} for “<Foreign>{asked}</Foreign>”
      </h1>
    );
  return (
    <VerdictBand
      label={label}
      summary="No certificate matches. The product is not certified. This is not a judgement of its safety."
      verdict={{ tone: 'bad', word: 'Not certified', short: 'Not certified' }}
    >
      <p className="mt-3">
        Query: <Hash>{asked}</Hash>
      </p>
    </VerdictBand>
  );
};

type Call = Context['call'];

/** A bare id, or one at the end of an address of this service. */
function findId(asked: string): string | undefined {
  if (ID.test(asked.toLowerCase())) return asked.toLowerCase();
  return /\/certificates\/([0-9a-f]{24})(?:[/?#.]|$)/.exec(asked)?.[1];
}

const isRefusal = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && Number(error.status) < 500;

async function isKnown(call: Call, id: string): Promise<boolean> {
  try {
    await call('verifyCertificate', { params: { id } });
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}

async function findDigest(call: Call, hex: string): Promise<{ digest?: DigestVerification }> {
  try {
    return { digest: await call('verifyDigest', { params: { digest: `sha256:${hex}` } }) };
  } catch (error) {
    if (isRefusal(error)) return {};
    throw error;
  }
}

const findWords = async (call: Call, words: string): Promise<CertificateSummary[]> =>
  (await call('listCertificates', { query: { q: words.slice(0, 100), status: 'ANY' } })).items;

/** Certificates whose sealed source is at the requested address, found by the name of its last folder. */
async function findAddress(call: Call, asked: string): Promise<CertificateSummary[]> {
  const [, owner, repository] = /^https?:\/\/[^/]+\/([^/?#]+)\/([^/?#]+)/i.exec(asked) ?? [];
  if (owner === undefined || repository === undefined) return [];
  const name = repository.replace(/\.git$/, '');
  const last =
    asked
      .replace(/[?#].*$/, '')
      .split('/')
      .filter((part) => part !== '' && !/\.md$/i.test(part))
      .at(-1) ?? name;
  const place = `/${owner}/${name}`.toLowerCase();
  const lists = await Promise.all(
    [...new Set([name, last])].map((q) =>
      call('listCertificates', { query: { q: q.slice(0, 100), status: 'ANY', limit: String(FOUND_MAX) } }),
    ),
  );
  const found = lists.flatMap(({ items }) => items).filter(({ source }) => source.url?.toLowerCase().includes(place));
  return [...new Map(found.map((one) => [one.id, one])).values()];
}
