// The compiled contracts with typed ABIs.
import { type Hex, isHex } from 'viem';
import assayToken from '../../artifacts/AssayToken.json' with { type: 'json' };
import certificateRegistry from '../../artifacts/CertificateRegistry.json' with { type: 'json' };
import multicall from '../../artifacts/Multicall.json' with { type: 'json' };
import testUsdc from '../../artifacts/TestUSDC.json' with { type: 'json' };
import { assayTokenAbi, certificateRegistryAbi, testUSDCAbi } from './abis.generated.ts';

export const CertificateRegistry = { abi: certificateRegistryAbi, bytecode: toHex(certificateRegistry.bytecode) };
export const AssayToken = { abi: assayTokenAbi, bytecode: toHex(assayToken.bytecode) };
export const TestUsdc = { abi: testUSDCAbi, deployedBytecode: toHex(testUsdc.deployedBytecode) };
export const Multicall = { deployedBytecode: toHex(multicall.deployedBytecode) };

function toHex(text: string): Hex {
  if (!isHex(text)) throw new Error('A committed artifact holds something that is not hexadecimal.');
  return text;
}
