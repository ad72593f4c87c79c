const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** The start of the last `days` days in whole hours, but not before the first recorded hour. */
export const startOf = (days: number, first: Date, now: Date): Date => {
  const from = Math.floor((now.getTime() - days * DAY_MS) / HOUR_MS) * HOUR_MS;
  return new Date(Math.max(from, first.getTime()));
};

/** Where counting begins: the service can have started in the middle of the first hour on record. */
export const firstWholeHour = (first: Date): Date => new Date(first.getTime() + HOUR_MS);

/** The recorded share of the minutes that have passed. The current minute counts as passed. */
export const shareOf = (minutes: number, since: Date, now: Date): number => {
  const passed = Math.floor((now.getTime() - since.getTime()) / MINUTE_MS) + 1;
  return Math.min(1, Math.round((minutes / passed) * 10_000) / 10_000);
};

export type Accuracy = { readonly what: string; readonly limit: string; readonly measured: string };

/** The rows of the table under "Limits" of bench/ACCURACY.md. */
export function toAccuracy(text: string): Accuracy[] {
  const table = text.split(/^## /m).find((part) => part.startsWith('Limits\n')) ?? '';
  return table
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1) // the heading row
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, what = '', limit = '', measured = '']) => ({ what, limit, measured }));
}
