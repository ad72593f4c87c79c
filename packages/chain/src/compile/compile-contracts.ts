// Compiles the Solidity contracts. `node packages/chain/src/compile/compile-contracts.ts` rewrites the committed
// artifacts/<Name>.json and src/contracts/abis.generated.ts. A test compares both with the sources.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import solc from 'solc';
import type { Abi, Hex } from 'viem';

const PACKAGE_ROOT = join(import.meta.dirname, '../..');
const SOURCES = [
  'contracts/CertificateRegistry.sol',
  'contracts/AssayToken.sol',
  'contracts/embedded/TestUSDC.sol',
  'contracts/embedded/Multicall.sol',
  'contracts/testing/TestWallet.sol',
] as const;

// No metadata hash and a fixed EVM version: the same source gives the same bytes on every machine.
const SETTINGS = {
  evmVersion: 'cancun',
  optimizer: { enabled: true, runs: 10_000 },
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
} as const;

type Artifact = {
  name: string;
  source: string;
  compiler: string;
  abi: Abi;
  bytecode: Hex;
  deployedBytecode: Hex;
};
type GeneratedFile = { path: string; text: string };

type SolcOutput = {
  errors?: { severity: 'error' | 'warning' | 'info'; formattedMessage: string }[];
  contracts: Record<
    string,
    Record<string, { abi: Abi; evm: Record<'bytecode' | 'deployedBytecode', { object: string }> }>
  >;
};

export function compileContracts(): Artifact[] {
  const sources = Object.fromEntries(SOURCES.map((path) => [path, { content: readSource(path) }]));
  const input = JSON.stringify({ language: 'Solidity', sources, settings: SETTINGS });
  const output: SolcOutput = JSON.parse(
    solc.compile(input, { import: (path: string) => ({ contents: readLibrary(path) }) }),
  );

  // Warnings are errors: these contracts hold money or anchors.
  const complaints = output.errors ?? [];
  if (complaints.length > 0) throw new Error(complaints.map((complaint) => complaint.formattedMessage).join('\n'));

  return SOURCES.flatMap((source) =>
    Object.entries(output.contracts[source] ?? {}).map(([name, contract]) => ({
      name,
      source,
      compiler: solc.version(),
      abi: contract.abi,
      bytecode: `0x${contract.evm.bytecode.object}` as const,
      deployedBytecode: `0x${contract.evm.deployedBytecode.object}` as const,
    })),
  );
}

export function renderGenerated(artifacts: Artifact[]): GeneratedFile[] {
  const json = artifacts.map((artifact) => ({
    path: join(PACKAGE_ROOT, 'artifacts', `${artifact.name}.json`),
    text: `${JSON.stringify(artifact, null, 2)}\n`,
  }));
  const abis = artifacts.map(
    ({ name, abi }) => `export const ${toConstant(name)} = ${JSON.stringify(abi)} as const;\n`,
  );
  const header = '// Generated from contracts/ by src/compile/compile-contracts.ts.\n';
  return [...json, { path: join(PACKAGE_ROOT, 'src/contracts/abis.generated.ts'), text: header + abis.join('') }];
}

/** `CertificateRegistry` → `certificateRegistryAbi` */
function toConstant(contractName: string): string {
  return `${contractName.charAt(0).toLowerCase()}${contractName.slice(1)}Abi`;
}

function readSource(path: string): string {
  return readFileSync(join(PACKAGE_ROOT, path), 'utf8');
}

function readLibrary(path: string): string {
  return readFileSync(createRequire(import.meta.url).resolve(path), 'utf8');
}

if (import.meta.main) {
  for (const file of renderGenerated(compileContracts())) {
    writeFileSync(file.path, file.text);
    process.stdout.write(`${relative(PACKAGE_ROOT, file.path)}\n`);
  }
}
