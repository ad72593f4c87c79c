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
  title: 'Shares storage with code that lays it out differently',
  question: 'Can a proxy and its implementation write over each other’s variables?',
  severity: 'HIGH',
  references: ['CWE-1321', 'CWE-669'],
  why: 'Delegated code writes into this contract’s places by number: the first variable of one is the first of the other.',
  fix: 'Keep the proxy’s variables at places of their own (EIP-1967, namespaced storage), and leave gaps in bases.',
  blindTo: 'Two contracts are compared when both are in the bundle; otherwise plain variables in a proxy are enough.',
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
          note: `${own[0]?.name} lies where the other contract keeps its first variable.`,
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
  title: 'Lets a caller write anywhere in storage',
  question: 'Does a caller choose the place that is written?',
  severity: 'CRITICAL',
  references: ['SWC-124', 'CWE-123'],
  why: 'Any variable, also the owner, can be set to anything.',
  fix: 'Use fixed places, and never set the length of a list by hand.',
  blindTo: 'Places worked out from a caller’s value by a digest are what mappings do, and quiet.',
  check: (facts) =>
    inEntries(facts, ({ trace, contract, reviewed }) =>
      trace.ops.flatMap((op): PlacedHit[] => {
        const place = { at: placeOf(op), confidence: 'firm' as const, entry: entryOf(reviewed, trace.entry) };
        if (isAuthorisedAt(op, contract)) return [];
        if (op.kind === 'store') {
          const isChosen =
            isTainted(op.slotExpr, op.env) &&
            !dependsOn(op.slotExpr, op.env, (part) => part.kind === 'call' && /^(keccak256|sha3)$/.test(nameOf(part)));
          return isChosen ? [{ ...place, note: 'The caller chooses the place.' }] : [];
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
          ? [{ ...place, note: 'A list that is as long as storage reaches every variable.' }]
          : [];
      }),
    ),
});

/** A struct that calls one of its own members so. */
const isOwnMember = ({ program }: Contract): boolean =>
  [...program.structs.values()].some(({ members }) => members.some(({ name }) => name === 'length'));

export const LAYOUT_RULES = [storageClash, arbitraryWrite];
