import { describe, expect, it } from 'vitest';
import { AssignmentId, Hash32 } from '../ids.ts';
import { ReportedFinding } from '../wire/council.ts';
import { canonicalize } from './canonical-json.ts';
import { toCommitment, toFindingsHash, type Vote } from './commitment.ts';
import { keccak256Hex } from './digest.ts';

const FINDING = ReportedFinding.parse({
  ruleId: 'EXF-01',
  title: 'Sends keys away',
  category: 'EXF',
  severity: 'CRITICAL',
  confidence: 'HIGH',
  path: 'SKILL.md',
  startLine: 3,
  endLine: 3,
  snippet: null,
  message: 'It posts.',
  remediation: null,
  reproduced: false,
});
const VOTE: Vote = {
  assignmentId: AssignmentId.parse('01890a5d-ac96-774b-bcce-b302099a8057'),
  validatorId: 'one',
  verdict: 'UNSAFE',
  severity: 'CRITICAL',
  findings: [FINDING],
  salt: Hash32.parse(`0x${'ab'.repeat(32)}`),
};
const keccakOfText = (text: string) => keccak256Hex(new TextEncoder().encode(text));

describe('a commitment', () => {
  it('is the hash of the canonical vote, with the findings as a separate hash', () => {
    const { findings, ...rest } = VOTE;
    const findingsHash = keccakOfText(canonicalize(findings));

    expect(toFindingsHash(findings)).toBe(findingsHash);
    expect(toCommitment(VOTE)).toBe(keccakOfText(canonicalize({ ...rest, findingsHash })));
  });

  it.each([
    { validatorId: 'two' },
    { verdict: 'SAFE' as const },
    { severity: 'HIGH' as const },
    { findings: [] },
    { salt: Hash32.parse(`0x${'ac'.repeat(32)}`) },
  ])('changes with %o', (change) => {
    expect(toCommitment({ ...VOTE, ...change })).not.toBe(toCommitment(VOTE));
  });
});
