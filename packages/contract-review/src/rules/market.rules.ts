import type { PlacedHit } from '@assay/analysis/result/at-places';
import { nameOf } from '../flow/guards.ts';
import type { CallOp, Env, Op, Trace } from '../flow/trace.ts';
import { dependsOn, isInput, isSender, isSenderExpr, isTainted, rootOf, slotOf, typeOf } from '../flow/values.ts';
import type { Contract } from '../program/program.ts';
import type { Call, Expr, Fn, TypeNode } from '../syntax/ast.ts';
import { expressions, statements, within } from '../syntax/walk.ts';
import {
  callsIn,
  contractRule,
  entryOf,
  inEntries,
  isAdminOnly,
  isAuthorisedAt,
  isKeyedBySender,
  placeIn,
  placeOf,
  textOf,
  type Visit,
  writesIn,
} from './support.ts';

const RECOVER = /^(ecrecover|recover|tryRecover)$/;
const isRecover = (expr: Expr): expr is Call => expr.kind === 'call' && RECOVER.test(nameOf(expr));

const signatures = contractRule({
  id: 'CON-21',
  title: 'Signature replay or malleability',
  question: 'Can a signature be replayed, used in another domain, or pass without a signer?',
  severity: 'HIGH',
  references: ['SWC-117', 'SWC-121', 'SWC-122', 'SWC-133', 'CWE-347', 'CWE-294'],
  why: 'A used signature is public. Without a nonce, a domain and a check of the signer it is accepted again.',
  fix: 'Sign typed data (EIP-712) with a nonce, and recover with a library that rejects the zero address.',
  blindTo: 'Only nonce, chain and contract are checked in the signed data.',
  check: (facts) => [
    ...inEntries(facts, (visit) => [...replays(visit), ...zeroSigners(visit)]),
    ...facts.contracts.flatMap(({ contract, fns }) => fns.flatMap((fn) => collisions(fn, contract))),
  ],
});

type Recovery = { readonly call: Call; readonly env: Env; readonly op: Op };

/** Recoveries that something rests on. */
function recoveriesIn({ trace }: Visit): Recovery[] {
  const found = new Map<Expr, Recovery>();
  for (const op of trace.ops) {
    const used =
      op.kind === 'check'
        ? [op.test]
        : op.kind === 'write' && op.value !== null
          ? [op.value]
          : op.kind === 'give' && op.value !== null
            ? [op.value]
            : [];
    for (const expr of used)
      dependsOn(expr, op.env, (part, env) => {
        if (isRecover(part) && !found.has(part)) found.set(part, { call: part, env, op });
        return false;
      });
    if (
      op.kind === 'call' &&
      op.reached.how !== 'opaque' &&
      RECOVER.test(op.reached.name) &&
      !found.has(op.reached.call)
    )
      found.set(op.reached.call, { call: op.reached.call, env: op.env, op });
  }
  return [...found.values()];
}

const NONCE = /nonce|used|executed|claimed|consumed|cancell?ed|filled|processed|seen|spent|redeemed/i;

function replays(visit: Visit): PlacedHit[] {
  const { trace, contract, reviewed } = visit;
  const acts = trace.ops.some(
    (op) =>
      (op.kind === 'write' && op.slot.variable !== null) ||
      (op.kind === 'call' &&
        (op.reached.value !== null ||
          op.reached.how === 'high' ||
          op.reached.how === 'opaque' ||
          op.reached.how === 'low')),
  );
  if (!acts) return [];
  const isMarked =
    writesIn(trace).some(
      ({ slot }) =>
        slot.variable !== null && (NONCE.test(slot.variable.name) || slot.members.some((member) => NONCE.test(member))),
    ) ||
    callsIn(trace).some(({ reached }) => /nonce|_useUnordered|checkAndMark/i.test(reached.name)) ||
    marksDigest(trace);
  return recoveriesIn(visit).flatMap(({ call, env, op }): PlacedHit[] => {
    if (isAdminOnly(op, contract) && !dependsOn(call, env, isInput)) return [];
    const place = {
      at: placeIn(env.fn.file, call),
      entry: entryOf(reviewed, trace.entry),
      confidence: 'firm' as const,
    };
    if (!isMarked) return [{ ...place, note: 'The contract does not record that this signature was used.' }];
    const text = dependsOn(
      call,
      env,
      (part) =>
        (part.kind === 'id' && /this|domain|chainid|separator/i.test(part.name)) ||
        (part.kind === 'member' && /chainid/i.test(part.name)) ||
        (part.kind === 'call' && /typedData|domain|hashTyped|toEthSignedMessageHash712/i.test(nameOf(part))),
    );
    return text
      ? []
      : [{ ...place, severity: 'MEDIUM', note: 'The signed data contains neither the chain nor the contract.' }];
  });
}

/** `used[hash] = true` under any name: a place that is asked first and set here. */
const marksDigest = (trace: Trace): boolean =>
  writesIn(trace).some(
    (write) =>
      write.slot.keys.length > 0 &&
      !isKeyedBySender(write.slot) &&
      write.value?.kind === 'literal' &&
      write.guards.some(
        ({ test }) =>
          test.kind !== 'literal' &&
          [...within(test)].some((part) => part.kind === 'id' && part.name === write.slot.variable?.name),
      ),
  );

/** `ecrecover` answers zero for nonsense; compared with an empty place that is a match. */
function zeroSigners(visit: Visit): PlacedHit[] {
  const { trace, contract, reviewed } = visit;
  return recoveriesIn(visit).flatMap(({ call, env, op }): PlacedHit[] => {
    if (nameOf(call) !== 'ecrecover' || op.kind !== 'check') return [];
    const isChecked = trace.ops.some(
      (one) =>
        one.kind === 'check' &&
        /(^|[^0-9a-zA-Z])0(x0*)?\)?$|address\(0\)|!=0/.test(textOf(one.test, one.env)) &&
        dependsOn(one.test, one.env, isRecover),
    );
    const sides = op.test.kind === 'binary' ? [op.test.left, op.test.right] : [];
    const other = sides.find((side) => !dependsOn(side, op.env, isRecover));
    const root = other === undefined ? undefined : rootOf(other, op.env);
    const slot = root === undefined ? undefined : slotOf(root.expr, root.env, contract);
    const mayBeEmpty =
      root !== undefined &&
      ((slot?.keys.length ?? 0) > 0 ||
        isInput(root.expr, root.env) ||
        (slot !== undefined && !isSetAtStart(slot.variable?.name ?? '', reviewed)));
    return isChecked || !mayBeEmpty
      ? []
      : [
          {
            at: placeIn(env.fn.file, call),
            confidence: 'firm',
            note: 'An invalid signature recovers to the zero address, which is not rejected.',
            entry: entryOf(reviewed, trace.entry),
          },
        ];
  });
}

const isSetAtStart = (name: string, { constructors, contract }: Visit['reviewed']): boolean =>
  constructors.some((trace) => writesIn(trace).some(({ slot }) => slot.variable?.name === name)) ||
  contract.variables.some((one) => one.name === name && (one.value !== null || one.isImmutable || one.isConstant));

const isDynamic = (type: TypeNode | undefined): boolean =>
  type !== undefined &&
  ((type.kind === 'elementary' && /^(string|bytes)$/.test(type.name)) || (type.kind === 'array' && !type.isFixed));

/** `encodePacked(a, b)` of two texts: letters can move from one to the other. */
function collisions(fn: Fn, contract: Contract): PlacedHit[] {
  const env: Env = {
    fn,
    values: new Map(),
    locals: new Map([...fn.params, ...fn.returns].map((one) => [one.name, one])),
    caller: null,
    given: new Map(),
  };
  return [...expressions(fn.body)].flatMap((expr): PlacedHit[] => {
    if (expr.kind !== 'call' || nameOf(expr) !== 'keccak256') return [];
    const packed = expr.args[0];
    if (packed?.kind !== 'call' || nameOf(packed) !== 'encodePacked') return [];
    const dynamic = packed.args.map((arg) => isDynamic(typeOf(arg, env, contract)));
    const isAdjacent = dynamic.some((one, at) => one && dynamic[at + 1] === true);
    return isAdjacent
      ? [
          {
            at: placeIn(fn.file, packed),
            confidence: 'firm',
            note: 'Two values of variable length are concatenated: other values give the same digest.',
          },
        ]
      : [];
  });
}

const oracle = contractRule({
  id: 'CON-22',
  title: 'Price oracle manipulation',
  question: 'Does a price come from the current state of a pool, or from a feed without a check of its age?',
  severity: 'HIGH',
  references: ['CWE-345', 'CWE-829'],
  why: 'A flash loan can move the pool, and a stopped feed still returns its last value.',
  fix: 'Use a time-weighted price or a feed, and check its age, sign and decimals.',
  blindTo: 'Pools and feeds are identified by the names of their functions.',
  check: (facts) => inEntries(facts, (visit) => [...spotPrices(visit), ...staleAnswers(visit)]),
});

function spotPrices({ trace, reviewed }: Visit): PlacedHit[] {
  return callsIn(trace).flatMap((op): PlacedHit[] => {
    const { name, how, args } = op.reached;
    if (how !== 'high') return [];
    const place = { at: placeOf(op), confidence: 'firm' as const, entry: entryOf(reviewed, trace.entry) };
    if (name === 'latestAnswer') return [{ ...place, note: 'The answer has no timestamp.' }];
    const isPool =
      /^(getReserves|slot0|getAmountsOut|getAmountOut|get_dy|getSpotPrice)$/.test(name) && divides(trace, op);
    if (isPool)
      return [{ ...place, note: 'The current state of a pool can be manipulated and restored in one transaction.' }];
    const [holder] = args;
    const isBalance =
      name === 'balanceOf' &&
      holder !== undefined &&
      !isSender(holder.expr, holder.env) &&
      isRatioOfBalances(trace, op);
    return isBalance ? [{ ...place, note: 'The price depends on the current token balance of another account.' }] : [];
  });
}

const divides = (trace: Trace, { reached: { call } }: CallOp): boolean =>
  trace.ops.some(
    (op) => op.kind === 'math' && (op.op === '/' || op.op === '*') && dependsOn(op.at, op.env, (part) => part === call),
  ) || trace.entry.mutability === 'view';

/** One balance divided by another one of the same holder. */
const isRatioOfBalances = (trace: Trace, { reached: { call } }: CallOp): boolean =>
  trace.ops.some((op) => {
    if (op.kind !== 'math' || op.op !== '/' || op.at.kind !== 'binary') return false;
    const has = (side: Expr): boolean =>
      dependsOn(side, op.env, (part) => part.kind === 'call' && nameOf(part) === 'balanceOf');
    return has(op.at.left) && has(op.at.right) && dependsOn(op.at, op.env, (part) => part === call);
  });

function staleAnswers({ trace, reviewed }: Visit): PlacedHit[] {
  return callsIn(trace).flatMap((op): PlacedHit[] => {
    const { name, call, how } = op.reached;
    if (how !== 'high' || name !== 'latestRoundData') return [];
    const declared = [...statements(op.env.fn.body)].find((stmt) => stmt.kind === 'declare' && stmt.value === call);
    const assigned = [...expressions(op.env.fn.body)].find((expr) => expr.kind === 'assign' && expr.right === call);
    const names =
      declared?.kind === 'declare'
        ? declared.names.map((one) => one?.name)
        : assigned?.kind === 'assign' && assigned.left.kind === 'tuple'
          ? assigned.left.items.map((one) => (one?.kind === 'id' ? one.name : undefined))
          : [];
    const updated = names[3];
    const isAsked =
      updated !== undefined &&
      trace.ops.some(
        (one) =>
          one.kind === 'check' && [...within(one.test)].some((part) => part.kind === 'id' && part.name === updated),
      );
    return isAsked
      ? []
      : [
          {
            at: placeOf(op),
            confidence: 'firm',
            note: 'The age of the answer is not checked.',
            entry: entryOf(reviewed, trace.entry),
          },
        ];
  });
}

const presentBalance = contractRule({
  id: 'CON-23',
  title: 'Votes or rewards by current balance',
  question: 'Does a vote or reward depend on the balance in the current transaction?',
  severity: 'HIGH',
  references: ['CWE-367', 'CWE-841'],
  why: 'Tokens can be borrowed and returned in one transaction, or transferred between accounts and counted again.',
  fix: 'Use a snapshot of a past block.',
  blindTo: 'Rewards are reported only if the contract does not record what it has already paid.',
  check: (facts) => inEntries(facts, (visit) => [...presentVotes(visit)]),
});

function presentVotes({ trace, reviewed, contract }: Visit): PlacedHit[] {
  const isVote = /vote|propos|govern|quorum|elect/i.test(trace.entry.name);
  const isReward = /claim|reward|dividend|airdrop|harvest/i.test(trace.entry.name);
  if (!isVote && !isReward) return [];
  const remembers = writesIn(trace).some(
    ({ slot }) =>
      slot.keys.length > 0 &&
      isKeyedBySender(slot) &&
      /last|index|paid|debt|snapshot|checkpoint|claimed/i.test(slot.variable?.name ?? ''),
  );
  return trace.ops.flatMap((op): PlacedHit[] => {
    const holder = op.kind === 'call' && op.reached.name === 'balanceOf' ? op.reached.args[0] : undefined;
    const isCall = holder !== undefined && isSender(holder.expr, holder.env);
    const isOwnRead =
      op.kind === 'read' &&
      isKeyedBySender(op.slot) &&
      /^_?balances?(Of)?$/i.test(op.slot.variable?.name ?? '') &&
      isVote;
    if ((!isCall && !isOwnRead) || isAdminOnly(op, contract)) return [];
    const counts = writesIn(trace).some(
      (write) =>
        write.value !== null &&
        (write.op === '+=' || write.op === '=') &&
        write.slot.variable !== null &&
        dependsOn(
          write.value,
          write.env,
          (part) => part === op.at || nameOf(part) === 'balanceOf' || isSameRead(part, op),
        ),
    );
    const pays =
      isReward &&
      !remembers &&
      callsIn(trace).some(({ reached }) => reached.value !== null || /transfer|mint/i.test(reached.name));
    return (isVote && counts) || pays
      ? [{ at: placeOf(op), confidence: 'firm', entry: entryOf(reviewed, trace.entry) }]
      : [];
  });
}

const isSameRead = (part: Expr, op: Op): boolean => part.start === op.at.start && part.end === op.at.end;

const CALLBACK =
  /^(uniswapV2Call|uniswapV3SwapCallback|uniswapV3MintCallback|uniswapV3FlashCallback|pancakeCall|pancakeV3SwapCallback|algebraSwapCallback|onFlashLoan|executeOperation|receiveFlashLoan|callFunction|BiswapCall|swapCallback|flashCallback|lockAcquired|unlockCallback|tokensReceived|onTokenTransfer|onTransferReceived)$/;
const RECEIVER = /^(onERC721Received|onERC1155Received|onERC1155BatchReceived)$/;

const openCallback = contractRule({
  id: 'CON-29',
  title: 'Unauthenticated callback',
  question: 'Can any caller invoke a callback that only a pool, lender or token should invoke?',
  severity: 'CRITICAL',
  references: ['CWE-284', 'CWE-346'],
  why: 'A direct call makes the contract pay, or record a payment that never arrived.',
  fix: 'Check that msg.sender is the expected pool and that this contract started the operation.',
  blindTo: 'Callbacks are identified by name. HIGH for token receivers that only record.',
  check: (facts) =>
    inEntries(facts, ({ trace, contract, reviewed }) => {
      const { name } = trace.entry;
      const isReceiver = RECEIVER.test(name);
      if (!CALLBACK.test(name) && !isReceiver) return [];
      const act = trace.ops.find(
        (op) =>
          (op.kind === 'write' ||
            (op.kind === 'call' && !/^(static|library)$/.test(op.reached.how) && op.reached.name !== 'balanceOf')) &&
          !isAuthorisedAt(op, contract),
      );
      if (act === undefined || trace.ops.some((op) => isAuthorisedAt(op, contract))) return [];
      return [
        {
          at: placeIn(trace.entry.file, trace.entry.nameAt),
          confidence: 'firm',
          ...(isReceiver || name === 'tokensReceived' ? { severity: 'HIGH' as const } : {}),
          related: [{ at: placeOf(act), role: 'what the caller makes happen' }],
          entry: entryOf(reviewed, trace.entry),
        },
      ];
    }),
});

const REMOTE =
  /^(lzReceive|_lzReceive|nonblockingLzReceive|_nonblockingLzReceive|ccipReceive|_ccipReceive|anyExecute|sgReceive|xReceive|receiveWormholeMessages|handle|execute|executeWithToken|onOFTReceived|receiveMessage|onMessageReceived|processMessageFromRoot|handleMessage)$/;
const CHAIN_PARAM = /chain|origin|src|source|domain|from|sender|remote/i;

/** What the message says of its sender is held against something stored, or given to a function that asks. */
function comparesOrigin({ test, env }: Op['guards'][number], contract: Contract): boolean {
  const isSaid = dependsOn(
    test,
    env,
    (part, at) => isInput(part, at) || (part.kind === 'member' && isTainted(part.object, at)),
  );
  const isHeld = dependsOn(
    test,
    env,
    (part, at) =>
      slotOf(part, at, contract) !== undefined || (part.kind === 'call' && part.callee.kind === 'id' && !part.isYul),
  );
  return isSaid && isHeld;
}

const remoteSender = contractRule({
  id: 'CON-35',
  title: 'Unverified cross-chain message',
  question: 'Does a receiver of cross-chain messages check the endpoint and the sender?',
  severity: 'CRITICAL',
  references: ['CWE-345', 'CWE-346'],
  why: 'Anyone can send a message from another chain, or call the receiver directly.',
  fix: 'Accept calls only from the endpoint, and compare chain and sender with an allowlist of peers.',
  blindTo: 'Receivers are identified by the function names of bridges and by a parameter for the source chain.',
  check: (facts) =>
    inEntries(facts, ({ trace, contract, reviewed }) => {
      const { name, params } = trace.entry;
      const origins = params.filter((param) => CHAIN_PARAM.test(param.name));
      if (!REMOTE.test(name) || (origins.length === 0 && !/^(ccip|_?lz)/.test(name))) return [];
      const act = trace.ops.find(
        (op) =>
          op.kind === 'write' || (op.kind === 'call' && op.reached.how !== 'library' && op.reached.how !== 'static'),
      );
      if (act === undefined) return [];
      const isCalledByEndpoint =
        act.guards.some((guard) => dependsOn(guard.test, guard.env, isSenderExpr)) ||
        act.guards.some(({ isAssumed }) => isAssumed);
      const isFromPeer = act.guards.some((guard) => comparesOrigin(guard, contract));
      if (isCalledByEndpoint && isFromPeer) return [];
      const note = isCalledByEndpoint
        ? 'Nothing compares where the message comes from with a known peer.'
        : 'Anybody can call it in the name of the bridge.';
      return [
        {
          at: placeIn(trace.entry.file, trace.entry.nameAt),
          confidence: 'firm',
          note,
          related: [{ at: placeOf(act), role: 'what a message makes happen' }],
          entry: entryOf(reviewed, trace.entry),
        },
      ];
    }),
});

export const MARKET_RULES = [signatures, oracle, presentBalance, openCallback, remoteSender];
