/** Problem documents (RFC 9457): the JSON form of a problem, with the next step for its caller. */
import { z } from 'zod';
import { type Access, DEFAULT_MOUNTS, type Mounts, mountPath, type Preparation } from './mounts.ts';
import { fillStep, LINK_STEP, LOGIN_STEP, NEXT_STEPS, NextStep } from './next-steps.ts';
import { FieldError, type Problem, type ProblemCode, problemTitle } from './problems.ts';

/** RFC 9457 problem details. Further members depend on the code, so the object is open. */
export const ProblemDocument = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
    code: z.string().describe('Permanent, machine-readable code. New codes may be added.'),
    requestId: z.string(),
    errors: z.array(FieldError).optional().describe('Present only with the code validation_failed.'),
    next: NextStep.optional().describe('How the caller can resolve the problem.'),
    valid: z.literal(false).optional().describe('Present in every error response of a route that returns `valid`.'),
  })
  .meta({ id: 'Problem' });
export type ProblemDocument = z.infer<typeof ProblemDocument>;

type DocumentContext = {
  readonly docsUrl: string;
  readonly instance: string;
  readonly requestId: string;
  /** The route's `failsClosed`: adds `valid: false`. */
  readonly failsClosed?: boolean | undefined;
  /** The route's access class. It decides how the document tells a caller to authenticate. */
  readonly access?: Access | undefined;
  /** The route's `prepare`. */
  readonly prepare?: Preparation | undefined;
  readonly mounts?: Mounts | undefined;
};
type StepContext = Pick<DocumentContext, 'access' | 'prepare' | 'mounts'>;

/** Problems that a fresh answer from the preparing call resolves. */
const UNPREPARED: ReadonlySet<ProblemCode> = new Set([
  'validation_failed',
  'nonce_invalid',
  'signature_invalid',
  'siwe_invalid',
]);
/** Problems of a caller whose credential is missing, expired or of another class. */
const UNKNOWN_CALLER: ReadonlySet<ProblemCode> = new Set(['unauthenticated', 'token_expired', 'wrong_plane']);
const CREDENTIAL_STEPS: Partial<Record<Access, NextStep>> = {
  dev: LOGIN_STEP,
  probe: LOGIN_STEP,
  owner: LOGIN_STEP,
  optional: LINK_STEP,
  key: LINK_STEP,
  actor: LINK_STEP,
};

/** The caller's next step for a problem, at the paths of this deployment. */
export function nextStepOf(
  problem: Problem,
  { access, prepare, mounts = DEFAULT_MOUNTS }: StepContext,
): NextStep | undefined {
  const { code, members } = problem;
  const declared = UNKNOWN_CALLER.has(code) ? CREDENTIAL_STEPS[access ?? 'none'] : NEXT_STEPS[code];
  const next = UNPREPARED.has(code) ? prepare : declared;
  const found = fillStep(next, members);
  if (found === undefined) return undefined;
  const [path = '', ...query] = found.href.split('?');
  return { ...found, href: [mountPath(path, mounts), ...query].join('?') };
}

export function toProblemDocument(problem: Problem, context: DocumentContext): ProblemDocument {
  const standard = {
    type: `${context.docsUrl}/problems/${problem.code}`,
    title: problemTitle(problem.code),
    status: problem.status,
    detail: problem.message,
    instance: context.instance,
    code: problem.code,
    requestId: context.requestId,
  };
  const next = nextStepOf(problem, context);
  const advice = next === undefined ? {} : { next };
  const verdict = context.failsClosed ? ({ valid: false } as const) : {};
  // `standard` is spread twice: first to fix the order of members, last so that no other member can replace it.
  return { ...standard, ...problem.members, ...standard, ...advice, ...verdict };
}
