import type { Finding } from '@assay/audit';
import type { Outcome } from '../review/outcome.ts';
import { toSafeText } from './safe-text.ts';
import type { Style } from './style.ts';

/** Shared settings of a page. `columns` is the output width. */
export type Page = { readonly style: Style; readonly columns: number };

export type Reviewed = Extract<Outcome, { kind: 'reviewed' }>;

export const COLUMNS = { min: 60, max: 110 } as const;
export const NAMES_SHOWN_MAX = 5;

export const place = ({ file, range }: Pick<Finding, 'file' | 'range'>): string =>
  `${toSafeText(file)}:${range.startLine}:${range.startCol}`;
