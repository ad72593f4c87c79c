// The result of an EIP-3009 authorization, read from the token itself. It resolves every unknown settlement.
import { type Hex, isAddressEqual, parseAbi } from 'viem';
import { inspectTransfer, type TokenTransfer } from '../payments/token-transfer.ts';
import type { ChainClient } from '../rpc/chain-client.ts';
import { askChain } from '../rpc/chain-errors.ts';
import type { Authorization } from './exact-payment.ts';
import type { PaymentTerms } from './payment-terms.ts';

const EIP3009 = parseAbi([
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)',
]);

export type AuthorizationStatus =
  | { kind: 'unused' }
  /** Spent by this transfer on these terms. Any sender may have sent it. */
  | { kind: 'used'; transfer: TokenTransfer }
  /** Spent without payment: cancelled, or its nonce was used on other terms. */
  | { kind: 'void' }
  /** Spent, but not within the searched blocks. */
  | { kind: 'untraced' };

/**
 * Recipient and amount come from the terms. Those of the authorization are the payer's own claim: a transfer of a smaller
 * amount to another account spends its nonce, too.
 */
type AuthorizationQuestion = {
  terms: { network: Pick<PaymentTerms['network'], 'asset'> } & Pick<PaymentTerms, 'payTo' | 'amount'>;
  authorization: Pick<Authorization, 'from' | 'nonce'>;
  fromBlock: bigint;
};

export function findAuthorizationStatus(
  client: ChainClient,
  question: AuthorizationQuestion,
): Promise<AuthorizationStatus> {
  return askChain(async () => {
    const { from, nonce } = question.authorization;
    const read = {
      address: question.terms.network.asset,
      abi: EIP3009,
      functionName: 'authorizationState',
      args: [from, nonce],
    } as const;
    if (!(await client.readContract(read))) return { kind: 'unused' };

    const spender = await findEventTransaction(client, question, 'AuthorizationUsed');
    if (spender !== undefined) return judgeSpender(client, question, spender);
    const canceller = await findEventTransaction(client, question, 'AuthorizationCanceled');
    return canceller === undefined ? { kind: 'untraced' } : { kind: 'void' };
  });
}

async function judgeSpender(
  client: ChainClient,
  question: AuthorizationQuestion,
  txHash: Hex,
): Promise<AuthorizationStatus> {
  const inspection = await inspectTransfer(client, txHash);
  if (inspection.kind !== 'mined') return { kind: 'untraced' }; // removed by a reorganisation between two requests
  const { terms, authorization } = question;
  const transfer = inspection.transfers.find(
    ({ token, from, to, amount }) =>
      isAddressEqual(token, terms.network.asset) &&
      isAddressEqual(from, authorization.from) &&
      isAddressEqual(to, terms.payTo) &&
      amount === terms.amount,
  );
  return transfer === undefined ? { kind: 'void' } : { kind: 'used', transfer };
}

async function findEventTransaction(
  client: ChainClient,
  { terms, authorization, fromBlock }: AuthorizationQuestion,
  eventName: 'AuthorizationUsed' | 'AuthorizationCanceled',
): Promise<Hex | undefined> {
  const args = { authorizer: authorization.from, nonce: authorization.nonce };
  const [event] = await client.getContractEvents({
    address: terms.network.asset,
    abi: EIP3009,
    eventName,
    args,
    fromBlock,
  });
  return event?.transactionHash;
}
