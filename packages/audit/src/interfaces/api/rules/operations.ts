import { isSecretName } from '@assay/analysis/models/names/secret-name';
import type { ApiDocument, Operation } from '../document/document.ts';

/** One spelling for an identifier: `userId`, `user-id` and `user_id` are `user_id`. */
export const nameOf = (text: string): string =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();

export const labelOf = ({ method, path }: Operation): string => `${method.toUpperCase()} ${path.slice(0, 120)}`;

/** Operations of the service itself, without webhooks and callbacks. */
export const ownOperations = ({ operations }: ApiDocument): Operation[] =>
  operations.filter(({ kind }) => kind === 'path');

export const isSecured = ({ security }: Operation): boolean => !security.isOpen;

const MUTATING: ReadonlySet<string> = new Set(['post', 'put', 'patch', 'delete']);
export const isMutating = ({ method }: Operation): boolean => MUTATING.has(method);

/** A credential declared as a plain header or cookie parameter, as older documents do. */
export const hasCredentialParameter = ({ parameters }: Operation): boolean =>
  parameters.some(
    ({ in: place, name }) =>
      (place === 'header' || place === 'cookie') && (isSecretName(nameOf(name)) || nameOf(name) === 'x_signature'),
  );
