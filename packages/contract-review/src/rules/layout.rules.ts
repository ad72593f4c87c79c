import type { PlacedHit } from '@assay/analysis/result/at-places';
import { nameOf } from '../flow/guards.ts';
import { dependsOn, isTainted } from '../flow/values.ts';
import type { Contract } from '../program/program.ts';
import { contractRule, entryOf, inEntries, isAuthorisedAt, placeOf } from './support.ts';

const arbitraryWrite = contractRule({
  id: 'CON-25',
  title: 'Arbitrary storage write',
  question: 'Does a caller choose the storage slot that is written?',
  severity: 'CRITICAL',
  references: ['SWC-124', 'CWE-123'],
  why: 'The caller can set any variable, including the owner.',
  fix: 'Use fixed slots, and do not set the length of an array directly.',
  blindTo: 'Slots that are hashes of a caller’s value are not reported, because mappings use them.',
  check: (facts) =>
    inEntries(facts, ({ trace, contract, reviewed }) =>
      trace.ops.flatMap((op): PlacedHit[] => {
        const place = { at: placeOf(op), confidence: 'firm' as const, entry: entryOf(reviewed, trace.entry) };
        if (isAuthorisedAt(op, contract)) return [];
        if (op.kind === 'store') {
          const isChosen =
            isTainted(op.slotExpr, op.env) &&
            !dependsOn(op.slotExpr, op.env, (part) => part.kind === 'call' && /^(keccak256|sha3)$/.test(nameOf(part)));
          return isChosen ? [{ ...place, note: 'The caller chooses the slot.' }] : [];
        }
        if (op.kind !== 'write' || op.slot.members.at(-1) !== 'length' || isOwnMember(contract)) return [];
        const isShrunk = op.op === '--' || op.op === '-=';
        const isSet = op.value !== null && isTainted(op.value, op.env);
        const isBounded = op.guards.some(
          ({ test }) =>
            test.kind === 'binary' &&
            [test.left, test.right].some((side) => side.kind === 'member' && side.name === 'length'),
        );
        return (isShrunk && !isBounded) || isSet
          ? [{ ...place, note: 'An array as long as the storage overlaps every variable.' }]
          : [];
      }),
    ),
});

/** A struct has a member of this name, so the access is not an array length. */
const isOwnMember = ({ program }: Contract): boolean =>
  [...program.structs.values()].some(({ members }) => members.some(({ name }) => name === 'length'));

export const LAYOUT_RULES = [arbitraryWrite];
