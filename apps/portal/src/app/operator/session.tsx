/** The operator of this page and the permissions of the role. */
import { createContext, useContext } from 'react';
import type { Wire } from '../../wire.ts';

export type Me = Wire<'readOperator'>;
type Role = Me['role'];

const ROLES: readonly Role[] = ['reader', 'reviewer', 'administrator'];

export const OperatorContext = createContext<Me>({ name: '', role: 'reader', twoPersonHours: 0 });
export const useOperator = (): Me => useContext(OperatorContext);

/** The service decides; the page only hides actions that it would reject. */
export const mayAs = (held: Role, needed: Role): boolean => ROLES.indexOf(held) >= ROLES.indexOf(needed);
