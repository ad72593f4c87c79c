/** Wires certificates: issuance, status, verify answers, flags, search, feeds and routes. */
import {
  routes as declared,
  FlagId,
  newCertificateId,
  newUuidV7,
  REQUEST_LIMITS,
  type VerifyContext,
  type VerifyPolicy,
} from '@assay/protocol';
import type { Actor, Developer } from '../../platform/auth/index.ts';
import type { PlatformServices } from '../../platform/services.ts';
import type { MarkBooks, Purse } from '../purse/index.ts';
import type { AnchorView } from '../registry/index.ts';
import type { Sources } from '../sources/index.ts';
import { createBatchVerify } from './batch-verify.service.ts';
import { bindCertificateRoutes } from './certificates.routes.ts';
import { type CertificateTransaction, createCertificates } from './certificates.service.ts';
import { certificateStore } from './certificates.store.ts';
import { createCompare } from './compare.service.ts';
import { createFlagBonds } from './flag-bonds.service.ts';
import { createFlagDecisions } from './flag-decisions.service.ts';
import { createFlags } from './flags.service.ts';
import { createLiveStatus } from './live-status.service.ts';
import { createOwnFlags } from './own-flags.service.ts';
import { createOwnedCertificates } from './owned.service.ts';
import { ownedStore } from './owned.store.ts';
import { createReadCounter } from './reads.counter.ts';
import { readStore } from './reads.store.ts';
import { createRecords } from './records.service.ts';
import { createSearch } from './search.service.ts';
import { searchStore } from './search.store.ts';
import { createSkillStore } from './skill-store.service.ts';
import { feedStore } from './skill-store.store.ts';
import { createRecordReader, toAnchorView } from './verify.record.ts';
import { createVerify } from './verify.service.ts';
import { createWorldSkills } from './world-skills.ts';

type Needs = {
  readonly revokesAlone: boolean;
  readonly policy: VerifyPolicy;
  readonly context: VerifyContext;
  readonly books: MarkBooks;
  readonly purse: Purse;
  readonly anchors: { readonly toOnChain: (view: AnchorView) => ReturnType<Parameters<typeof createRecordReader>[2]> };
};

export function composeCertificates(
  platform: PlatformServices<CertificateTransaction>,
  { revokesAlone, policy, context, anchors, books, purse }: Needs,
) {
  const { db, quickDb, readDb, stores, inTransaction, bus, metrics, urlOf, random, clock, log } = platform;
  const issuerUrl = context.baseUrl;
  const verifyUrlOf = (id: string) => urlOf(declared.verifyCertificate, id);
  const toOnChain = (row: Parameters<typeof toAnchorView>[0]) => anchors.toOnChain(toAnchorView(row));
  const { toRecord, linksOf } = createRecordReader(policy, context, toOnChain);
  const certificates = createCertificates({
    revokesAlone,
    store: stores.certificates,
    inTransaction,
    issuerUrl,
    newCertificateId: () => newCertificateId(random),
    random,
    clock,
  });
  const skills = createWorldSkills({ toRecord, clock });
  const flagDecisions = createFlagDecisions({ certificates, clock });
  const flagBonds = createFlagBonds({ inTransaction, flags: stores.flags, books, purse, clock });
  const verify = createVerify({ store: certificateStore(quickDb), bus, toRecord, linksOf });
  metrics.gauge('assay_verify_answers_ready', 'Verify answers ready to send', () => verify.cacheSize().ready);
  metrics.gauge('assay_verify_answers_packed', 'Verify answers packed in memory', () => verify.cacheSize().packed);

  return {
    certificates,
    flagDecisions,
    flagBonds,
    skills,
    mentionSkill: (id: string): Promise<void> => inTransaction((tx) => skills.mentionIn(tx, id)),
    verify,
    toOnChain,
    linksOf,
    store: stores.certificates,
    reads: createReadCounter({ store: readStore(db), clock, log }),
    search: createSearch({ store: searchStore(readDb), verifyUrlOf, clock }),
    skillStore: createSkillStore({
      store: feedStore(db),
      getSigner: stores.signingKeys.current,
      issuerUrl,
      verifyUrlOf,
      clock,
    }),
    owned: createOwnedCertificates(ownedStore(db)),
    repeating: [{ name: 'flags.return-overdue-bonds', everyMinutes: 10, run: flagBonds.returnOverdue }],
    handles: {
      'anchor.changed': certificates.announceAnchor,
      'operator.decided-flag': flagDecisions.decide,
      'flag.bond-due': flagBonds.settle,
      'world.created': skills.introduce,
      async 'events.numbered'(
        tx: CertificateTransaction,
        numbered: Parameters<typeof skills.follow>[1],
      ): Promise<void> {
        await certificates.touchFeed(tx, numbered);
        await skills.follow(tx, numbered);
      },
    },
  };
}
type ComposedCertificates = ReturnType<typeof composeCertificates>;

type Readers = {
  readonly sources: Sources;
  /** The git tree id of the folder that a submission was read from. */
  readonly gitTreeOf: Parameters<typeof createCompare>[0]['gitTreeOf'];
  readonly filesOf: Parameters<typeof createFlags>[0]['filesOf'];
  readonly useNonce: Parameters<typeof createFlags>[0]['useNonce'];
  readonly isWalletOf: Parameters<typeof createFlags>[0]['isWalletOf'];
  readonly findBounties: Parameters<typeof createFlags>[0]['findBounties'];
  readonly monitoringOf: Parameters<typeof createLiveStatus>[0]['monitoringOf'];
  readonly walletsOf: (caller: Developer | Actor) => Promise<readonly string[]>;
};

/** Wires the routes that need more than certificates. `readers` come from modules that depend on certificates. */
export function composeCertificateRoutes(
  platform: PlatformServices<CertificateTransaction>,
  composed: ComposedCertificates,
  { sources, gitTreeOf, filesOf, useNonce, isWalletOf, findBounties, monitoringOf, walletsOf }: Readers,
) {
  const { db, stores, inTransaction, limiter, urlOf, random, clock } = platform;
  const { certificates, flagDecisions, flagBonds, verify, toOnChain, linksOf, reads, search } = composed;
  const store = stores.certificates;
  const flags = createFlags({
    decisions: flagDecisions,
    bonds: flagBonds,
    store,
    flags: stores.flags,
    inTransaction,
    findBounties,
    filesOf,
    useNonce,
    isWalletOf,
    chargeWallet: (wallet) => limiter.charge('flag', 'wallet', wallet, clock.now()),
    newId: () => newUuidV7(FlagId, clock.now().getTime(), random),
    clock,
  });
  const liveStatus = createLiveStatus({
    store,
    flags: stores.flags,
    reads: readStore(db),
    toOnChain,
    clock,
    monitoringOf,
  });
  const deadline = () => AbortSignal.timeout(REQUEST_LIMITS.sourceFetchMs);
  const routes = bindCertificateRoutes({
    certificates,
    verify,
    batchVerify: createBatchVerify({ verify, clock }),
    records: createRecords({ store, reads, linksOf }),
    search,
    liveStatus,
    compare: createCompare({ store, sources, gitTreeOf, recordOf: verify.record, deadline }),
    flags,
    ownFlags: createOwnFlags({
      store,
      flags: stores.flags,
      decisions: flagDecisions,
      inTransaction,
      clock,
      findBounties,
    }),
    walletsOf,
    reads,
    flagsUrlOf: (id) => urlOf(declared.listFlags, id),
  });
  return { flags, liveStatus, routes };
}
