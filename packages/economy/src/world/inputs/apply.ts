/** External inputs, in recorded order: payments, settlements, newcomers, administration, intents. */
import { openArrivals } from '../arrivals.ts';
import { adoptOwnerTrades } from '../consents.ts';
import { cancelIntent, submitIntent } from '../intents/queue.ts';
import { PARAM_RANGES, type ParamsChange, toParams } from '../params.ts';
import { adoptPlayerLimits } from '../player-limits.ts';
import type { World } from '../state.ts';
import { runAdmin } from './admin.ts';
import { setCertificate } from './certificates.ts';
import { countSlash, hold, issueMoney, release, retireMoney, settle } from './money.ts';
import {
  changeActor,
  followActor,
  freezeActor,
  grantLicence,
  joinActor,
  revokeLicence,
  setReputation,
  setValidator,
} from './people.ts';
import { done, type Input, type InputResult, refused } from './types.ts';

export function applyInput(w: World, input: Input): InputResult {
  switch (input.kind) {
    case 'intent.submit':
      return submitIntent(w, input.intent);
    case 'intent.cancel':
      return cancelIntent(w, input.intentId);
    case 'actor.join':
      return joinActor(w, input);
    case 'actor.change':
      return changeActor(w, input);
    case 'actor.freeze':
      return freezeActor(w, input);
    case 'actor.follow':
      return followActor(w, input);
    case 'actor.reputation':
      return setReputation(w, input);
    case 'validator.slashed':
      return countSlash(w, input);
    case 'validator.set':
      return setValidator(w, input);
    case 'licence.grant':
      return grantLicence(w, input);
    case 'licence.revoke':
      return revokeLicence(w, input);
    case 'money.issue':
      return issueMoney(w, input);
    case 'money.retire':
      return retireMoney(w, input);
    case 'council.settle':
      return settle(w, input);
    case 'hold':
      return hold(w, input);
    case 'release':
      return release(w, input);
    case 'certificate.set':
      return setCertificate(w, input);
    case 'params.change':
      return changeParams(w, input.change);
    default:
      return runAdmin(w, input);
  }
}

/** The parameters that size the world stay fixed. Statistics are comparable from this tick on. */
function changeParams(w: World, change: ParamsChange): InputResult {
  const { actors, cities, businessesPerActor, slotFactor, switches } = w.params;
  try {
    const now = toParams({ ...settable(w), ...change, switches: { ...w.params.switches, ...change.switches } });
    w.params = Object.freeze({ ...now, actors, cities, businessesPerActor, slotFactor });
    openArrivals(w);
    adoptPlayerLimits(w);
    if (switches.ownerTrades !== true) adoptOwnerTrades(w);
  } catch (cause) {
    if (cause instanceof RangeError) return refused('out_of_range');
    throw cause;
  }
  w.nation.comparableSince = w.tick;
  return done({});
}

const settable = (w: World): ParamsChange =>
  Object.fromEntries(Object.entries(w.params).filter(([name]) => Object.hasOwn(PARAM_RANGES, name)));
