import type { Audited } from '../audited.ts';
import type { Bundle } from '../model.ts';

/** What the pool asks of a process, and what that answers. */
export type ReviewTask = { readonly bundle: Bundle; readonly isSandboxed: boolean };

/** A report, and what it cost; the wait for a free process is no part of it. */
export type Reviewed = Audited & { readonly durationMs: number; readonly processorMs: number };

export type ProcessMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'reviewed'; readonly reviewed: Reviewed }
  | { readonly kind: 'fault'; readonly reason: string };
