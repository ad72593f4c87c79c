export {
  type Actor,
  type ByOperator,
  type Caller,
  type Callers,
  type Developer,
  type Operator,
  type OperatorAct,
  operatorNameOf,
  principalOf,
} from './callers.ts';
export {
  type Credentials,
  createCredentials,
  insertOperatorKey,
  insertOperatorSession,
  OPERATOR_SESSION_SECONDS,
} from './credentials.service.ts';
export { type CredentialRow, type CredentialStore, credentialStore } from './credentials.store.ts';
export { type DeriveKey, keyDerivation } from './derived-keys.ts';
export { admit, admits, type Gatekeeper, OPERATOR_COOKIE, SESSION_COOKIE } from './gate.ts';
export { OPERATORS_MAX, type OperatorRow, type OperatorStore, operatorStore } from './operators.store.ts';
export { createSecretBox, type SecretBox } from './secret-box.ts';
export { openSigner } from './signer.ts';
