import { fillPath } from '@assay/protocol/route';
import { createFileVerifier, type FilesVerification, type LocalFolder } from './files.ts';
import { decideGuard, type Guarded, type GuardPolicy } from './guard.ts';
import { createHttp, type Ending, type HttpOptions, orAborted, withSignal } from './http.ts';
import { platformEd25519, type VerifySignature } from './keys.ts';
import { createProver } from './prover.ts';
import { AssayError } from './reasons.ts';
import { createRegistry, type FeedMarkStore } from './registry.ts';
import * as ROUTES from './routes.generated.ts';
import { memorySeenStore, type SeenStore } from './seen.ts';
import { isDict, isTime } from './shape.ts';
import { type ProvenStatement, requirePayload, verifyStatement } from './statement.ts';
import { type ServiceEvent, type WatchOptions, watch } from './stream.ts';
import { createTrust, type Trust, type TrustOption } from './trust.ts';
import { createVerifier, VERIFY_LIMITS, type Verification } from './verifier.ts';
import { type Item, verifyMany } from './verify-many.ts';

export type ClientOptions = HttpOptions & {
  /**
   * The keys that signatures are checked against. With this option an approved certificate is valid only if these keys
   * confirm it. Without it, verify trusts the server at `baseUrl`, and the feed and seals are checked against the first
   * presented keys.
   */
  readonly trust?: TrustOption;
  /** Stores first verifications; in memory by default. */
  readonly seen?: SeenStore;
  readonly marks?: FeedMarkStore;
  /** How long a valid answer may be reused. */
  readonly cacheMs?: number;
  readonly now?: () => number;
  /** An Ed25519 implementation for platforms without one. */
  readonly verifySignature?: VerifySignature;
};

/** The certificate and, if available, the local bytes. */
export type Subject = { readonly certificateId?: string; readonly folder?: LocalFolder };

export function createClient(options: ClientOptions) {
  const { now = Date.now, verifySignature = platformEd25519, cacheMs = VERIFY_LIMITS.cacheMs } = options;
  const http = createHttp(options);
  const trust = createTrust(options.trust, { http, verify: verifySignature, now });
  const seen = options.seen ?? memorySeenStore();
  const open = (ending: Ending) => {
    const line = withSignal(http, ending);
    // All callers share the renewal of the key list, so one caller's signal does not end it.
    const withKeys: Trust['withKeys'] = (...asked) => orAborted(trust.withKeys(...asked), ending, http.baseUrl);
    const prover = options.trust && createProver({ http: line, trust: { withKeys }, verifySignature, now });
    const verifier = createVerifier({ http: line, seen, prover, now, cacheMs });
    const files = createFileVerifier({ http: line, verifier, prover });
    return { http: line, withKeys, prover, verifier, files };
  };
  const shared = open({});
  const { verifier } = shared;
  /** An abortable call shares no request with others, and its answer is not cached. */
  const partsFor = (ending: Ending = {}) => (ending.signal === undefined ? shared : open(ending));
  const registry = createRegistry({
    http,
    trust,
    verify: (id, ending) => partsFor(ending).verifier.verify(id),
    forget: verifier.forget,
    verifySignature,
    now,
    ...(options.marks && { marks: options.marks }),
  });

  async function look({ certificateId, folder }: Subject, ending?: Ending): Promise<Verification | FilesVerification> {
    const parts = partsFor(ending);
    if (folder) return parts.files.verifyFiles(folder, certificateId);
    return parts.verifier.verify(certificateId ?? '');
  }

  /** The signed statement and the sealed payload of a certificate. Checks that they match and that a trusted key signed them. */
  async function verifySeal(
    certificateId: string,
    ending?: Ending,
  ): Promise<{ statement: ProvenStatement; payload: unknown }> {
    const line = partsFor(ending);
    const [envelope, sealed] = await Promise.all([
      line.http.get(fillPath(ROUTES.readStatement.path, { id: certificateId })),
      line.http.get(fillPath(ROUTES.readCertificate.path, { id: certificateId })),
    ]);
    const payload = isDict(sealed) ? sealed.payload : undefined;
    const issuedAt = isDict(payload) && isTime(payload.issuedAt) ? payload.issuedAt : undefined;
    const statement = await line.withKeys(
      'certificate',
      (keys) => verifyStatement(envelope, keys, verifySignature),
      issuedAt === undefined ? {} : { at: Date.parse(issuedAt) },
    );
    // The keys were selected by an unsigned time, so the signed time must match it.
    if (issuedAt !== undefined && statement.issuedAt !== issuedAt)
      throw new AssayError('statement_mismatch', 'The payload and its statement were issued at different times.');
    if (statement.certificateId !== certificateId)
      throw new AssayError('wrong_certificate', 'The statement concerns a different certificate.');
    await requirePayload(payload, statement);
    return { statement, payload };
  }

  return {
    baseUrl: http.baseUrl,
    http,
    registry,
    verify: (id: string, options: Ending & { readonly isFresh?: boolean } = {}): Promise<Verification> =>
      partsFor(options).verifier.verify(id, options),
    verifyMany: (items: readonly Item[], ending?: Ending): Promise<Verification[]> =>
      verifyMany(items, partsFor(ending)),
    verifyFile: (certificateId: string, bytes: Uint8Array, path?: string, ending?: Ending): Promise<Verification> =>
      partsFor(ending).files.verifyFile(certificateId, bytes, path),
    verifyFiles: (folder: LocalFolder, certificateId?: string, ending?: Ending): Promise<FilesVerification> =>
      partsFor(ending).files.verifyFiles(folder, certificateId),
    bundleSha256: shared.files.bundleSha256,
    verifySeal,
    withKeys: trust.withKeys,
    /** Returns a guard function for this policy. It never throws for errors of the service or the network. */
    guard:
      (policy: GuardPolicy = {}) =>
      async (subject: Subject, ending?: Ending): Promise<Guarded> =>
        decideGuard(await look(subject, ending), policy, now()),
    /** Events as they happen. An event about a certificate invalidates its cached verification. */
    async *watch(watching: WatchOptions): AsyncGenerator<ServiceEvent> {
      for await (const event of watch(http, watching)) {
        if (event.subject.type === 'certificate') verifier.forget(event.subject.id);
        yield event;
      }
    },
    forget: verifier.forget,
  };
}
export type Client = ReturnType<typeof createClient>;
