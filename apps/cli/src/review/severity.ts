import type { Severity } from '@assay/audit';

/** From least to worst. Written out here so that the command starts without loading the engine, which its workers do. */
export const SEVERITIES = ['INFO', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const satisfies readonly Severity[];

export const isAtLeast = (severity: Severity, level: Severity): boolean =>
  SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(level);
