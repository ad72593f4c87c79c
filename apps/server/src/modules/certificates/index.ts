import type { Database } from '../../platform/db/index.ts';
import { certificateStore } from './certificates.store.ts';
import { flagStore } from './flags.store.ts';
import { worldSkillStore } from './world-skills.store.ts';

export type { CertificateEvent } from './certificates.published.ts';
export type { Certificates, CertificateTransaction, Standing } from './certificates.service.ts';
export type { BundleIdentity, CertificateStore } from './certificates.store.ts';
export { FLAG_NOTICE, type FlagDecisions } from './flag-decisions.service.ts';
export { isAboutSealedBytes } from './flags.policy.ts';
export type { Flags } from './flags.service.ts';
export type { FlagRow, FlagStore } from './flags.store.ts';
export { payloadOf } from './records.service.ts';
export type { IssueInput } from './seal.ts';
export type { Search } from './search.service.ts';
export type { SkillStore } from './skill-store.service.ts';
export type { WorldSkillStore } from './world-skills.store.ts';
export type { WorldSkills } from './world-skills.ts';

/** The stores of this module over a pool or a transaction. */
export const certificateStores = (handle: Database) => ({
  certificates: certificateStore(handle),
  flags: flagStore(handle),
  worldSkills: worldSkillStore(handle),
});
