/** The cost of a pack. It is counted in steps, so that every machine drops the same pack on the same bundle. */
export type Steps = { spend(steps: number): void };

export class PackOverBudget extends Error {}

export function createSteps(budget: number): Steps {
  let left = budget;
  return {
    spend(steps) {
      left -= steps;
      if (left < 0) throw new PackOverBudget('A rule pack went over its budget.');
    },
  };
}
