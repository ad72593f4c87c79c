import type { ExerciseUnit, UnitLanguage } from '../runs/plan.ts';

/** A script of the bundle that somebody is led to. */
export const exerciseUnit = (
  id: string,
  language: UnitLanguage,
  code: string,
  change: Partial<ExerciseUnit> = {},
): ExerciseUnit => ({ id, kind: 'script', language, path: id, line: 1, code, args: [], reachable: true, ...change });
