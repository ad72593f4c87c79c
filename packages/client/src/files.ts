import { toLineFeeds } from '@assay/protocol/line-endings';
import { fillPath } from '@assay/protocol/route';
import { bundleSha256, sha256Hex } from './digest.ts';
import { compareFiles, type Drift, type Integrity, type LocalFile, readIntegrity, toDriftReasons } from './drift.ts';
import type { Http } from './http.ts';
import { typeReasons } from './product-type.ts';
import type { Prover } from './prover.ts';
import { AssayError, type Reason, reason } from './reasons.ts';
import type { VerifyRecord } from './record.ts';
import * as ROUTES from './routes.generated.ts';
import { isDict, isText } from './shape.ts';
import { refused, toFailure, undecidable, type Verification, type Verifier } from './verifier.ts';

export type FilesVerification = Verification & { readonly drift: Drift | null };

/** The content of a folder and its unreadable parts. */
export type LocalFolder = {
  readonly files: readonly LocalFile[];
  readonly unreadable?: readonly string[];
  /** Folders with files that git stores as data. Their content was neither read nor compared. */
  readonly unchecked?: readonly string[];
};

/** The folders that a verdict does not cover. */
export const uncheckedWarnings = ({ unchecked = [] }: LocalFolder): Reason[] =>
  unchecked.map((path) =>
    reason(
      'unchecked_files',
      `The verdict does not cover ${path}: it contains git data that was not compared. Do not run or read anything in it; the hook denies such calls.`,
    ),
  );

const ENTRY_NAMES = ['SKILL.md', 'openapi.json', 'mcp.json', 'package.json'];

type FileVerifierNeeds = {
  readonly http: Http;
  readonly verifier: Verifier;
  readonly prover: Prover | undefined;
};

/** Checks that files are exactly the certified bytes and that the certificate is valid now. */
export function createFileVerifier({ http, verifier, prover }: FileVerifierNeeds) {
  async function findList(record: VerifyRecord): Promise<unknown> {
    if (prover === undefined) return http.get(fillPath(ROUTES.readSourceIntegrity.path, { id: record.certificateId }));
    const { digests, source } = await prover.payloadOf(record);
    const { certificateId, payloadHash } = record;
    return isDict(digests) && isDict(source) && { ...digests, entry: source.entry, certificateId, payloadHash };
  }

  async function integrityOf({ record }: Verification): Promise<Integrity> {
    if (record === null) throw new AssayError('bad_answer', 'There is no verification record to compare with.');
    return readIntegrity(record, await findList(record));
  }

  /** The verdict about a certificate and its drift from the folder. Drift alone is a reason to refuse. */
  async function compare(asked: Verification, folder: LocalFolder): Promise<FilesVerification> {
    if (asked.record === null) return { ...asked, drift: null };
    const verdict = { ...asked, record: asked.record, warnings: [...asked.warnings, ...uncheckedWarnings(folder)] };
    try {
      const drift = await compareFiles(folder.files, await integrityOf(verdict), folder.unreadable);
      const reasons = [...(drift.isSame ? [] : toDriftReasons(drift)), ...typeReasons(verdict.record, folder)];
      if (reasons.length === 0) return { ...verdict, drift };
      return { ...verdict, outcome: 'refused', valid: false, reasons: [...verdict.reasons, ...reasons], drift };
    } catch (error) {
      return { ...toFailure(error), record: verdict.record, drift: null };
    }
  }

  /** Finds the certificates of a digest: of the whole bundle first, then of the entry file. */
  async function findByDigest(sha256: string): Promise<{ id: string; scope: string }[]> {
    const answer = await http.ask(fillPath(ROUTES.verifyDigest.path, { digest: `sha256:${sha256}` }));
    if (answer.status === 404) return [];
    const matches = answer.status === 200 && isDict(answer.body) ? answer.body.matches : undefined;
    if (!Array.isArray(matches))
      throw new AssayError(
        answer.status < 500 ? 'bad_answer' : 'unreachable',
        'The service cannot look up the certificates for these bytes.',
      );
    return matches.flatMap((match: unknown) => {
      const id = isDict(match) && isDict(match.record) ? match.record.certificateId : undefined;
      return isDict(match) && isText(id) && isText(match.scope) ? [{ id, scope: match.scope }] : [];
    });
  }

  /** If several certificates cover the same bytes, a valid one decides, unless one of them was suspended. */
  async function verifyOwners(
    owners: readonly { id: string; scope: string }[],
    folder: LocalFolder,
  ): Promise<FilesVerification | undefined> {
    const bundle = owners.filter(({ scope }) => scope === 'BUNDLE' || scope === 'TREE');
    const verdicts = await Promise.all((bundle.length > 0 ? bundle : owners).map(({ id }) => verifier.verify(id)));
    const suspended = bundle.length > 0 && verdicts.find(({ record }) => record?.status === 'SUSPENDED');
    const chosen = suspended || (verdicts.find(({ valid }) => valid) ?? verdicts[0]);
    return chosen && compare(chosen, folder);
  }

  /** Several certificates can cover the same bytes. Naming one of them must not hide that another was suspended. */
  async function verifyNamed(certificateId: string, folder: LocalFolder): Promise<FilesVerification> {
    const verdict = await compare(await verifier.verify(certificateId), folder);
    if (!verdict.valid || verdict.record === null) return verdict;
    const found = await verifyOwners(await findByDigest(verdict.record.bundleSha256), folder);
    return found?.record?.status === 'SUSPENDED' ? found : verdict;
  }

  async function verifyUnnamed(folder: LocalFolder): Promise<FilesVerification> {
    const bundle = await digestOf(folder.files);
    const whole = bundle && (await verifyOwners(await findByDigest(bundle), folder));
    if (whole) return whole;
    // A changed folder matches no certificate. For the report, its entry file may still identify its former
    // certificate.
    const entry = ENTRY_NAMES.flatMap((name) => folder.files.filter(({ path }) => path === name))[0];
    const former = entry && (await verifyOwners(await findByDigest(await sha256Hex(toLineFeeds(entry.bytes))), folder));
    return former ?? { ...refused([reason('not_found', 'No certificate covers these bytes.')]), drift: null };
  }

  return {
    /** The digest of a certified bundle; `undefined` if the folder is not a valid bundle. */
    bundleSha256: ({ files }: LocalFolder): Promise<string | undefined> => digestOf(files),
    /** Verifies a whole folder. The service is always queried for the owner of these bytes; an id only narrows the answer. */
    async verifyFiles(folder: LocalFolder, certificateId?: string): Promise<FilesVerification> {
      if (folder.files.length === 0)
        return { ...undecidable(reason('unreadable_file', 'The folder contains no files.')), drift: null };
      try {
        return await (certificateId === undefined ? verifyUnnamed(folder) : verifyNamed(certificateId, folder));
      } catch (error) {
        return { ...toFailure(error), drift: null };
      }
    },
    /** Verifies one file of a certified bundle, by default its entry. Says nothing about the files beside it. */
    async verifyFile(certificateId: string, bytes: Uint8Array, path?: string): Promise<Verification> {
      const verdict = await verifier.verify(certificateId);
      if (verdict.record === null) return verdict;
      try {
        const integrity = await integrityOf(verdict);
        const name = path ?? integrity.entry;
        const { files } = await compareFiles([{ path: name, bytes }], integrity);
        const isSame = files.some((file) => file.path === name && file.state === 'same');
        if (isSame) return verdict;
        return {
          ...verdict,
          outcome: 'refused',
          valid: false,
          reasons: [...verdict.reasons, reason('changed_file', `${name} differs from the certified file.`)],
        };
      } catch (error) {
        return { ...toFailure(error), record: verdict.record };
      }
    },
  };
}

const digestOf = async (files: readonly LocalFile[]): Promise<string | undefined> =>
  bundleSha256(await Promise.all(files.map(async ({ path, bytes }) => ({ path, sha256: await sha256Hex(bytes) }))));
