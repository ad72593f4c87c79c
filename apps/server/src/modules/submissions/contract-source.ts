import type { Surface } from '../payments/index.ts';
import type { BundleFile } from './bundles.ts';
import type { Head } from './intake.policy.ts';

const LINES = 500;
const NEWLINE = 10;
const DECLARED = /^[ \t]*(?:abstract[ \t]+)?contract[ \t]+([A-Za-z_$][\w$]*)/gm;

/** The name of a contract file is the last contract it declares, because the deployed one follows its dependencies. */
export function readContractHead(entry: string): Head {
  const name = [...entry.matchAll(DECLARED)].at(-1)?.[1];
  return name === undefined ? {} : { name };
}

/** Lines of Solidity, in units of the price list. */
export function countSourceLines(files: readonly BundleFile[]): Surface {
  const lines = files.filter(({ path }) => /\.sol$/i.test(path)).reduce((sum, { bytes }) => sum + linesOf(bytes), 0);
  return { source_lines_500: Math.ceil(lines / LINES) };
}

const linesOf = (bytes: Uint8Array): number => bytes.reduce((lines, byte) => (byte === NEWLINE ? lines + 1 : lines), 1);
