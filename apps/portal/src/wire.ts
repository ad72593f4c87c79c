/** Wire types, derived from the routes that return them. */
import type { Answer, routes } from '@assay/protocol';

export type Wire<Name extends keyof typeof routes> = Answer<(typeof routes)[Name]>;
type Items<List> = List extends { items: (infer Item)[] } ? Item : never;

export type Landing = Wire<'readLanding'>;
export type VerifyRecord = Wire<'verifyCertificate'>;
export type LiveStatus = Wire<'readLiveStatus'>;
export type CertificateRecord = Wire<'readCertificate'>;
export type DigestVerification = Wire<'verifyDigest'>;
export type CertificateSummary = Items<Wire<'listCertificates'>>;
export type PublicFlag = Items<Wire<'listFlags'>>;
export type Finding = VerifyRecord['retainedWarnings'][number];
export type Round = CertificateRecord['payload']['round'];
export type ValidatorProfile = Items<Wire<'listValidators'>>;
export type Leaderboard = Wire<'readLeaderboard'>;
