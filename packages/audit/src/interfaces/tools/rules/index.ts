import type { ToolRule } from '../rule.ts';
import { NAME_RULES } from './names.rules.ts';
import { PLACE_RULES } from './places.rules.ts';
import { changed, unreadable } from './reading.rules.ts';
import { SOURCE_RULES } from './source.rules.ts';
import { TEXT_RULES } from './text.rules.ts';

/** In order of ids. */
export const TOOL_RULES: readonly ToolRule[] = [
  unreadable,
  changed,
  ...TEXT_RULES,
  ...NAME_RULES,
  ...PLACE_RULES,
  ...SOURCE_RULES,
].sort((a, b) => (a.id < b.id ? -1 : 1));
