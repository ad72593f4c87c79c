import type { ApiRule } from '../rule.ts';
import { ACCESS_RULES } from './access.rules.ts';
import { sharedAdmin } from './admin.rule.ts';
import { massAssignment } from './assignment.rule.ts';
import { undescribedCalls } from './calls.rule.ts';
import { carelessService } from './careless-service.rule.ts';
import { bulkDeletion } from './deletion.rule.ts';
import { excess } from './excess.rule.ts';
import { EXPOSURE_RULES } from './exposure.rules.ts';
import { FLOW_RULES } from './flow.rules.ts';
import { INPUT_RULES } from './input.rules.ts';
import { inventory, oldVersions } from './inventory.rules.ts';
import { unbounded } from './limits.rule.ts';
import { openEndpoint } from './open-endpoint.rule.ts';
import { weakScheme } from './proof.rule.ts';
import { safeMethod } from './safe-method.rule.ts';
import { TEXT_RULES } from './text.rules.ts';
import { TRANSPORT_RULES } from './transport.rules.ts';
import { unreadable } from './unreadable.rule.ts';
import { upstream } from './upstream.rule.ts';

/** In the order of their ids. */
export const DOCUMENT_RULES: readonly ApiRule[] = [
  ...ACCESS_RULES,
  ...TRANSPORT_RULES,
  ...INPUT_RULES,
  ...EXPOSURE_RULES,
  ...FLOW_RULES,
  ...TEXT_RULES,
  weakScheme,
  oldVersions,
  inventory,
  sharedAdmin,
  massAssignment,
  unbounded,
  upstream,
  excess,
  safeMethod,
  bulkDeletion,
].sort((a, b) => (a.id < b.id ? -1 : 1));

export const API_RULES: readonly ApiRule[] = [
  unreadable,
  ...DOCUMENT_RULES,
  undescribedCalls,
  openEndpoint,
  carelessService,
];
