import type { PlacedHit } from '@assay/analysis/result/at-places';
import { nameOf } from '../flow/guards.ts';
import { dependsOn, isInput, isTainted, rootOf, slotOf } from '../flow/values.ts';
import type { Contract } from '../program/program.ts';
import type { Expr, Fn, StateVariable, Stmt } from '../syntax/ast.ts';
import { expressions, statements } from '../syntax/walk.ts';
import type { ReviewedContract } from './rule.ts';
import { callsIn, contractRule, entryOf, inEntries, isAuthorisedAt, placeIn, placeOf, writesIn } from './support.ts';

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

const pointers = contractRule({
  id: 'CON-26',
  title: 'Uninitialized pointer or shadowed variable',
  question: 'Is a storage pointer uninitialized, or a variable declared twice?',
  severity: 'MEDIUM',
  references: ['SWC-109', 'SWC-119', 'SWC-125', 'CWE-824', 'CWE-710'],
  why: 'An uninitialized pointer refers to the first storage slots. A shadowed name refers to two variables.',
  fix: 'Initialize every pointer, and give every variable a unique name.',
  blindTo: 'The order of base contracts is not reviewed.',
  check: (facts) =>
    facts.contracts.flatMap(({ contract, fns, entries, constructors }) => [
      ...looseIn(fns, contract),
      ...shadowsIn(contract),
      ...neverSet(contract, [...entries, ...constructors]),
    ]),
});

function looseIn(fns: readonly Fn[], contract: Contract): PlacedHit[] {
  return fns.flatMap((fn) => [...statements(fn.body)].flatMap((stmt) => looseHits(stmt, fn, contract)));
}

function looseHits(stmt: Stmt, fn: Fn, { program }: Contract): PlacedHit[] {
  if (stmt.kind !== 'declare' || stmt.value !== null) return [];
  return stmt.names.flatMap((one): PlacedHit[] => {
    if (one === null) return [];
    const isStruct = one.type.kind === 'user' && program.structs.has(one.type.name);
    const isReference = isStruct || one.type.kind === 'array';
    const isLoose = one.location === 'storage' || (one.location === '' && isReference);
    const isSetLater = [...expressions(fn.body)].some(
      (expr) => expr.kind === 'assign' && expr.left.kind === 'id' && expr.left.name === one.name,
    );
    return isLoose && !isSetLater
      ? [
          {
            at: placeIn(fn.file, stmt),
            confidence: 'firm',
            severity: 'HIGH',
            note: `${one.name} points to the first storage slots of the contract.`,
          },
        ]
      : [];
  });
}

const shadowsIn = (contract: Contract): PlacedHit[] =>
  contract.node.variables.flatMap((variable): PlacedHit[] => {
    const base = contract.line
      .slice(1)
      .find(({ variables }) => variables.some((one) => one.name === variable.name && one.visibility !== 'private'));
    return base === undefined
      ? []
      : [
          {
            at: placeIn(variable.file, variable),
            confidence: 'certain',
            severity: 'HIGH',
            note: `${base.name} also declares ${variable.name}: these are two variables.`,
          },
        ];
  });

/** A number or address that is used and that nothing ever sets. */
function neverSet(contract: Contract, traces: ReviewedContract['entries']): PlacedHit[] {
  if (contract.hasUnknownBase || contract.node.kind !== 'contract') return [];
  const written = new Set(traces.flatMap((trace) => writesIn(trace).map(({ slot }) => slot.variable)));
  const hasRaw = traces.some(({ ops }) =>
    ops.some((op) => op.kind === 'store' || (op.kind === 'call' && op.reached.how === 'delegate')),
  );
  if (hasRaw || contract.node.isAbstract) return [];
  return contract.node.variables.flatMap((variable): PlacedHit[] => {
    const isPlain = variable.type.kind === 'elementary' && /^(address|u?int)/.test(variable.type.name);
    const isUsed = traces.some(({ ops }) =>
      ops.some((op) => op.kind === 'read' && op.slot.variable === variable && op.guards.length >= 0),
    );
    if (!isPlain || !isStored(variable) || variable.value !== null || written.has(variable) || !isUsed) return [];
    return [
      {
        at: placeIn(variable.file, variable),
        confidence: 'firm',
        note: `${variable.name} is never assigned.`,
      },
    ];
  });
}

const codeSize = contractRule({
  id: 'CON-33',
  title: 'Unreliable identity check',
  question: 'Is code size, a reused address or a transient value used as proof of identity?',
  severity: 'MEDIUM',
  references: ['CWE-290', 'CWE-807'],
  why: 'A contract has no code during construction, an address can be redeployed with other code, and a transient value lasts for the whole transaction.',
  fix: 'Require a signature or a role, and clear transient values where they were set.',
  blindTo: 'Transient values are reported only if they identify the caller.',
  check: (facts) => [
    ...inEntries(facts, ({ trace, reviewed }) =>
      trace.ops.flatMap((op): PlacedHit[] => {
        if (op.kind !== 'check' || !isSizeTest(op.test, op.env)) return [];
        return [{ at: placeOf(op), confidence: 'firm', entry: entryOf(reviewed, trace.entry) }];
      }),
    ),
    ...facts.contracts.flatMap(({ contract, fns }) => transients(contract, fns)),
  ],
});

/** The caller must have no code. */
const isSizeTest = (test: Expr, env: Parameters<typeof rootOf>[1]): boolean =>
  dependsOn(
    test,
    env,
    (part) =>
      (part.kind === 'call' && /^(extcodesize|isContract)$/.test(nameOf(part))) ||
      (part.kind === 'member' &&
        part.name === 'length' &&
        part.object.kind === 'member' &&
        part.object.name === 'code'),
  ) &&
  dependsOn(
    test,
    env,
    (part, at) =>
      (part.kind === 'member' && part.name === 'sender') ||
      (part.kind === 'call' && part.isYul && nameOf(part) === 'caller') ||
      isInput(part, at),
  ) &&
  isZeroSize(test);

const isZeroSize = (test: Expr): boolean => {
  if (test.kind === 'unary' && test.op === '!') return true;
  return (
    test.kind === 'binary' &&
    test.op === '==' &&
    [test.left, test.right].some((side) => side.kind === 'literal' && side.value === '0')
  );
};

function transients({ node }: Contract, fns: readonly Fn[]): PlacedHit[] {
  const calls = fns.flatMap((fn) =>
    [...expressions(fn.body)].flatMap((expr) =>
      expr.kind === 'call' && expr.isYul && /^t(store|load)$/.test(nameOf(expr)) ? [{ fn, expr }] : [],
    ),
  );
  const slots = new Map<string, Set<string>>();
  for (const { expr } of calls) {
    const [place, value] = expr.args;
    if (place === undefined || value === undefined || nameOf(expr) !== 'tstore') continue;
    const key = place.kind === 'literal' ? place.value : place.kind === 'id' ? place.name : '';
    slots.set(key, (slots.get(key) ?? new Set()).add(value.kind === 'id' ? value.name : value.kind));
  }
  const loads = calls.filter(({ expr }) => nameOf(expr) === 'tload');
  return loads.flatMap(({ fn, expr }): PlacedHit[] => {
    const place = expr.args[0];
    const key = place?.kind === 'literal' ? place.value : place?.kind === 'id' ? place.name : '';
    const isMixed = (slots.get(key)?.size ?? 0) >= 2 && ![...(slots.get(key) ?? [])].includes('literal');
    return isMixed && node.kind === 'contract'
      ? [
          {
            at: placeIn(fn.file, expr),
            confidence: 'firm',
            severity: 'HIGH',
            note: 'The same transient slot is used for different values.',
          },
        ]
      : [];
  });
}

const assemblySlips = contractRule({
  id: 'CON-34',
  title: 'Assembly error',
  question: 'Does a shift have swapped operands, or does an assembly return end the whole call?',
  severity: 'MEDIUM',
  references: ['CWE-783', 'CWE-682'],
  why: 'In assembly, the shift count comes first, and return ends the external call instead of the function.',
  fix: 'Write shl(bits, value), and use leave or a Solidity return.',
  blindTo: 'Dirty upper bits are not followed.',
  check: (facts) =>
    facts.contracts.flatMap(({ contract, fns }) => [...fns, ...contract.node.modifiers].flatMap((fn) => slipsIn(fn))),
});

function slipsIn(fn: Fn): PlacedHit[] {
  return [...expressions(fn.body)].flatMap((expr): PlacedHit[] => {
    if (expr.kind !== 'call' || !expr.isYul) return [];
    const [first, second] = expr.args;
    const isShift = /^(shl|shr|sar)$/.test(nameOf(expr)) && first !== undefined && second !== undefined;
    const isTurned =
      isShift &&
      first.kind !== 'literal' &&
      second.kind === 'literal' &&
      /^(8|16|32|64|96|128|160|192|224|248|0x[0-9a-f]{1,2})$/i.test(second.value) &&
      first.kind === 'id';
    const ends =
      nameOf(expr) === 'return' &&
      (fn.visibility === 'internal' || fn.visibility === 'private') &&
      fn.returns.length > 0;
    return isTurned || ends
      ? [{ at: placeIn(fn.file, expr), confidence: 'firm', ...(ends ? { severity: 'HIGH' as const } : {}) }]
      : [];
  });
}

export const LAYOUT_RULES = [storageClash, arbitraryWrite, pointers, codeSize, assemblySlips];
