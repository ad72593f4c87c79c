/** A city's concern as a sentence: the measured value and the threshold. */

import type { Summary } from './economy.tsx';
import { toDecimal, toShare } from './format.ts';

type Concern = Summary['topConcerns'][number];
type Sentence = (value: string, threshold: string, raw: number) => string;

const percent = (value: number): string => toShare(Math.abs(value)).replace(/[.,]0(?=\s?%)/, '');
const plain = (value: number): string => toDecimal(value, 2).replace(/[.,]?0+$/, '');

const IN_PERCENT: Readonly<Partial<Record<Concern['code'], Sentence>>> = {
  UNEMPLOYMENT: (value, limit) => `${value} of the labour force is without work (limit ${limit}).`,
  HOUSING_SHORTAGE: (value, limit) =>
    `Only ${value} of the homes are vacant (minimum ${limit}), and people are homeless.`,
  HOUSING_GLUT: (value, limit) => `${value} of the homes are vacant (limit ${limit}).`,
  RENT_BURDEN: (value, limit) => `Rent takes ${value} of the median income (limit ${limit}).`,
  INFLATION: (value, limit) => `Prices rose by ${value} in twelve months (limit ${limit}).`,
  DEFLATION: (value, limit) => `Prices fell by ${value} in twelve months (limit ${limit}).`,
  BANKRUPTCY_WAVE: (value, limit) => `${value} of the businesses went bankrupt this month (limit ${limit}).`,
  OUTMIGRATION: (value, limit) => `${value} of the people moved away this month (limit ${limit}).`,
  DEPOPULATION: (value, limit) => `The city has ${value} of the average city population (minimum ${limit}).`,
  PAYROLL_ARREARS: (value, limit) => `${value} of the employed did not get their full wage (limit ${limit}).`,
};

const PLAIN: Readonly<Partial<Record<Concern['code'], Sentence>>> = {
  FISCAL_STRESS: (value, limit) => `The treasury covers ${value} months of spending (minimum ${limit}).`,
  INEQUALITY: (value, limit) =>
    `Wealth is unequal: Gini coefficient ${value} (limit ${limit}; 0 is equal, 1 is all in one purse).`,
  LABOUR_SHORTAGE: (value, limit) => `There are ${value} vacancies for each unemployed person (limit ${limit}).`,
};

export function toReason({ code, evidence: { metric, value, threshold } }: Concern): string {
  if (code === 'CREDIT_STRESS') {
    return metric === 'defaultRate'
      ? `${percent(value)} of the loans are in default (limit ${percent(threshold)}).`
      : `The bank's own capital covers ${percent(value)} of its loans (minimum ${percent(threshold)}).`;
  }
  const inPercent = IN_PERCENT[code];
  if (inPercent !== undefined) return inPercent(percent(value), percent(threshold), value);
  return PLAIN[code]?.(plain(value), plain(threshold), value) ?? '';
}
