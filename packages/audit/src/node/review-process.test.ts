import { execFileSync } from 'node:child_process';
import { getPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { AuditFault } from '../review/audit-fault.ts';
import { type ReviewProcess, startReviewProcess } from './review-process.ts';

const FAULTY = fileURLToPath(new URL('../testing/faulty.child.ts', import.meta.url));
const PATIENT_MS = 60_000;

const taskOf = (url: string) => ({
  bundle: { productType: 'SKILL' as const, files: [], source: { url, ref: '' } },
  isSandboxed: false,
});

let started: ReviewProcess | undefined;
afterEach(() => started?.end());

async function faultOf(url: string, timeoutMs = PATIENT_MS): Promise<string> {
  started = startReviewProcess(FAULTY);
  const fault: unknown = await started.review(taskOf(url), timeoutMs).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(AuditFault);
  expect(started.isFit()).toBe(false);
  return fault instanceof Error ? fault.message : '';
}

/** The priorities of a process and of the review process that it starts, read in the process itself. */
function prioritiesAt(nice: number, options: string): string {
  const pool = new URL('./pool.ts', import.meta.url).href;
  const code = `
    import { readdirSync, readFileSync } from 'node:fs';
    import { getPriority } from 'node:os';
    const { createAuditPool } = await import(${JSON.stringify(pool)});
    const pool = createAuditPool({ size: 1, isEager: true, ${options} });
    // Processes of others end while they are listed.
    const statusOf = (pid) => { try { return readFileSync('/proc/' + pid + '/status', 'utf8'); } catch { return ''; } };
    const parentOf = (pid) => Number(/^PPid:\\s*(\\d+)/m.exec(statusOf(pid))?.[1]);
    const children = readdirSync('/proc').filter((name) => /^\\d+$/.test(name) && parentOf(name) === process.pid);
    console.log(getPriority(), children.map((pid) => getPriority(Number(pid))).join());
    pool.close();
  `;
  const args = ['-n', String(nice), process.execPath, '--input-type=module', '-e', code];
  return execFileSync('/usr/bin/nice', args, { encoding: 'utf8' }).trim();
}

describe('the priority of reviews', () => {
  const own = getPriority();

  it('is that of whoever starts them, unless they are to give way', () => {
    expect(prioritiesAt(0, '')).toBe(`${own} ${own}`);
    expect(prioritiesAt(0, 'givesWay: true')).toBe(`${own} ${Math.max(own, 5)}`);
  });

  it('is never better than that, which only root could give', () => {
    const low = Math.min(19, own + 12);
    expect(prioritiesAt(12, 'givesWay: true')).toBe(`${low} ${low}`);
  });
});

describe('startReviewProcess', () => {
  it('reviews more than once in one process', async () => {
    started = startReviewProcess();

    const first = await started.review(taskOf('local:'), PATIENT_MS);
    const second = await started.review(taskOf('local:'), PATIENT_MS);

    expect(second.report.verdictHash).toBe(first.report.verdictHash);
    expect(started.isFit()).toBe(true);
  });

  it('is not used again after a fault', async () => {
    expect(await faultOf('fault:')).toBe('The review could not be finished.');
  });

  it('says why a process died, without its stack', async () => {
    expect(await faultOf('abort:')).toBe('The reviewing process ended (SIGABRT). FATAL ERROR: the parser is broken');
  });

  it('kills a review that takes too long', async () => {
    expect(await faultOf('hang:', 1)).toBe('The review took longer than 1 ms.');
  });

  it('kills a review that takes too much memory', async () => {
    expect(await faultOf('hoard:')).toBe('The review needed more than 256 MB.');
  });

  it('reports a program that does not start', async () => {
    started = startReviewProcess(fileURLToPath(new URL('./no-such-program.ts', import.meta.url)));

    await expect(started.review(taskOf('local:'), PATIENT_MS)).rejects.toThrow('The reviewing process ended (1).');
  });
});
