import type { SandboxPort } from '../runs/plan.ts';
import type { ContractLab } from './contract-lab.ts';
import type { DeployedCode } from './deployment.ts';
import type { ParserAssets, ProbeResult, RulePack } from './ports.ts';
import type { Reading } from './reading.ts';
import type { ToolPins } from './tool-pins.ts';

const PRODUCT_TYPES = ['SKILL', 'API', 'SKILL+API', 'TOOL', 'CONTRACT'] as const;
export type ProductType = (typeof PRODUCT_TYPES)[number];

export type FileKind = 'file' | 'exec' | 'symlink' | 'submodule';

export type BundleFile = {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly kind?: FileKind;
  /** Where a symlink points, as stored. */
  readonly target?: string;
};

/** What the publisher says about the product; every member may be missing. */
export type Manifest = {
  readonly capabilities?: readonly string[];
  readonly externalCalls?: readonly string[];
  readonly declaredEndpoints?: readonly string[];
  readonly secrets?: readonly string[];
  readonly tools?: readonly string[];
  readonly safety?: {
    readonly network?: 'NONE' | 'DECLARED' | 'ANY';
    readonly filesystem?: 'NONE' | 'READ' | 'WRITE';
  };
};

type McpTool = { readonly name: string; readonly [member: string]: unknown };

export type Bundle = {
  readonly productType: ProductType;
  readonly files: readonly BundleFile[];
  readonly manifest?: Manifest;
  readonly declaredEndpoints?: readonly string[];
  readonly openapi?: string | object;
  readonly mcpTools?: readonly McpTool[];
  readonly source: { readonly url: string; readonly ref: string; readonly entry?: string };
};

export type Options = {
  readonly parsers: ParserAssets;
  readonly plugins?: readonly RulePack[];
  /** Compiles contracts and tries what was found in them. */
  readonly lab?: ContractLab;
  readonly sandbox?: SandboxPort;
  /** What models said about this bundle, as stored; nobody is asked here. */
  readonly readings?: readonly Reading[];
  readonly observations?: {
    readonly probe?: readonly ProbeResult[];
    /** What lies at the address that a contract is said to be deployed at. */
    readonly deployed?: DeployedCode;
  };
  readonly knownNames?: readonly string[];
  /** What the tools were when somebody approved them; what differs is named. */
  readonly pins?: ToolPins;
};
