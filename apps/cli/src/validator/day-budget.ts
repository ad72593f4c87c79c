import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { OwnBudget } from '../models/reading-review.ts';
import { writeDurably } from './durable-file.ts';

const Spending = z.object({ day: z.string(), micros: z.record(z.string(), z.int().min(0)) });
type Spending = z.infer<typeof Spending>;

const DAY_CHARS = 10;

/** The daily budget, by UTC day, in a file, so that a restart does not reset it. */
export function createDayBudget(folder: string, now: () => Date = () => new Date()): OwnBudget {
  const file = join(folder, 'spending.json');
  const today = (): string => now().toISOString().slice(0, DAY_CHARS);
  const read = (): Spending => {
    const kept = readSpending(file);
    return kept?.day === today() ? kept : { day: today(), micros: {} };
  };
  const add = (name: string, micros: number): void => {
    const spending = read();
    const sum = Math.max(0, (spending.micros[name] ?? 0) + micros);
    writeDurably(file, JSON.stringify({ ...spending, micros: { ...spending.micros, [name]: sum } }));
  };
  return (name, dailyMicros) => ({
    reserve: (micros) => {
      if ((read().micros[name] ?? 0) + micros > dailyMicros) return Promise.resolve(false);
      add(name, micros);
      return Promise.resolve(true);
    },
    settle: (reserved, spent) => {
      add(name, spent - reserved);
      return Promise.resolve();
    },
  });
}

function readSpending(file: string): Spending | undefined {
  try {
    return Spending.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${file} cannot be read, so the amount spent today is unknown.`, { cause: error });
  }
}
