import type { ExerciseUnit, UnitLanguage } from '../runs/plan.ts';

/** A reachable script of the bundle. */
export const exerciseUnit = (
  id: string,
  language: UnitLanguage,
  code: string,
  change: Partial<ExerciseUnit> = {},
): ExerciseUnit => ({ id, kind: 'script', language, path: id, line: 1, code, args: [], reachable: true, ...change });
