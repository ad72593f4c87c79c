import { createHash } from 'node:crypto';
import type { Audit } from '../compose-audit.ts';
import { borrowAudit } from './shared-audit.ts';

type Report = Awaited<ReturnType<Audit['audit']>>['report'];
/** The engine without some groups of rules. `update` adds them, and `breakDown` makes it fail. */
export type EarlierRules = Audit & { update(): void; breakDown(): void };

/** Runs real reviews and removes the findings of the missing groups from the reports. */
export function createEarlierRules(missing: readonly string[]): EarlierRules {
  const today = borrowAudit();
  let isToday = false;
  let isBroken = false;
  return {
    async audit(...given) {
      if (isBroken) throw new Error('The engine cannot be started.');
      const reviewed = await today.audit(...given);
      return isToday ? reviewed : { ...reviewed, report: without(reviewed.report, missing) };
    },
    checkPack: today.checkPack,
    compareDeployed: today.compareDeployed,
    stop: today.stop,
    update() {
      isToday = true;
    },
    breakDown() {
      isBroken = true;
    },
  };
}

function without(report: Report, missing: readonly string[]): Report {
  const findings = report.findings.filter(({ category }) => !missing.includes(category));
  const kept = new Set(findings.map(({ fingerprint }) => fingerprint));
  const blocking = report.blocking
    .map((reason) => ({ ...reason, fingerprints: reason.fingerprints.filter((one) => kept.has(one)) }))
    .filter(({ fingerprints }) => fingerprints.length > 0);
  const blocked = new Set(blocking.flatMap(({ fingerprints }) => fingerprints));
  const [worst] = findings;
  const digest = hashOf(`${report.ruleset.digest} without ${missing.join()}`);
  return {
    ...report,
    findings: findings.map((one) => ({ ...one, kind: blocked.has(one.fingerprint) ? 'PROOF' : 'HINT' })),
    blocking,
    retained: report.retained.filter((one) => kept.has(one)),
    ruleset: { ...report.ruleset, digest },
    undecided: [],
    reviewResult: blocking.length === 0 ? 'NO_FINDINGS' : 'UNSAFE',
    securityLevel: worst === undefined || worst.severity === 'INFO' ? 'CLEAR' : worst.severity,
    sandbox: { ...report.sandbox, riskLevel: blocking.length === 0 ? 'LOW' : report.sandbox.riskLevel },
    verdictHash: hashOf(`${report.verdictHash} ${digest}`),
  };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
