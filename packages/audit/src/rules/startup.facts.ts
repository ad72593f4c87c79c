import type { Unit } from '@assay/analysis/types';

/** Started by the system, the agent or another program at some later time, or hidden in the words of one: nobody is looking. */
const isOutOfSight = ({ origin, within }: Unit): boolean =>
  origin === 'startup' || origin === 'carried' || (within !== null && within.origin !== 'file' && isOutOfSight(within));

/** The same, or a hook of a tool. */
export const isStartedUnasked = (unit: Unit): boolean =>
  isOutOfSight(unit) || unit.origin === 'hook' || (unit.within !== null && isStartedUnasked(unit.within));

const REACHES = /\b(?:curl|wget|nc|ncat|iwr|invoke-webrequest|ssh|scp|fetch\(|requests\.|https?:\/\/)/i;
const SECRETS = /\.ssh|\.aws|\.env\b|id_rsa|credentials|(?:TOKEN|SECRET|PASSWORD|API_KEY)\b|printenv|\benv\s*\|/;

const isLocal = (command: string): boolean =>
  /https?:\/\/(?:localhost|127\.0\.0\.1)/.test(command) && !/https?:\/\/(?!localhost|127\.0\.0\.1)/.test(command);

/** A command that starts by itself and goes to the network, or to what is secret. */
export const reachesOut = (command: string): boolean =>
  (REACHES.test(command) && !isLocal(command)) || SECRETS.test(command);
