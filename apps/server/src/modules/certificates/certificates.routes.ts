import {
  CertificateId,
  certificateRoutes,
  flagRoutes,
  operatorRoutes,
  Problem,
  type VerifyBatchRequest,
  type VerifyRecord,
  verifyRoutes,
} from '@assay/protocol';
import type { Actor, Developer } from '../../platform/auth/index.ts';
import { bindRoutes, etagOf, ReadyAnswer, Reply } from '../../platform/http/index.ts';
import { type BadgeState, drawBadge, toBadgeDocument } from './badge.ts';
import type { BatchVerify } from './batch-verify.service.ts';
import type { Certificates } from './certificates.service.ts';
import type { createCompare } from './compare.service.ts';
import type { Flags } from './flags.service.ts';
import type { createLiveStatus } from './live-status.service.ts';
import type { OwnFlags } from './own-flags.service.ts';
import type { ReadCounter } from './reads.counter.ts';
import type { Records } from './records.service.ts';
import type { Search } from './search.service.ts';
import type { Verify } from './verify.service.ts';

type Services = {
  readonly certificates: Certificates;
  readonly verify: Verify;
  readonly batchVerify: BatchVerify;
  readonly records: Records;
  readonly search: Search;
  readonly liveStatus: ReturnType<typeof createLiveStatus>;
  readonly compare: ReturnType<typeof createCompare>;
  readonly flags: Flags;
  readonly ownFlags: OwnFlags;
  readonly walletsOf: (caller: Developer | Actor) => Promise<readonly string[]>;
  readonly reads: ReadCounter;
  readonly flagsUrlOf: (id: CertificateId) => string;
};

const JSON_TYPE = 'application/json; charset=utf-8';
const { suspendCertificate, revokeCertificate } = operatorRoutes;

export function bindCertificateRoutes(services: Services) {
  const { certificates, verify, batchVerify, records, search, liveStatus, compare, flags, ownFlags, reads } = services;
  const { walletsOf, flagsUrlOf } = services;
  return [
    ...bindRoutes(certificateRoutes, {
      verifyCertificate: async ({ params }, { isForPage }) => {
        const ready = await verify.answer(params.id);
        if (!isForPage) reads.count('verification', params.id);
        return new ReadyAnswer(Buffer.from(ready.body, 'latin1'), {
          contentType: JSON_TYPE,
          etag: ready.etag,
        });
      },
      readLiveStatus: async ({ params }) => {
        const status = await liveStatus(params.id);
        // The ETag excludes `checkedAt`, so that an unchanged status answers 304.
        const { checkedAt: _, ...lasting } = status;
        return new Reply(status, { etag: etagOf(JSON.stringify(lasting)) });
      },
      readSourceIntegrity: ({ params }) => records.sourceIntegrity(params.id),
      compareFromGithub: ({ params, body }) => compare(params.id, body),
      readCertificate: ({ params }) => records.record(params.id),
      listCertificates: ({ query }) => search.list(query),
      readStatement: ({ params }) => records.statement(params.id),
      drawBadge: async ({ params, query }) => {
        const state = await badgeStateOf(verify, params.id);
        return new ReadyAnswer(Buffer.from(drawBadge(state, query.style)), {
          contentType: 'image/svg+xml; charset=utf-8',
          status: state.kind === 'unknown' ? 404 : 200,
        });
      },
      readBadge: async ({ params }) => toBadgeDocument(toBadgeState(await verify.record(params.id))),
    }),
    ...bindRoutes(verifyRoutes, {
      verifyBatch: async ({ body }) => {
        const answer = await batchVerify.batch(body);
        for (const { index, record } of answer.items) {
          if (record !== null) reads.count(toReadKind(body.items[index]), record.certificateId);
        }
        return answer;
      },
      verifyDigest: async ({ params, query }, { isForPage }) => {
        const answer = await batchVerify.byDigest(params.digest, query.treeSha256 ?? null);
        const best = answer.matches.find(({ record }) => record.valid) ?? answer.matches[0];
        if (best !== undefined && !isForPage) reads.count('copy', best.record.certificateId);
        return answer;
      },
    }),
    ...bindRoutes(flagRoutes, {
      listFlags: ({ params, query }) => flags.list(params.id, query),
      flagCertificate: async ({ params, body }, { caller, sentBody }) => {
        const flag = await flags.report({ id: params.id, body, sentBody, caller });
        // A flag has no page of its own; the list of its certificate shows its state.
        const headers = { Location: flagsUrlOf(params.id) };
        return new Reply(flag, { status: flag.state === 'OPEN' ? 201 : 202, headers });
      },
      listOwnFlags: async ({ query }, { caller }) => ownFlags.list(await walletsOf(caller), query),
      withdrawFlag: async ({ params }, { caller }) => ownFlags.withdraw(params.id, await walletsOf(caller)),
    }),
    ...bindRoutes(
      { suspendCertificate, revokeCertificate },
      {
        suspendCertificate: async ({ params, body }, { caller, requestId }) => {
          await certificates.suspend(params.id, { reason: body.reason, caller, requestId });
          return liveStatus(params.id);
        },
        revokeCertificate: async ({ params, body }, { caller, requestId }) => {
          await certificates.revoke(params.id, { reason: body.reason, caller, requestId });
          return liveStatus(params.id);
        },
      },
    ),
  ];
}

/** A caller that sends a digest has a copy of the product. */
const toReadKind = (item: VerifyBatchRequest['items'][number] | undefined) =>
  item?.digest === undefined && item?.expectSha256 === undefined ? 'verification' : 'copy';

function toBadgeState({ valid, status, securityLevel, instructionsReadBy }: VerifyRecord): BadgeState {
  if (valid) return { kind: instructionsReadBy === 'NONE' ? 'unread' : 'valid', securityLevel };
  if (status === 'APPROVED') return { kind: 'flagged' };
  return { kind: status === 'DEPRECATED' ? 'deprecated' : 'suspended' };
}

/** Any id, known or not, gets an image, because pages embed the badge. */
async function badgeStateOf(verify: Verify, id: string): Promise<BadgeState> {
  const parsed = CertificateId.safeParse(id);
  if (!parsed.success) return { kind: 'unknown' };
  try {
    return toBadgeState(await verify.record(parsed.data));
  } catch (error) {
    if (error instanceof Problem && error.code === 'certificate_not_found') return { kind: 'unknown' };
    throw error;
  }
}
