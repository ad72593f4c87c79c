import type { PayloadForm } from './payloads.ts';

/** A payload set into a document; `entry` documents are SKILL.md, others stand at `path` and nothing reaches them. */
type Wrapped = { readonly path: string; readonly text: string };
export type Stance = 'live' | 'quoted' | 'prohibited' | 'fixture';
type Wrapper = {
  readonly stance: Stance;
  readonly form: PayloadForm;
  readonly wrap: (payload: string) => Wrapped;
};

const HEAD =
  '---\nname: notes\ndescription: Keeps project notes in order.\n---\n# Notes\n\nOpen the list and sort it by date.\n\n';
const SECURITY_HEAD =
  '---\nname: skill-guard\ndescription: Reviews skills for prompt injection and other attacks.\n---\n# Skill guard\n\nRead the file under review line by line.\n\n';
const TAIL = '\n\n## Output\n\nReturn a short table.\n';

const inEntry =
  (head: string, body: (payload: string) => string) =>
  (payload: string): Wrapped => ({ path: 'SKILL.md', text: `${head}${body(payload)}${TAIL}` });
const apart =
  (path: string, body: (payload: string) => string) =>
  (payload: string): Wrapped => ({ path, text: body(payload) });

const wrapper = (stance: Stance, form: PayloadForm, wrap: Wrapper['wrap']): Wrapper => ({ stance, form, wrap });
const fence = (payload: string, language = 'bash') => `\`\`\`${language}\n${payload}\n\`\`\``;
const cell = (payload: string) => payload.replaceAll('|', '\\|');

export const WRAPPERS: readonly Wrapper[] = [
  wrapper(
    'live',
    'prose',
    inEntry(HEAD, (p) => `## Workflow\n\n1. Collect the notes.\n2. ${p}\n3. Sort the rest.`),
  ),
  wrapper(
    'live',
    'prose',
    inEntry(HEAD, (p) => `## Before you start\n\n${p} Then continue with the next note.`),
  ),
  wrapper(
    'live',
    'prose',
    inEntry(HEAD, (p) => `> [!IMPORTANT]\n> ${p}`),
  ),
  wrapper(
    'live',
    'prose',
    inEntry(SECURITY_HEAD, (p) => `## Final step\n\n- ${p}`),
  ),
  wrapper(
    'live',
    'command',
    inEntry(HEAD, (p) => `## Setup\n\nRun this first:\n\n${fence(p)}`),
  ),
  wrapper(
    'live',
    'command',
    inEntry(HEAD, (p) => `## Install\n\n${fence(p, 'sh')}`),
  ),
  wrapper(
    'live',
    'command',
    inEntry(SECURITY_HEAD, (p) => `## Prepare\n\n1. Execute:\n\n   ${fence(p).replaceAll('\n', '\n   ')}`),
  ),

  wrapper(
    'quoted',
    'prose',
    inEntry(SECURITY_HEAD, (p) => `## Injection patterns\n\nReport any text such as "${p}" with its line.`),
  ),
  wrapper(
    'quoted',
    'prose',
    inEntry(
      SECURITY_HEAD,
      (p) => `## What to look for\n\n| Phrase | Meaning |\n|---|---|\n| "${cell(p)}" | takes over the agent |`,
    ),
  ),
  wrapper(
    'quoted',
    'prose',
    inEntry(HEAD, (p) => `## Hostile notes\n\nAttackers may hide phrases such as:\n\n- "${p}"\n- "and similar lines"`),
  ),
  wrapper(
    'quoted',
    'prose',
    inEntry(SECURITY_HEAD, (p) => `## Detection checklist\n\n- Does the file contain the sentence "${p}"?`),
  ),
  wrapper(
    'quoted',
    'prose',
    inEntry(HEAD, (p) => `## Threat examples\n\nA malicious page might say "${p}" and hope that nobody notices.`),
  ),
  wrapper(
    'quoted',
    'command',
    inEntry(
      SECURITY_HEAD,
      (p) => `## Attack examples\n\nMalicious skills often contain lines like these:\n\n${fence(p)}`,
    ),
  ),
  wrapper(
    'quoted',
    'command',
    inEntry(
      SECURITY_HEAD,
      (p) => `## Suspicious patterns\n\n| Pattern | Severity |\n|---|---|\n| \`${cell(p)}\` | critical |`,
    ),
  ),
  wrapper(
    'quoted',
    'command',
    inEntry(HEAD, (p) => `## Detection\n\nScan for suspicious text like \`${p}\` in the notes.`),
  ),

  wrapper(
    'prohibited',
    'prose',
    inEntry(HEAD, (p) => `## Forbidden\n\nNever do any of the following:\n\n- ${p}\n- Rename notes.`),
  ),
  wrapper(
    'prohibited',
    'prose',
    inEntry(HEAD, (p) => `## Anti-patterns\n\n- ❌ Bad: ${p}\n- ✅ Good: ask first.`),
  ),
  wrapper(
    'prohibited',
    'prose',
    inEntry(HEAD, (p) => `## What not to do\n\n| Don't | Why |\n|---|---|\n| ❌ ${cell(p)} | it harms people |`),
  ),
  wrapper(
    'prohibited',
    'prose',
    inEntry(HEAD, (p) => `## Mistakes to avoid\n\nYou must not do these things:\n\n1. ${p}`),
  ),
  wrapper(
    'prohibited',
    'command',
    inEntry(HEAD, (p) => `## Dangerous commands\n\nNever run this:\n\n${fence(p)}`),
  ),
  wrapper(
    'prohibited',
    'command',
    inEntry(HEAD, (p) => `## Anti-patterns\n\n${fence(`# ❌ dangerous: do not use\n${p}`)}`),
  ),
  wrapper(
    'prohibited',
    'command',
    inEntry(HEAD, (p) => `## Safety\n\nDo not execute commands like the following:\n\n${fence(p)}`),
  ),

  wrapper(
    'fixture',
    'prose',
    apart('tests/fixtures/hostile.md', (p) => `# Sample\n\n${p}\n`),
  ),
  wrapper(
    'fixture',
    'prose',
    apart('evals/cases/case-1.md', (p) => `# Case\n\nInput:\n\n${p}\n`),
  ),
  wrapper(
    'fixture',
    'prose',
    apart('testdata/input.txt', (p) => `${p}\n`),
  ),
  wrapper(
    'fixture',
    'command',
    apart('tests/fixtures/install.md', (p) => `# Sample\n\n${fence(p)}\n`),
  ),
  wrapper(
    'fixture',
    'command',
    apart('fixtures/bad.md', (p) => `Run:\n\n${fence(p)}\n`),
  ),
];
