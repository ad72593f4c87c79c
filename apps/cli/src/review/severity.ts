import type { Severity } from '@assay/audit';

/** In ascending order. Duplicated here so that the command starts without loading the engine, which only its workers need. */
export const SEVERITIES = ['INFO', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const satisfies readonly Severity[];

export const isAtLeast = (severity: Severity, level: Severity): boolean =>
  SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(level);
