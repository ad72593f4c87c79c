export { type Actor, type Caller, type Callers, type Developer, type Operator, principalOf } from './callers.ts';
export { type Credentials, createCredentials } from './credentials.service.ts';
export { type CredentialStore, credentialStore } from './credentials.store.ts';
export { admit } from './gate.ts';
