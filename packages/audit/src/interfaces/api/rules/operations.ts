import { isSecretName } from '@assay/analysis/models/names/secret-name';
import type { ApiDocument, Operation } from '../document/document.ts';
import { type Property, propertiesOf } from '../document/schema.ts';
import type { Place, TreeNode } from '../tree/node.ts';

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

/** A value that the caller fills in, in the address or in the body. */
export type Input = {
  readonly name: string;
  readonly in: string;
  readonly at: Place;
  readonly schema: TreeNode | undefined;
};

export const inputsOf = ({ references }: ApiDocument, { parameters, bodies }: Operation): Input[] => [
  ...parameters,
  ...bodies.flatMap(({ schema }) =>
    propertiesOf(schema, references)
      .filter(({ isReadOnly }) => !isReadOnly)
      .map((property) => ({ ...property, in: 'body' })),
  ),
];

/** Properties of successful answers. */
export const givenBy = ({ references }: ApiDocument, { answers }: Operation): Property[] =>
  answers
    .filter(({ status }) => status.startsWith('2'))
    .flatMap(({ contents }) => contents.flatMap(({ schema }) => propertiesOf(schema, references)));

/** Whether at least three, and most, of these keep a habit: what the others leave out was left out. */
const HABIT_SHARE = 0.6;
const HABIT_MIN = 3;
export const isHabit = <T>(all: readonly T[], keeps: (one: T) => boolean): boolean =>
  all.filter(keeps).length >= Math.max(HABIT_MIN, all.length * HABIT_SHARE);
