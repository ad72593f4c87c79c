export { type Actor, type Caller, type Callers, type Developer, principalOf } from './callers.ts';
export { type Credentials, createCredentials } from './credentials.service.ts';
export { type CredentialRow, type CredentialStore, credentialStore } from './credentials.store.ts';
export { type DeriveKey, keyDerivation } from './derived-keys.ts';
export { admit, admits, type Gatekeeper, SESSION_COOKIE } from './gate.ts';
export { createSecretBox, type SecretBox } from './secret-box.ts';
export { openSigner } from './signer.ts';
