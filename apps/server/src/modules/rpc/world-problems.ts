import { PRINCIPAL_LIMITS, Problem } from '@assay/protocol';

type Known = { readonly needed?: string; readonly available?: string; readonly state?: string };

/** Maps a code of the kernel to the public problem. */
export function toWorldProblem(
  code: string,
  { needed = '0', available = '0', state = 'unknown' }: Known = {},
): Problem {
  switch (code) {
    case 'actor_not_found':
    case 'actor_frozen':
    case 'source_not_allowed':
    case 'city_not_found':
    case 'proposal_not_found':
    case 'no_builder':
      return new Problem(code);
    case 'proposal_wrong_state':
    case 'intent_wrong_state':
      return new Problem(code, { state });
    case 'insufficient_funds':
      return new Problem(code, { needed, available });
    case 'intent_queue_full':
      return new Problem(code, { max: PRINCIPAL_LIMITS.waitingIntentsMax });
    case 'policy_guard':
      return new Problem(code, { reason: 'the rules of the world do not allow it now' });
    case 'set_aside': {
      const detail = 'The tick fails with these params, so the intent was set aside.';
      return new Problem('validation_failed', { errors: [{ pointer: '/params/params', detail }] });
    }
    default:
      return new Problem('validation_failed', { errors: [{ pointer: '/params', detail: code.replaceAll('_', ' ') }] });
  }
}
