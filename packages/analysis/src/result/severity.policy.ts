import { type Confidence, type Discourse, type Modifier, SEVERITIES, type Severity } from '../types/index.ts';

export const rankOf = (severity: Severity): number => SEVERITIES.indexOf(severity);

export const isAtLeast = (severity: Severity, floor: Severity): boolean => rankOf(severity) >= rankOf(floor);

const step = (severity: Severity, by: number): Severity =>
  SEVERITIES[Math.min(Math.max(rankOf(severity) + by, 0), SEVERITIES.length - 1)] ?? severity;

type Weighed = {
  readonly severity: Severity;
  readonly confidence: Confidence;
  readonly context: Discourse;
  readonly modifiers: readonly Modifier[];
  /** The rule looks at code: a sample of it is as bad as the real thing when it is critical. */
  readonly isCodeRule: boolean;
};

/** Modifiers move a finding by one step in total; hidden text raises, samples lower, tentative caps at medium. */
export function decideSeverity({ severity, confidence, context, modifiers, isCodeRule }: Weighed): Severity {
  const raises = modifiers.some((modifier) => modifier.startsWith('+')) || context === 'hidden';
  const isLoweredSample = context === 'reference' && !(isCodeRule && severity === 'CRITICAL');
  const lowers = modifiers.some((modifier) => modifier.startsWith('-')) || isLoweredSample;
  const moved = step(severity, (raises ? 1 : 0) - (lowers ? 1 : 0));
  return confidence === 'tentative' && isAtLeast(moved, 'HIGH') ? 'MEDIUM' : moved;
}
