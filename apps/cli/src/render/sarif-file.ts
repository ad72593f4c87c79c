import { writeFileSync } from 'node:fs';
import type { SarifTarget } from '@assay/audit/report';
import type { Outcome } from '../review/outcome.ts';
import { describeFault } from '../skills/fault.ts';
import { toSafeJson } from './safe-text.ts';

/** Returns an error message, or undefined on success. Only this output needs the rule catalogue, so it is loaded here. */
export async function writeSarif(
  file: string,
  outcomes: readonly Outcome[],
  home: string,
): Promise<string | undefined> {
  const { CATALOGUE } = await import('@assay/audit');
  const { toSarif } = await import('@assay/audit/report');
  try {
    writeFileSync(file, `${toSafeJson(toSarif(outcomes.map(toTarget), CATALOGUE, { home }), 2)}\n`);
    return undefined;
  } catch (error) {
    return describeFault(error);
  }
}

function toTarget(outcome: Outcome): SarifTarget {
  const base = { name: outcome.target, root: outcome.target };
  switch (outcome.kind) {
    case 'ignored':
      return { ...base, failures: [`Not reviewed: ignored by ${outcome.by}.`] };
    case 'failed':
      return { ...base, failures: outcome.gaps };
    case 'reviewed':
      return { ...base, report: outcome.report, suppressed: outcome.suppressed, failures: outcome.gaps };
  }
}
