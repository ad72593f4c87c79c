import type { Compilation, CompileRequest, Tried, TryRequest } from '@assay/analysis/types/contract-lab';

export type LabQuestion =
  | { readonly kind: 'compile'; readonly request: CompileRequest }
  | { readonly kind: 'attack'; readonly request: TryRequest };

export type LabAnswer =
  | { readonly kind: 'compiled'; readonly compilation: Compilation }
  | { readonly kind: 'tried'; readonly tried: Tried }
  | { readonly kind: 'fault'; readonly reason: string };
