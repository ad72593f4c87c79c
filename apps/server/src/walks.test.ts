import { afterAll, beforeAll, describe, it } from 'vitest';
import { type Installation, openInstallation, WALK_MS } from './testing/walk.ts';
import { agentWalk } from './testing/walks/agent.walk.ts';
import { developerWalk } from './testing/walks/developer.walk.ts';
import { errorsAloneWalk } from './testing/walks/errors-alone.walk.ts';
import { flaggerWalk } from './testing/walks/flagger.walk.ts';
import { newcomerWalk } from './testing/walks/newcomer.walk.ts';
import { operatorWalk } from './testing/walks/operator.walk.ts';
import { validatorWalk } from './testing/walks/validator.walk.ts';

/** The walk includes a month of the world. */
const LONG_WALK_MS = 2 * WALK_MS;

let installation: Installation;
beforeAll(async () => {
  installation = await openInstallation({ WEBHOOK_ALLOW_LOOPBACK: '1' });
}, WALK_MS);
afterAll(() => installation.close());

// The walks share one service and run in this order: the newcomer needs a fresh service, and the operator changes it last.
describe('a new installation', () => {
  it(
    'newcomer: sees a certified sample, scans and checks skills, and finds a page behind every link',
    async () => newcomerWalk(await installation.visit('newcomer')),
    WALK_MS,
  );

  it(
    'agent: links a wallet, pays for a review with it, and trusts only what it can prove',
    async () => agentWalk(await installation.visit('agent')),
    WALK_MS,
  );

  it(
    'developer: registers, is refused with a reason, pays by x402, follows the review and receives a certificate that is announced',
    async () => developerWalk(await installation.visit('developer')),
    WALK_MS,
  );

  it(
    'agent with the interface document alone: logs in, submits, pays, verifies, links and acts on refusals',
    async () => errorsAloneWalk(await installation.visit('errors-alone')),
    WALK_MS,
  );

  it(
    'flagger: reports without proof and gets an answer, quotes and signs, and sees a person decide',
    async () => flaggerWalk(await installation.visit('flagger')),
    WALK_MS,
  );

  it(
    'validator: sees the missing requirements, reaches the minimum age, receives marks, answers ten cases, becomes active and leaves',
    async () => validatorWalk(await installation.visit('validator')),
    LONG_WALK_MS,
  );

  it(
    'operator: replaces the key of a running service, reviews decisions, decides, and finds the books balanced',
    async () => operatorWalk(await installation.visit('operator')),
    WALK_MS,
  );
});
