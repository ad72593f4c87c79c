import type { Logger } from '../log/index.ts';

type Deps = {
  readonly renew: (ids: readonly string[]) => Promise<void>;
  readonly everyMs: number;
  readonly log: Logger;
};

/** Renews leases while their work lasts. It stops with the process, so that short leases reveal its death to others. */
export function createLeaseRenewal({ renew, everyMs, log }: Deps) {
  const underWay = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  function renewAll(): void {
    void renew([...underWay]).catch((error: unknown) => log.warn({ err: error }, 'renewing leases failed'));
  }

  return {
    async during<T>(id: string, work: () => Promise<T>): Promise<T> {
      underWay.add(id);
      timer ??= setInterval(renewAll, everyMs);
      try {
        return await work();
      } finally {
        underWay.delete(id);
        if (underWay.size === 0) {
          clearInterval(timer);
          timer = undefined;
        }
      }
    },
  };
}
