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
  /** The symlink target, as stored. */
  readonly target?: string;
};

/** The publisher's statements about the product; every member is optional. */
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
  /** Compiles contracts and tries to reproduce findings in them. */
  readonly lab?: ContractLab;
  readonly sandbox?: SandboxPort;
  /** Stored answers of models about this bundle; the engine asks no model. */
  readonly readings?: readonly Reading[];
  readonly observations?: {
    readonly probe?: readonly ProbeResult[];
    /** The code at the address where the publisher claims that the contract is deployed. */
    readonly deployed?: DeployedCode;
  };
  readonly knownNames?: readonly string[];
  /** The approved state of the tools; differences are reported. */
  readonly pins?: ToolPins;
};
