import type { PlacedHit } from '@assay/analysis/result/at-places';
import { nameOf } from '../flow/guards.ts';
import { dependsOn, isTainted, rootOf, slotOf } from '../flow/values.ts';
import type { Contract } from '../program/program.ts';
import type { StateVariable } from '../syntax/ast.ts';
import type { ReviewedContract } from './rule.ts';
import { callsIn, contractRule, entryOf, inEntries, isAuthorisedAt, placeIn, placeOf } from './support.ts';

const isStored = ({ isConstant, isImmutable, isTransient }: StateVariable): boolean =>
  !isConstant && !isImmutable && !isTransient;

const storageClash = contractRule({
  id: 'CON-24',
  title: 'Storage collision in a proxy',
  question: 'Can a proxy and its implementation overwrite each other’s variables?',
  severity: 'HIGH',
  references: ['CWE-1321', 'CWE-669'],
  why: 'Delegated code writes storage slots by number: the first variable of both contracts is the same slot.',
  fix: 'Put the variables of the proxy into reserved slots (EIP-1967, namespaced storage), and leave gaps in base contracts.',
  blindTo:
    'The layouts are compared if both contracts are in the bundle. Otherwise any ordinary variable of a proxy is reported.',
  check: (facts) => facts.contracts.flatMap((reviewed) => clashesIn(reviewed)),
});

function clashesIn(reviewed: ReviewedContract): PlacedHit[] {
  const { contract, entries } = reviewed;
  const own = contract.variables.filter(isStored);
  if (contract.node.kind !== 'contract' || own.length === 0) return [];
  return entries.flatMap((trace) =>
    callsIn(trace).flatMap((op): PlacedHit[] => {
      const { how, target } = op.reached;
      if (how !== 'delegate' || target === null) return [];
      const isForward = trace.entry.kind === 'fallback' || trace.entry.kind === 'receive';
      const root = rootOf(target.expr, target.env);
      const slot = slotOf(root.expr, root.env, contract);
      const library =
        slot?.variable === undefined || slot.variable === null ? undefined : ownerOfType(slot.variable, contract);
      const isDifferent = library?.some(
        (one, at) =>
          own[at] !== undefined &&
          (own[at].name !== one.name || JSON.stringify(own[at].type) !== JSON.stringify(one.type)),
      );
      if (!isForward && isDifferent !== true) return [];
      // A proxy without variables beside its target still keeps that in the first place.
      if (isForward && slot === undefined && library === undefined) return [];
      return [
        {
          at: placeIn(own[0]?.file ?? '', own[0] ?? op.at),
          confidence: 'firm',
          note: `${own[0]?.name} occupies the slot of the first variable of the other contract.`,
          related: [{ at: placeOf(op), role: 'code that shares the storage' }],
          entry: entryOf(reviewed, trace.entry),
        },
      ];
    }),
  );
}

/** Variables of the contract that a variable is declared to hold. */
function ownerOfType({ type }: StateVariable, { program }: Contract): readonly StateVariable[] | undefined {
  const node = type.kind === 'user' ? program.nodes.get(type.name) : undefined;
  return node?.variables.filter(isStored);
}

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

/** A struct that calls one of its own members so. */
const isOwnMember = ({ program }: Contract): boolean =>
  [...program.structs.values()].some(({ members }) => members.some(({ name }) => name === 'length'));

export const LAYOUT_RULES = [storageClash, arbitraryWrite];
