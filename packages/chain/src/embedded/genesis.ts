// The state of the embedded chain before block 1. All of it is part of the hash of block 1: a change here makes every
// existing journal unreadable, so it needs a journal migration. The date and rules are in edr-process.child.ts.
import { type Address, type Hex, parseEther } from 'viem';
import { Multicall, TestUsdc } from '../contracts/artifacts.ts';

/** Base Sepolia's id: stock x402 clients know its name and USDC, so they can pay here without changes. */
export const EMBEDDED_CHAIN_ID = 84_532;

/** The address where stock x402 clients look for USDC on chain 84532. */
export const EMBEDDED_USDC_ADDRESS: Address = '0x036CbD53842c5426634e7929541eC2318f3dCF7e';
/** The same on every public chain. */
export const MULTICALL_ADDRESS: Address = '0xcA11bde05977b3631167028862bE2a173976CA11';

/** keccak256("assay.test-usdc.minter"), as in TestUSDC.sol */
const USDC_MINTER_SLOT: Hex = '0xf6ba0caf9b5a0098b4c6ff3fe0bd7fb9a84a21e7bf179db25bd890f7528caacd';
const FAUCET_BALANCE_WEI = parseEther('1000000000');

export type Genesis = {
  code: { address: Address; deployedBytecode: Hex }[];
  storage: { address: Address; slot: Hex; owner: Address }[];
  balances: { address: Address; wei: bigint }[];
};

/** The faucet holds all ether and may mint test USDC. All other accounts are empty. */
export function createGenesis(faucet: Address): Genesis {
  return {
    code: [
      { address: EMBEDDED_USDC_ADDRESS, deployedBytecode: TestUsdc.deployedBytecode },
      { address: MULTICALL_ADDRESS, deployedBytecode: Multicall.deployedBytecode },
    ],
    storage: [{ address: EMBEDDED_USDC_ADDRESS, slot: USDC_MINTER_SLOT, owner: faucet }],
    balances: [{ address: faucet, wei: FAUCET_BALANCE_WEI }],
  };
}
