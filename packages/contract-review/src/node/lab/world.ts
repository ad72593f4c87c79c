import { Common, Hardfork, Mainnet } from '@ethereumjs/common';
import { createEVM, type EVM } from '@ethereumjs/evm';
import { Account, Address, bytesToHex, hexToBytes } from '@ethereumjs/util';

export const ETHER = 10n ** 18n;

/** Limits per call and in total. Gas is the deterministic substitute for time. */
const WORLD_LIMITS = { callGas: 3_000_000n, makeGas: 30_000_000n, totalGas: 60_000_000n, calls: 5_000 } as const;

/** The accounts of a stage. */
export const PEOPLE = {
  deployer: 'd1'.repeat(20),
  victim: '71'.repeat(20),
  attacker: 'a1'.repeat(20),
  accomplice: 'a2'.repeat(20),
} as const;

type Outcome = {
  readonly isOk: boolean;
  readonly output: string;
  readonly created: string | null;
  /** Contracts that selfdestructed in this call. */
  readonly destroyed: readonly string[];
};

/** The gas limit of the review is reached; the remaining attempts are listed as not tried. */
export class Exhausted extends Error {}

const toAddress = (hex: string): Address => new Address(hexToBytes(`0x${hex}`));

/** A private in-process chain. Time moves only when `wait` is called. */
export class World {
  private readonly evm: EVM;
  private gas = 0n;
  private calls = 0;
  private number = 1_000_000n;
  private time = 1_900_000_000n;

  private constructor(evm: EVM) {
    this.evm = evm;
  }

  static async create(): Promise<World> {
    const common = new Common({ chain: Mainnet, hardfork: Hardfork.Cancun });
    const world = new World(
      await createEVM({ common, allowUnlimitedContractSize: true, allowUnlimitedInitCodeSize: true }),
    );
    for (const who of Object.values(PEOPLE)) await world.setBalance(who, 1_000n * ETHER);
    return world;
  }

  async setBalance(who: string, balance: bigint): Promise<void> {
    const account = (await this.evm.stateManager.getAccount(toAddress(who))) ?? new Account();
    account.balance = balance;
    await this.evm.stateManager.putAccount(toAddress(who), account);
  }

  async balanceOf(who: string): Promise<bigint> {
    return (await this.evm.stateManager.getAccount(toAddress(who)))?.balance ?? 0n;
  }

  async slotOf(who: string, slot: bigint): Promise<bigint> {
    const key = hexToBytes(`0x${slot.toString(16).padStart(64, '0')}`);
    const value = await this.evm.stateManager.getStorage(toAddress(who), key);
    return value.length === 0 ? 0n : BigInt(bytesToHex(value));
  }

  async hasCode(who: string): Promise<boolean> {
    return (await this.evm.stateManager.getCode(toAddress(who))).length > 0;
  }

  async setCode(who: string, runtime: string): Promise<void> {
    await this.evm.stateManager.putCode(toAddress(who), hexToBytes(`0x${runtime}`));
  }

  async codeOf(who: string): Promise<string> {
    return bytesToHex(await this.evm.stateManager.getCode(toAddress(who))).slice(2);
  }

  wait(seconds: bigint): void {
    this.time += seconds;
    this.number += seconds / 12n + 1n;
  }

  async call(from: string, to: string | null, data: string, value = 0n): Promise<Outcome> {
    this.calls += 1;
    if (this.gas > WORLD_LIMITS.totalGas || this.calls > WORLD_LIMITS.calls) throw new Exhausted();
    const { execResult, createdAddress } = await this.evm.runCall({
      caller: toAddress(from),
      origin: toAddress(from),
      ...(to === null ? {} : { to: toAddress(to) }),
      data: hexToBytes(`0x${data}`),
      value,
      gasLimit: to === null ? WORLD_LIMITS.makeGas : WORLD_LIMITS.callGas,
      block: { header: this.header() } as never,
    });
    // Deployments are limited by the number of attempts: storing code costs much gas but hardly any work.
    if (to !== null) this.gas += execResult.executionGasUsed;
    const isOk = execResult.exceptionError === undefined;
    return {
      isOk,
      output: bytesToHex(execResult.returnValue).slice(2),
      created: isOk && createdAddress !== undefined ? createdAddress.toString().slice(2) : null,
      destroyed: isOk ? [...(execResult.selfdestruct?.keys() ?? [])].map((one) => one.slice(2).toLowerCase()) : [],
    };
  }

  /** Runs work and reverts its effects. */
  async whatIf<T>(work: () => Promise<T>): Promise<T> {
    const { number, time } = this;
    await this.evm.journal.checkpoint();
    try {
      return await work();
    } finally {
      await this.evm.journal.revert();
      this.number = number;
      this.time = time;
    }
  }

  private header() {
    return {
      number: this.number,
      timestamp: this.time,
      coinbase: toAddress('c0'.repeat(20)),
      difficulty: 0n,
      prevRandao: new Uint8Array(32).fill(7),
      gasLimit: 30_000_000n,
      baseFeePerGas: 0n,
      getBlobGasPrice: () => 1n,
    };
  }
}
