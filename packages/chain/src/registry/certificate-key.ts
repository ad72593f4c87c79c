import { encodeAbiParameters, type Hex, keccak256 } from 'viem';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A submission's UUID as bytes16, the contract's type. */
export function toSubmissionBytes(submissionId: string): Hex {
  if (!UUID.test(submissionId)) throw new Error('A submission id is a lower-case UUID.');
  return `0x${submissionId.replaceAll('-', '')}`;
}

/** keccak256(abi.encode(bytes16 submissionId, bytes32 payloadHash)): the key of a certificate on the chain. */
export function certificateKey(submissionId: string, payloadHash: Hex): Hex {
  const parameters = [{ type: 'bytes16' }, { type: 'bytes32' }] as const;
  return keccak256(encodeAbiParameters(parameters, [toSubmissionBytes(submissionId), payloadHash]));
}
