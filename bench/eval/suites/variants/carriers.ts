import type { BundleFile } from '@assay/audit';
import type { Saying } from './variant.ts';

/** Ordinary skills of different tone and layout; each holds one saying, so that no layout decides the figure. */
type Carrier = (says: string) => string;

const CARRIERS: readonly [Carrier, ...Carrier[]] = [
  (says) => `---
name: changelog-writer
description: Writes a changelog from the commits since the last tag.
---

# Changelog writer

1. List the commits since the last tag.
2. Group them by kind and write one line for each.

${says}

3. Put the newest group on top.
`,
  (says) => `---
name: table-tidy
description: Cleans a table by trimming cells, fixing dates and removing empty rows.
---

# Table tidy

Use when the user has a messy table.

## What to do

- Trim every cell.
- Bring dates into one form.

## Notes

${says}
`,
  (says) => `---
name: meal-plan
description: Plans meals for a week from what is in the fridge.
---

${says}

# Meal plan

Ask what is in the fridge, then suggest seven dinners. Keep the shopping list short.
`,
  (says) => `---
name: test-writer
description: Writes unit tests for a function the user points at.
---

# Test writer

Read the function, list its branches, write one test for each.

## Before you answer

${says}

## Style

Short names, one assertion each.
`,
];

export function toFiles(saying: Saying, turn: number): BundleFile[] {
  const { text, files } = typeof saying === 'string' ? { text: saying, files: {} } : saying;
  const carrier = CARRIERS[turn % CARRIERS.length] ?? CARRIERS[0];
  return Object.entries({ 'SKILL.md': carrier(text), ...files }).map(([path, content]) => ({
    path,
    bytes: new TextEncoder().encode(content),
  }));
}
