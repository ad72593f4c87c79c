import { VARIANTS, type Variant } from '@assay/analysis/runs/observation';

/** The properties of a machine that code can check. */
export type Surroundings = {
  variant: Variant;
  user: string;
  uid: number;
  home: string;
  hostName: string;
  nowMs: number;
  isCi: boolean;
  platform: 'linux' | 'darwin';
  /** Only the programs of a new machine are installed, so that `command -v tool || install` runs its second half. */
  isBare: boolean;
};

export const BASE: Surroundings = {
  variant: 'base',
  user: 'morgan',
  uid: 1000,
  home: '/home/morgan',
  hostName: 'workstation',
  nowMs: Date.UTC(2026, 2, 12, 10, 15, 30),
  isCi: false,
  platform: 'linux',
  isBare: false,
};

/** Each differs from the base in one property, so that a divergence identifies its cause. */
const CHANGES: Record<Variant, Partial<Surroundings>> = {
  base: {},
  clock: { nowMs: Date.UTC(2031, 9, 25, 3, 40, 10) }, // years later, a weekend night
  user: { user: 'root', uid: 0, home: '/root', hostName: 'sandbox-7' },
  ci: { isCi: true },
  platform: { platform: 'darwin', home: '/Users/morgan', isBare: true },
};

export const SURROUNDINGS: readonly Surroundings[] = VARIANTS.map((variant) => ({
  ...BASE,
  ...CHANGES[variant],
  variant,
}));

export const WORK_FOLDER = 'project/skill';

export function surroundingsEnv(place: Surroundings): Record<string, string> {
  return {
    HOME: place.home,
    USER: place.user,
    LOGNAME: place.user,
    HOSTNAME: place.hostName,
    PATH: '/usr/local/bin:/usr/bin:/bin',
    SHELL: '/bin/bash',
    LANG: 'C.UTF-8',
    TERM: 'xterm',
    TMPDIR: '/tmp',
    EPOCHSECONDS: String(Math.floor(place.nowMs / 1000)),
    OSTYPE: place.platform === 'darwin' ? 'darwin23' : 'linux-gnu',
    ...(place.isCi ? { CI: 'true', GITHUB_ACTIONS: 'true' } : {}),
  };
}
