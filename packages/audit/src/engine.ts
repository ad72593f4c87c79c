import { createParsers, type Parsers } from '@assay/analysis/languages/code/parsers';
import type { Bundle, DeploymentSeen, Options, Report } from '@assay/analysis/types';
import { AuditFault } from './review/audit-fault.ts';
import type { Audited } from './review/audited.ts';
import { compareContract as compareSources } from './review/contract-review.ts';
import { REVIEWERS } from './review/reviewers.ts';

const ready = new WeakMap<Options['parsers'], Promise<Parsers>>();

/** Parsers contain compiled grammars and no state, so one set serves every audit with the same assets. */
function parsersFor(assets: Options['parsers']): Promise<Parsers> {
  const known = ready.get(assets);
  if (known !== undefined) return known;
  const made = createParsers(assets);
  ready.set(assets, made);
  return made;
}

/** Loads the parsers, so that the first review does not have to. */
export async function prepare(assets: Options['parsers']): Promise<void> {
  await parsersFor(assets);
}

/** Reviews a bundle and returns a report. Pure: the result depends on the arguments only. */
export const audit = async (bundle: Bundle, options: Options): Promise<Report> =>
  (await auditWithStats(bundle, options)).report;

/** Compares the deployed code of a contract with the sources of a bundle. Says nothing about what the sources do. */
export async function compareContract(bundle: Bundle, options: Options): Promise<DeploymentSeen> {
  return compareSources(bundle, options, await parsersFor(options.parsers));
}

export async function auditWithStats(bundle: Bundle, options: Options): Promise<Audited> {
  const parsers = await parsersFor(options.parsers);
  try {
    return await REVIEWERS[bundle.productType](bundle, options, parsers);
  } catch (cause) {
    throw new AuditFault('The review could not be finished.', { cause });
  }
}
