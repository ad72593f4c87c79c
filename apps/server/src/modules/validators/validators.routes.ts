import { operatorRoutes, validatorRoutes } from '@assay/protocol';
import { bindRoutes, Reply } from '../../platform/http/index.ts';
import type { Activation } from './activation.service.ts';
import type { Grants } from './grants.service.ts';
import type { OwnValidators } from './validator.answer.ts';

const OK = 200;

export const bindGrantRoutes = (grant: Grants) =>
  bindRoutes(
    { grantMarks: operatorRoutes.grantMarks },
    { grantMarks: ({ body }, { caller, requestId }) => grant(body, { caller, requestId }) },
  );

export const bindValidatorRoutes = (activation: Activation, own: OwnValidators) =>
  bindRoutes(validatorRoutes, {
    readRequirements: (_, { caller }) => activation.requirements(caller),
    activate: async ({ body }, { caller }) => {
      const { validator, isActive } = await activation.activate(caller, body);
      return isActive ? new Reply(validator, { status: OK }) : validator;
    },
    deactivate: (_, { caller }) => activation.deactivate(caller),
    readValidator: (_, { caller }) => own.read(caller.actorId),
    addStake: ({ body }, { caller }) => activation.addStake(caller, body.amount),
  });
