import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

type Step = { readonly uses?: string; readonly run?: string; readonly with?: Readonly<Record<string, unknown>> };
type Job = {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly steps: readonly Step[];
};
type Workflow = { readonly on: unknown; readonly permissions?: unknown; readonly jobs: Readonly<Record<string, Job>> };

const FOLDER = new URL('../.github/workflows/', import.meta.url);

/** The only jobs that may write, and what. A further one is a decision. */
const WRITES: Readonly<Record<string, readonly string[]>> = {
  'codeql.yml analyze': ['security-events'],
  'publish.yml publish': ['attestations', 'id-token'],
  'publish.yml attach': ['contents'],
  'scorecard.yml analysis': ['id-token', 'security-events'],
};

describe.each(readdirSync(FOLDER))('the workflow %s', (file) => {
  const text = readFileSync(new URL(file, FOLDER), 'utf8');
  const { on, permissions, jobs } = parse(text) as Workflow;
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  it('pins each action by digest, with its version in a comment', () => {
    const used = text.split('\n').filter((line) => /\buses:/.test(line));
    expect(used.filter((line) => !/ uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
    expect(used).toHaveLength(steps.filter(({ uses }) => uses !== undefined).length);
  });

  it('has no permissions except those that a job needs', () => {
    expect(permissions).toEqual({});
    for (const [name, job] of Object.entries(jobs)) {
      const writes = Object.entries(job.permissions ?? {}).filter(([, access]) => access !== 'read');
      expect([name, writes.map(([scope]) => scope).sort()]).toEqual([name, WRITES[`${file} ${name}`] ?? []]);
      expect([name, job['timeout-minutes']]).toEqual([name, expect.any(Number)]);
    }
  });

  it('gives no token and no text of third parties to a command', () => {
    expect(JSON.stringify(on)).not.toMatch(/pull_request_target|workflow_run|issue/);
    for (const { uses, run, with: inputs } of steps) {
      expect(run ?? '').not.toContain('${{');
      if (uses?.startsWith('actions/checkout@')) expect(inputs).toMatchObject({ 'persist-credentials': false });
    }
  });
});
