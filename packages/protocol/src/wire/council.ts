import { z } from 'zod';
import { ActorId, AssignmentId, CertificateId, CityId, Hash32, RoundId, Sha256 } from '../ids.ts';
import {
  Bp,
  Count,
  Family,
  ForeignUrl,
  IntentMarks,
  Marks,
  PageQuery,
  ProductType,
  RiskLevel,
  Severity,
  Time,
  Track,
} from './common.ts';
import { FileDigest, Finding, Manifest, PanelPhase, Round, VerdictValue } from './sealed.ts';

/** The model readings of a round and their cost. Each pass of a model is one line. */
export const RoundReading = z
  .object({
    isRead: z.boolean().describe('Whether at least two passes or two models have read the whole product and answered.'),
    readings: z.array(
      z.object({
        family: Family,
        model: z.string(),
        pass: z.string(),
        outcome: z.enum(['REFUSE', 'PASS', 'ABSTAIN']),
        promptVersion: z.string(),
        transcriptSha256: Sha256,
      }),
    ),
    usage: z
      .object({ inputTokens: Count, outputTokens: Count, costMicros: Count.describe('Millionths of a dollar.') })
      .nullable()
      .describe('Token use and cost in this round. Stored readings of earlier rounds cost nothing.'),
  })
  .meta({ id: 'RoundReading' });
export type RoundReading = z.infer<typeof RoundReading>;

/** The public view of a round: the sealed part and the readers. */
export const PublicRound = z
  .strictObject({ ...Round.shape, reading: RoundReading.nullable().describe('Null if no model was used.') })
  .meta({ id: 'PublicRound' });
export type PublicRound = z.infer<typeof PublicRound>;

export const ValidatorState = z
  .enum(['CALIBRATING', 'ACTIVE', 'SUSPENDED', 'UNBONDING', 'INACTIVE'])
  .meta({ id: 'ValidatorState' });
export type ValidatorState = z.infer<typeof ValidatorState>;

export const ValidatorMode = z.enum(['HOSTED', 'REMOTE']);
export type ValidatorMode = z.infer<typeof ValidatorMode>;

const Reputation = z.object({
  track: Track,
  scoreBp: Bp.nullable().describe('Null until the first case is judged.'),
  cases: Count,
});

/** The public view of a validator. `actorId` and `cityId` are null without a world. */
export const ValidatorProfile = z
  .object({
    id: z.string().max(64),
    actorId: ActorId.nullable(),
    name: z.string(),
    builtIn: z.boolean(),
    family: Family,
    mode: ValidatorMode,
    tracks: z.array(Track),
    state: ValidatorState,
    stake: Marks,
    reputation: z.array(Reputation),
    rounds: z.object({ judged: Count, safe: Count, unsafe: Count, missed: Count }),
    canaries: z.object({ seen: Count, caught: Count, falseAlarms: Count }),
    slashes: Count,
    earned: Marks,
    cityId: CityId.nullable(),
    since: Time,
  })
  .meta({ id: 'ValidatorProfile' });
export type ValidatorProfile = z.infer<typeof ValidatorProfile>;

export const ValidatorQuery = PageQuery.extend({
  track: Track.optional(),
  state: ValidatorState.default('ACTIVE'),
  sort: z.enum(['reputation', 'rounds', 'stake']).default('reputation'),
});
export type ValidatorQuery = z.infer<typeof ValidatorQuery>;

const RequirementCode = z.enum(['ACTOR_AGE', 'REPUTATION', 'NO_DEFAULT', 'STAKE', 'CALIBRATION', 'ONE_PER_WALLET']);
const Share = z.object({ code: z.string(), bp: Bp });
const Windows = z.object({ commitSeconds: Count, revealSeconds: Count });

/** `current` and `met` are null without a key. */
export const Requirements = z
  .object({
    minStake: Marks,
    maxStake: Marks,
    tracks: z.array(Track),
    items: z.array(
      z.object({
        code: RequirementCode,
        required: z.string(),
        current: z.string().nullable(),
        met: z.boolean().nullable(),
      }),
    ),
    calibration: z.object({ cases: Count, pass: Count, attemptsPerWeek: Count }),
    unbondingDays: Count,
    windows: z.object({
      hosted: Windows,
      remote: Windows.extend({
        downloadSeconds: z
          .int()
          .positive()
          .describe(
            'Time within which a validator must download the bundle of its seat. Otherwise, its seat is given to another validator at once.',
          ),
      }),
    }),
    silence: z
      .object({ suspendAfter: z.int().positive(), withinDays: z.int().positive() })
      .describe(
        'A remote validator that fails to vote on `suspendAfter` assigned seats within `withinDays` days is suspended until it passes a new calibration.',
      ),
    canaryRateBp: Bp,
    feeSplit: z.array(Share),
    slashing: z.array(Share),
    slashCapBp: Bp,
  })
  .meta({ id: 'Requirements' });
export type Requirements = z.infer<typeof Requirements>;

export const ActivateRequest = z
  .strictObject({ tracks: z.array(Track).min(1).max(4), stake: IntentMarks, mode: ValidatorMode, family: Family })
  .meta({ id: 'ActivateRequest' });
export type ActivateRequest = z.infer<typeof ActivateRequest>;

export const StakeRequest = z.strictObject({ amount: IntentMarks }).meta({ id: 'StakeRequest' });

/** A validator, for its own actor. */
export const Validator = z
  .object({
    id: z.string().max(64),
    actorId: ActorId,
    state: ValidatorState,
    mode: ValidatorMode,
    family: Family,
    tracks: z.array(Track),
    stake: Marks,
    calibration: z.array(
      z.object({
        track: Track,
        state: z.enum(['PENDING', 'RUNNING', 'PASSED', 'FAILED']),
        correct: Count,
        of: Count,
      }),
    ),
    reputation: z.array(Reputation),
    earnings: z.object({ paid: Marks, vesting: Marks }),
    slashes: z.array(
      z.object({ at: Time, bp: Bp, amount: Marks, reason: z.string(), certificateId: CertificateId.nullable() }),
    ),
    unbondingUntil: Time.nullable(),
    since: Time,
  })
  .meta({ id: 'Validator' });
export type Validator = z.infer<typeof Validator>;

export const AssignmentState = z.enum(['ASSIGNED', 'COMMITTED', 'REVEALED', 'MISSED', 'REPLACED']);
export type AssignmentState = z.infer<typeof AssignmentState>;

/** A seat, for its validator. It reveals neither the submitter nor whether the case is a test. */
export const Assignment = z
  .object({
    id: AssignmentId,
    kind: z.enum(['REVIEW', 'CALIBRATION']),
    roundId: RoundId,
    phase: PanelPhase,
    productType: ProductType.describe('SKILL for a SKILL+API submission. `manifest` lists its endpoints.'),
    state: AssignmentState,
    validatorId: z.string().max(64),
    entry: z.string(),
    bundleSha256: Sha256,
    files: z.array(FileDigest),
    manifest: Manifest.describe('The declared manifest, or the observed one if nothing was declared.'),
    sandbox: z.object({ riskLevel: RiskLevel, observedUrls: z.array(ForeignUrl), findings: z.array(Finding) }),
    rulesetDigest: z.string(),
    engineVersion: z.string(),
    fee: Marks,
    commitBy: Time,
    revealFrom: Time.nullable(),
    revealBy: Time.nullable(),
    vote: z
      .object({ verdict: VerdictValue, severity: Severity, revealedAt: Time })
      .nullable()
      .describe("The validator's own vote, once it has been revealed."),
    outcome: VerdictValue.nullable().describe(
      'Decision of the round, after it has ended. Null for calibration cases and for rounds that are not public.',
    ),
  })
  .meta({ id: 'Assignment' });
export type Assignment = z.infer<typeof Assignment>;

export const AssignmentBundle = z
  .object({ files: z.array(z.object({ ...FileDigest.shape, contentBase64: z.base64() })) })
  .meta({ id: 'AssignmentBundle' });

export const CommitRequest = z.object({ commitment: Hash32 }).meta({ id: 'CommitRequest' });
export type CommitRequest = z.infer<typeof CommitRequest>;

export const REVEALED_FINDINGS_MAX = 50;

/** A finding in a validator's report. The service fills in its id and reporter. */
export const ReportedFinding = Finding.omit({ id: true, reportedBy: true }).meta({ id: 'ReportedFinding' });
export type ReportedFinding = z.infer<typeof ReportedFinding>;

export const RevealRequest = z
  .object({
    verdict: VerdictValue,
    severity: Severity,
    findings: z.array(ReportedFinding).max(REVEALED_FINDINGS_MAX),
    salt: Hash32,
  })
  .refine((reveal) => reveal.verdict === 'SAFE' || reveal.findings.some((finding) => finding.path !== null), {
    error: 'UNSAFE needs at least one finding with a path.',
    path: ['findings'],
  })
  .meta({ id: 'RevealRequest' });
export type RevealRequest = z.infer<typeof RevealRequest>;
