import type { Unit } from '@assay/analysis/types';

/** Started later by the system, the agent or another program, or carried in the text of one, without the user's notice. */
const isOutOfSight = ({ origin, within }: Unit): boolean =>
  origin === 'startup' || origin === 'carried' || (within !== null && within.origin !== 'file' && isOutOfSight(within));

/** Like `isOutOfSight`, or a hook of a tool. */
export const isStartedAutomatically = (unit: Unit): boolean =>
  isOutOfSight(unit) || unit.origin === 'hook' || (unit.within !== null && isStartedAutomatically(unit.within));

const REACHES = /\b(?:curl|wget|nc|ncat|iwr|invoke-webrequest|ssh|scp|fetch\(|requests\.|https?:\/\/)/i;
const SECRETS = /\.ssh|\.aws|\.env\b|id_rsa|credentials|(?:TOKEN|SECRET|PASSWORD|API_KEY)\b|printenv|\benv\s*\|/;

const isLocal = (command: string): boolean =>
  /https?:\/\/(?:localhost|127\.0\.0\.1)/.test(command) && !/https?:\/\/(?!localhost|127\.0\.0\.1)/.test(command);

/** Whether an automatic command accesses the network or secrets. */
export const reachesOut = (command: string): boolean =>
  (REACHES.test(command) && !isLocal(command)) || SECRETS.test(command);
