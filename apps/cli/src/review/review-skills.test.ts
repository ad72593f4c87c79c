import { describe, expect, it } from 'vitest';
import { aReport } from '../testing/report.builder.ts';
import { CLEAN_SKILL, createFolder } from '../testing/skill-folder.ts';
import { type Review, reviewSkills } from './review-skills.ts';

const NOTHING_IGNORED = { ofSkill: () => undefined, ofFile: () => undefined };
const deps = (review: Review, window = 2) => ({
  review,
  ignores: NOTHING_IGNORED,
  window,
  today: '2030-01-01',
});

const skillsIn = (path: string, names: readonly string[]) => names.map((name) => ({ name, root: `${path}/${name}` }));

describe('reviewSkills', () => {
  it('returns results in input order, and holds at most one window of them', async () => {
    using folder = createFolder({ 'a/SKILL.md': CLEAN_SKILL, 'b/SKILL.md': CLEAN_SKILL, 'c/SKILL.md': CLEAN_SKILL });
    const waiting: (() => void)[] = [];
    let most = 0;
    const review: Review = async () => {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        most = Math.max(most, waiting.length);
        if (waiting.length === 2) for (const end of waiting.splice(0).reverse()) end();
        else if (most === 2) resolve();
      });
      return { report: aReport(), durationMs: 1 };
    };
    const targets: string[] = [];
    for await (const { target } of reviewSkills(skillsIn(folder.path, ['a', 'b', 'c']), deps(review)))
      targets.push(target);
    expect(targets).toEqual(['a', 'b', 'c']);
    expect(most).toBe(2);
  });

  it('reports a failed review as its own outcome and continues', async () => {
    using folder = createFolder({ 'a/SKILL.md': CLEAN_SKILL, 'b/SKILL.md': CLEAN_SKILL });
    let calls = 0;
    const review: Review = async () => {
      calls += 1;
      if (calls === 1) throw new Error('stopped after 2 s');
      return { report: aReport(), durationMs: 1 };
    };
    const outcomes = [];
    for await (const outcome of reviewSkills(skillsIn(folder.path, ['a', 'b']), deps(review))) outcomes.push(outcome);
    expect(outcomes).toMatchObject([
      { kind: 'failed', gaps: ['the review failed: stopped after 2 s'] },
      { kind: 'reviewed', target: 'b' },
    ]);
  });

  it.each([
    ['nothing-to-review', 'SKILL.md: cannot be read'],
    ['unread-content', 'run or followed could not be read'],
  ] as const)('reports why the engine could not decide about a skill: %s', async (reason, words) => {
    using folder = createFolder({ 'a/SKILL.md': CLEAN_SKILL });
    const report = aReport({ reviewResult: 'UNDECIDED', undecided: [{ reason, fingerprints: ['f'] }] });
    const outcomes = [];
    for await (const outcome of reviewSkills(
      skillsIn(folder.path, ['a']),
      deps(async () => ({ report, durationMs: 1 })),
    ))
      outcomes.push(outcome);
    expect(outcomes).toMatchObject([{ kind: 'reviewed', gaps: [expect.stringContaining(words)] }]);
  });

  it('does not pass the location of the skill to the engine', async () => {
    using folder = createFolder({ 'a/SKILL.md': CLEAN_SKILL });
    const seen: unknown[] = [];
    const review: Review = async (bundle) => {
      seen.push(bundle);
      return { report: aReport(), durationMs: 1 };
    };
    for await (const _ of reviewSkills(skillsIn(folder.path, ['a']), deps(review)));
    expect(JSON.stringify(seen)).not.toContain(folder.path);
  });
});
