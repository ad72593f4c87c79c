import { type Confidence, type Discourse, SEVERITIES, type Severity } from '../types/index.ts';

export const rankOf = (severity: Severity): number => SEVERITIES.indexOf(severity);

export const isAtLeast = (severity: Severity, floor: Severity): boolean => rankOf(severity) >= rankOf(floor);

const step = (severity: Severity, by: number): Severity =>
  SEVERITIES[Math.min(Math.max(rankOf(severity) + by, 0), SEVERITIES.length - 1)] ?? severity;

type Claim = { readonly severity: Severity; readonly confidence: Confidence; readonly context: Discourse };

/** The context moves a finding by one step: hidden text raises, samples lower. Tentative caps at medium. */
export function decideSeverity({ severity, confidence, context }: Claim): Severity {
  const moved = step(severity, context === 'hidden' ? 1 : context === 'reference' ? -1 : 0);
  return confidence === 'tentative' && isAtLeast(moved, 'HIGH') ? 'MEDIUM' : moved;
}
