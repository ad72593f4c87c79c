import type { Dashboard } from '@assay/protocol';
import type { z } from 'zod';

type NextAction = z.input<typeof Dashboard>['nextActions'][number];

/** Pending items of a developer, as stored. */
type Waiting = {
  readonly openFlags: readonly {
    readonly certificateId: string;
    readonly severity: string;
    readonly openedAt: string;
  }[];
  readonly newerCommits: readonly {
    readonly certificateId: string;
    readonly name: string;
    readonly commit: string;
    readonly seenAt: Date;
  }[];
  readonly quotedDrafts: readonly { readonly id: string; readonly name: string; readonly updatedAt: Date }[];
};

export const ACTIONS_MAX = 20;

/** Flags come first, because they make a certificate invalid. Unpaid drafts come last. */
export function toNextActions({ openFlags, newerCommits, quotedDrafts }: Waiting): NextAction[] {
  const actions: NextAction[] = [
    ...openFlags.map(({ certificateId, severity, openedAt }) => ({
      kind: 'FLAG_OPENED' as const,
      ref: { type: 'certificate', id: certificateId },
      detail: `A flag of severity ${severity} is open: the certificate is not valid until it is decided.`,
      at: openedAt,
    })),
    ...newerCommits.map(({ certificateId, name, commit, seenAt }) => ({
      kind: 'NEWER_COMMIT' as const,
      ref: { type: 'certificate', id: certificateId },
      detail: `The source of ${name} is at commit ${commit}, which is not certified.`,
      at: seenAt.toISOString(),
    })),
    ...quotedDrafts.map(({ id, name, updatedAt }) => ({
      kind: 'DRAFT_UNPAID' as const,
      ref: { type: 'draft', id },
      detail: `The draft ${name} has a price and is not paid.`,
      at: updatedAt.toISOString(),
    })),
  ];
  return actions.slice(0, ACTIONS_MAX);
}
