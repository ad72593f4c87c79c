import type { Facts, RawFinding, Rule } from '@assay/analysis/types';
import { calls } from '../command.facts.ts';

const ALLOCATE =
  /VirtualAlloc|mmap\.mmap|RtlMoveMemory|CreateThread|memfd_create|NtAllocateVirtualMemory|WriteProcessMemory|CreateRemoteThread|CFUNCTYPE/;

const direct = (facts: Facts): RawFinding[] =>
  calls(
    facts,
    /(?:VirtualAlloc(?:Ex)?|RtlMoveMemory|CreateThread|CreateRemoteThread|WriteProcessMemory|memfd_create|NtAllocateVirtualMemory)$/,
  ).map(({ span }) => ({ at: span, confidence: 'firm' }));

/** ctypes on a buffer made executable: mmap with a function type over it. */
const mapped = (facts: Facts): RawFinding[] =>
  calls(facts, /^mmap\.mmap$/).flatMap(({ span, file }) =>
    facts
      .in(file, 'call')
      .some(({ value }) => /CFUNCTYPE|from_buffer/.test(value.callee) && ALLOCATE.test(value.callee))
      ? [{ at: span, confidence: 'firm' as const }]
      : [],
  );

const loaded = (facts: Facts): RawFinding[] =>
  facts
    .of('execution')
    .filter(({ value }) => value.via === 'native')
    .map(({ span }) => ({ at: span, confidence: 'firm' }));

export const nativeMemory = {
  id: 'EXE-09',
  title: 'Runs bytes from memory',
  question: 'Is native or in-memory execution of carried bytes prepared?',
  category: 'EXE',
  family: 'code-taint',
  kind: 'HINT',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-506', 'CWE-94'],
  why: 'Machine code run from memory leaves no file to review.',
  fix: 'Ship source, or a signed binary from its maker.',
  looksAt: 'Allocation of executable memory, thread creation over a buffer, anonymous files.',
  blindTo: 'Native addons that do the same inside.',
  falseAlarms: '`ctypes` used for a libc constant is quiet.',
  since: '2026.11',
  check: (facts) => [...direct(facts), ...mapped(facts), ...loaded(facts)],
} satisfies Rule;
