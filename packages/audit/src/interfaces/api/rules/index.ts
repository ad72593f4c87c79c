import type { ApiRule } from '../rule.ts';
import { ACCESS_RULES } from './access.rules.ts';
import { undescribedCalls } from './calls.rule.ts';
import { carelessService } from './careless-service.rule.ts';
import { EXPOSURE_RULES } from './exposure.rules.ts';
import { openEndpoint } from './open-endpoint.rule.ts';
import { TEXT_RULES } from './text.rules.ts';
import { TRANSPORT_RULES } from './transport.rules.ts';
import { unreadable } from './unreadable.rule.ts';

/** In order of ids. */
export const DOCUMENT_RULES: readonly ApiRule[] = [
  ...ACCESS_RULES,
  ...TRANSPORT_RULES,
  ...EXPOSURE_RULES,
  ...TEXT_RULES,
].sort((a, b) => (a.id < b.id ? -1 : 1));

export const API_RULES: readonly ApiRule[] = [
  unreadable,
  ...DOCUMENT_RULES,
  undescribedCalls,
  openEndpoint,
  carelessService,
];
