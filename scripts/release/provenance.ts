/** The signed statement of a release: which files it consists of, and which commit they were built from. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROVENANCE_PREDICATE_TYPE } from '@assay/client/node';
import {
  canonicalBytes,
  preAuthenticationEncoding,
  type Signer,
  STATEMENT_PAYLOAD_TYPE,
  STATEMENT_TYPE,
} from '@assay/protocol';
import { toBase64 } from '@assay/protocol/base64';

export type Build = {
  readonly version: string;
  /** The full id of the commit, and when it was made. */
  readonly commit: string;
  readonly committedAt: string;
  readonly lockfileSha256: string;
  readonly node: string;
};

export const sha256OfFile = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

/** Two builds of one commit give the same statement: it holds no time but the commit's. */
export const toProvenance = (folder: string, names: readonly string[], build: Build): object => ({
  _type: STATEMENT_TYPE,
  subject: [...names].sort().map((name) => ({ name, digest: { sha256: sha256OfFile(join(folder, name)) } })),
  predicateType: PROVENANCE_PREDICATE_TYPE,
  predicate: {
    buildDefinition: {
      buildType: 'urn:assay:release:v1',
      externalParameters: { version: build.version, commit: build.commit },
      resolvedDependencies: [
        { uri: 'package-lock.json', digest: { sha256: build.lockfileSha256 } },
        { uri: `node@${build.node}` },
      ],
    },
    runDetails: { builder: { id: 'urn:assay:release:npm-run-release' }, metadata: { finishedOn: build.committedAt } },
  },
});

/** A DSSE envelope: `assay verify --release` and any tool for DSSE and Ed25519 can check it. */
export function signProvenance(statement: object, signer: Signer): object {
  const body = canonicalBytes(statement);
  const signature = signer.sign(preAuthenticationEncoding(STATEMENT_PAYLOAD_TYPE, body));
  return {
    payloadType: STATEMENT_PAYLOAD_TYPE,
    payload: toBase64(body),
    signatures: [{ keyid: signer.keyId, sig: toBase64(signature) }],
  };
}
