/** Findings of readers. Models report them, not rules of the catalogue, so their pages are written here. */
export const READER_FINDINGS = [
  {
    id: 'MOD-01',
    title: 'Rejected by two readings',
    question: 'Do two readings refuse the product for overlapping text?',
    kind: 'PROOF',
    severity: 'HIGH',
    nature: 'malice',
    effect:
      'The product is UNSAFE, with the blocking reason `model-refusal`. The severity is CRITICAL if two model families agree on it.',
    fix: 'Remove or change the quoted text. If the text is harmless, dispute the decision.',
  },
  {
    id: 'MOD-02',
    title: 'Rejected by one reading',
    question: 'Does one reading refuse the product where no other does?',
    kind: 'HINT',
    severity: 'HIGH',
    nature: 'malice',
    effect: 'The result is UNDECIDED (`readers-disagree`) and a second panel or a person decides.',
    fix: 'Check the quoted text. Clarify what it asks the agent to do.',
  },
  {
    id: 'MOD-03',
    title: 'Weakness noted by readers',
    question: 'Do two readings note a weakness that is no reason to refuse?',
    kind: 'HINT',
    severity: 'MEDIUM',
    nature: 'weakness',
    effect: 'The finding stays on record as a warning.',
    fix: 'Follow the suggestion of the finding.',
  },
  {
    id: 'MOD-04',
    title: 'Text addresses the reviewer',
    question: 'Does text of the product address reviewers?',
    kind: 'HINT',
    severity: 'MEDIUM',
    nature: 'malice',
    effect: 'The finding stays on record as a warning.',
    fix: 'Remove text that addresses reviewers or states what they should find.',
  },
] as const;
