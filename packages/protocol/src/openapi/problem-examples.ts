import type { Access } from '../mounts.ts';
import { toProblemDocument } from '../problem-document.ts';
import { Problem, type ProblemCode, problems } from '../problems.ts';

/** Sample values for the data of every code. */
const DATA = {
  reason: 'the body is not JSON',
  price: '25.00 USDC',
  invalidReason: 'insufficient_funds',
  topic: 'account',
  method: 'getWeather',
  state: 'EXPIRED',
  certificateId: '0f1e2d3c4b5a69788796a5b4',
  submissionId: '0199f0c1-7a00-7000-8000-000000000001',
  statusReason: 'FLAGS_CONFIRMED',
  revision: 3,
  needed: '500000000',
  available: '200000000',
  missing: ['STAKE'],
  max: 10,
  isUsed: false,
  seconds: 60,
  errors: [{ pointer: '/name', detail: '`name` is required' }],
  entry: 'SKILL.md',
  productType: 'CONTRACT',
  maxBytes: 1_048_576,
  type: 'INTENT_FLY',
  types: ['INTENT_MOVE_CITY', 'INTENT_REST'],
  retryAfterSeconds: 30,
  bytesMax: 10_485_760,
  bytesKept: 10_000_000,
  unknown: ['colour'],
  known: ['limit', 'cursor'],
  because: 'the time to return it is over',
  role: 'reviewer',
} as const;

export const isProblemCode = (name: string): name is ProblemCode => Object.hasOwn(problems, name);

/** The example problem document of a route in this access class. */
export function problemExample(code: ProblemCode, { failsClosed, access }: { failsClosed?: boolean; access?: Access }) {
  const problem = new Problem(code, DATA as never);
  return toProblemDocument(problem, {
    docsUrl: 'https://assay.example/docs',
    instance: '/api/v1',
    requestId: '0199f0c1-7a00-7000-8000-000000000001',
    failsClosed,
    access,
  });
}
