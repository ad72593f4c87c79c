import type { RouteTable } from '../route.ts';
import { ActivateRequest, Requirements, StakeRequest, Validator } from '../wire/council.ts';

const own = { plane: 'player', access: 'key', rate: 'key', cache: 'private' } as const;

/** Becoming, being and resigning as a validator. The statistics routes serve the public records. */
export const validatorRoutes = {
  readRequirements: {
    ...own,
    method: 'GET',
    path: '/certsvc/v1/activation-requirements',
    access: 'optional',
    summary: 'Get the requirements and rules for validators',
    description:
      "With an API key, includes the caller's own progress. `met` is null for requirements that only the world can check.",
    status: 200,
    answer: Requirements,
    errors: [],
  },
  activate: {
    ...own,
    method: 'POST',
    path: '/certsvc/v1/activate',
    summary: 'Activate as a validator: lock the stake and start calibration',
    description:
      'Each track has ten calibration cases of its own. A hosted validator needs a model family that reviews all its tracks. A suspended validator requests a new calibration here. Returns 200 if an earlier calibration is still in effect.',
    body: ActivateRequest,
    strictBody: true,
    needsIdempotencyKey: true,
    status: 202,
    orStatus: 200,
    answer: Validator,
    errors: ['requirements_not_met', 'validator_wrong_state', 'insufficient_funds', 'licence_suspended'],
  },
  deactivate: {
    ...own,
    method: 'POST',
    path: '/certsvc/v1/deactivate',
    summary: 'Deactivate the validator; stake is returned after unbonding',
    status: 200,
    answer: Validator,
    errors: ['validator_not_found', 'validator_wrong_state', 'assignments_open'],
  },
  readValidator: {
    ...own,
    method: 'GET',
    path: '/certsvc/v1/validator',
    summary: "Get the caller's validator",
    status: 200,
    answer: Validator,
    errors: ['validator_not_found'],
  },
  addStake: {
    ...own,
    method: 'POST',
    path: '/certsvc/v1/validator/stake',
    summary: 'Add stake',
    body: StakeRequest,
    strictBody: true,
    needsIdempotencyKey: true,
    status: 200,
    answer: Validator,
    errors: ['validator_not_found', 'requirements_not_met', 'validator_wrong_state', 'insufficient_funds'],
  },
} as const satisfies RouteTable;
