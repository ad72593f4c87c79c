import type { AbiItem, CompiledContract } from '@assay/analysis/types/contract-lab';
import { encodeAll, signatureOf, type Value } from './abi.ts';
import { ETHER, PEOPLE, type World } from './world.ts';

/** A contract at its address. */
export type Deployed = { readonly world: World; readonly contract: CompiledContract; readonly self: string };

export const isPayable = ({ stateMutability, payable }: AbiItem): boolean =>
  stateMutability === 'payable' || payable === true;
export const isView = ({ stateMutability, constant }: AbiItem): boolean =>
  stateMutability === 'view' || stateMutability === 'pure' || constant === true;
export const functionsIn = ({ abi }: CompiledContract): AbiItem[] =>
  abi.filter(({ type, name }) => type === 'function' && name !== undefined);

export const dataOf = ({ selectors }: CompiledContract, item: AbiItem, args: readonly Value[]): string =>
  (selectors[signatureOf(item)] ?? '00000000') + encodeAll(item.inputs ?? [], args);

/** The simplest value of a type. */
export const plainValue = (type: string, who: string, amount: bigint): Value => {
  if (type === 'address') return who;
  if (type === 'bool') return true;
  if (/^u?int\d*$/.test(type)) return amount;
  return /\[\d*\]$/.test(type) ? [] : '';
};

/** Whether an ordinary user can call the function, with enough ether if it is payable. */
export async function worksForVictim({ world, contract, self }: Deployed, item: AbiItem): Promise<boolean> {
  const args = (item.inputs ?? []).map(({ type }) => plainValue(type, PEOPLE.victim, 1n));
  return world.whatIf(
    async () =>
      (await world.call(PEOPLE.victim, self, dataOf(contract, item, args), isPayable(item) ? 8n * ETHER : 0n)).isOk,
  );
}
