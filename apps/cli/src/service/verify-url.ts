import { AssayError, type Verification } from '@assay/client';
import type { Service } from './connect.ts';

const CERTIFICATE = /\/certificates\/([0-9a-f]{24})(?:\/|$)/;
const REPOSITORY = /^https:\/\/(?:github\.com|raw\.githubusercontent\.com)\/([\w.-]+)\/([\w.-]+?)(?:\.git)?(?:\/|$)/i;

const none = (
  outcome: 'refused' | 'undecidable',
  code: 'not_found' | 'not_valid' | 'changed_file',
  detail: string,
): Verification => ({
  outcome,
  valid: false,
  reasons: [{ code, detail }],
  warnings: [],
  record: null,
});

/** The address of a certificate, or of a repository whose present content is held against its certificate. */
export async function verifyUrl(target: string, id: string | undefined, service: Service): Promise<Verification> {
  const { pathname } = new URL(target);
  const [, named] = CERTIFICATE.exec(pathname) ?? [];
  if (named !== undefined) return service.client.verify(named);
  try {
    const certificateId = id ?? (await findCertificate(target, service));
    if (certificateId === undefined)
      return none('refused', 'not_found', 'Nobody certified anything from this address.');
    return await compare(target, certificateId, service);
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    return { ...none('undecidable', 'not_valid', ''), reasons: [error.reason] };
  }
}

/** The newest certificate of a skill from this repository. */
async function findCertificate(target: string, { api }: Service): Promise<string | undefined> {
  const [, owner, repository] = REPOSITORY.exec(target) ?? [];
  if (owner === undefined || repository === undefined) return undefined;
  const prefix = `https://github.com/${owner}/${repository}`.toLowerCase();
  const isFrom = (url: string | null) =>
    url !== null && (url.toLowerCase() === prefix || url.toLowerCase().startsWith(`${prefix}/`));
  let cursor: string | undefined;
  do {
    const page = await api.call('listCertificates', { query: { status: 'ANY', limit: 100, sort: 'newest', cursor } });
    const found = page.items.find(({ source }) => isFrom(source.url));
    if (found) return found.id;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return undefined;
}

async function compare(target: string, certificateId: string, { api, client }: Service): Promise<Verification> {
  const verification = await client.verify(certificateId);
  if (!verification.valid) return verification;
  const { match } = await api.call('compareFromGithub', { params: { id: certificateId }, body: { sourceUrl: target } });
  if (match === true) return verification;
  return {
    ...none('refused', 'changed_file', 'What is at this address now is not the certified version.'),
    record: verification.record,
  };
}
