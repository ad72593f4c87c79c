import type { World } from '../state.ts';
import { type AdminInput, type InputResult, refused } from './types.ts';

export function runAdmin(_w: World, _input: AdminInput): InputResult {
  return refused('method_not_found');
}
