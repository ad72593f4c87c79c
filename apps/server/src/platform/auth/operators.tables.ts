import { OPERATOR_ROLES } from '@assay/protocol';
import { pgTable, text, timestamp, uuid } from '../db/drizzle.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** Operators by name. Their keys are rows of `credentials`. */
export const operators = pgTable('operators', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull().unique(),
  role: text('role', { enum: OPERATOR_ROLES }).notNull(),
  /** Value of the configured claim with which the operator signs in. */
  signIn: text('sign_in'),
  createdAt: moment('created_at').notNull(),
  createdBy: text('created_by').notNull(),
  removedAt: moment('removed_at'),
});
