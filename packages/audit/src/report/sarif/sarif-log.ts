/** The part of SARIF 2.1.0 (OASIS Standard, Errata 01) that Assay writes. Section numbers refer to that text. */
export type SarifLevel = 'error' | 'warning' | 'note';

type SarifMessage = { text: string };

export type SarifLocation = {
  id?: number;
  message?: SarifMessage;
  physicalLocation: {
    artifactLocation: { uri: string; uriBaseId: typeof SOURCE_ROOT };
    region?: { startLine: number; startColumn: number; endLine: number; endColumn: number; snippet?: SarifMessage };
  };
};

export type SarifSuppression = { kind: 'inSource' | 'external'; justification: string };

export type SarifResult = {
  ruleId: string;
  ruleIndex: number;
  level: SarifLevel;
  message: SarifMessage;
  locations: [SarifLocation];
  partialFingerprints: { 'assay/v1': string; 'assay/v2': string };
  relatedLocations?: SarifLocation[];
  codeFlows?: { threadFlows: { locations: { location: SarifLocation }[] }[] }[];
  suppressions?: SarifSuppression[];
  properties: Record<string, unknown>;
};

export type SarifRule = {
  id: string;
  shortDescription: SarifMessage;
  fullDescription: SarifMessage;
  help: SarifMessage;
  helpUri?: string;
  defaultConfiguration: { level: SarifLevel };
  properties: { 'security-severity': string; precision: string; tags: string[] };
};

export type SarifNotification = { level: SarifLevel; message: SarifMessage; locations?: SarifLocation[] };

export type SarifRun = {
  tool: { driver: { name: 'assay'; semanticVersion?: string; informationUri?: string; rules: SarifRule[] } };
  automationDetails: { id: string };
  columnKind: 'utf16CodeUnits';
  invocations: [{ executionSuccessful: boolean; toolExecutionNotifications: SarifNotification[] }];
  versionControlProvenance?: { repositoryUri: string; revisionId?: string }[];
  results: SarifResult[];
  properties: Record<string, unknown>;
};

export type SarifLog = {
  $schema: typeof SCHEMA_URI;
  version: '2.1.0';
  runs: SarifRun[];
};

export const SCHEMA_URI =
  'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json' as const;

/** The name that code hosts use for the root of the checkout (§3.14.14). */
export const SOURCE_ROOT = '%SRCROOT%' as const;
