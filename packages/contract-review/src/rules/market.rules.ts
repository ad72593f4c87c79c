import type { Op } from '../flow/trace.ts';
import { dependsOn, isInput, isSenderExpr, isTainted, slotOf } from '../flow/values.ts';
import type { Contract } from '../program/program.ts';
import { contractRule, entryOf, inEntries, isAuthorisedAt, placeIn, placeOf } from './support.ts';

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
  blindTo: 'Callbacks are identified by name. Token receivers that only record are HIGH.',
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

/** The guard compares the message's sender with stored data, or passes it to an internal function that checks it. */
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

export const MARKET_RULES = [openCallback, remoteSender];
