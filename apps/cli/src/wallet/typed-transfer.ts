import { addressOfPublicKey, keccak256Hex } from '@assay/protocol';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { UsageError } from '../exit-codes.ts';

/** EIP-712 of EIP-3009 `TransferWithAuthorization`, the only message that the x402 scheme `exact` lets a wallet sign. */
type TokenDomain = {
  readonly name: string;
  readonly version: string;
  readonly chainId: number;
  readonly verifyingContract: string;
};
type Transfer = {
  readonly from: string;
  readonly to: string;
  readonly value: string;
  readonly validAfter: string;
  readonly validBefore: string;
  readonly nonce: string;
};

const TRANSFER_TYPE =
  'TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)';
const DOMAIN_TYPE = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)';

const utf8 = (text: string): string => Buffer.from(text, 'utf8').toString('hex');
const keccak = (hex: string): string => keccak256Hex(Buffer.from(hex, 'hex')).slice(2);
const number = (value: string | number): string => BigInt(value).toString(16).padStart(64, '0');
const address = (value: string): string => value.slice(2).toLowerCase().padStart(64, '0');

export function hashTransfer(domain: TokenDomain, transfer: Transfer): Uint8Array {
  const separator = keccak(
    [
      keccak(utf8(DOMAIN_TYPE)),
      keccak(utf8(domain.name)),
      keccak(utf8(domain.version)),
      number(domain.chainId),
      address(domain.verifyingContract),
    ].join(''),
  );
  const { from, to, value, validAfter, validBefore, nonce } = transfer;
  const message = keccak(
    [
      keccak(utf8(TRANSFER_TYPE)),
      address(from),
      address(to),
      number(value),
      number(validAfter),
      number(validBefore),
      nonce.slice(2),
    ].join(''),
  );
  return Buffer.from(keccak(`1901${separator}${message}`), 'hex');
}

/** Keeps the key in a closure. */
export function openWallet(keyText: string) {
  const hex = keyText.trim().replace(/^0x/, '');
  if (!/^[0-9a-f]{64}$/i.test(hex)) throw new UsageError('The wallet key is not 32 bytes as hex.');
  const key = Uint8Array.from(Buffer.from(hex, 'hex'));
  return {
    address: addressOfPublicKey(secp256k1.getPublicKey(key, false)) as string,
    sign(digest: Uint8Array): string {
      const [recovery = 0, ...rs] = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
      return `0x${Buffer.from([...rs, recovery + 27]).toString('hex')}`;
    },
  };
}
export type LocalWallet = ReturnType<typeof openWallet>;
