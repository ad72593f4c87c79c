import type { GuardPolicy } from '@assay/client';

const LEVELS = ['CLEAR', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;
const RISKS = ['LOW', 'MEDIUM', 'HIGH'] as const;
const READERS = ['NONE', 'MODEL', 'PERSON'] as const;

/** The defaults of `decideGuard` for members that a policy omits. */
const DEFAULTS = {
  allowUpTo: 'LOW',
  askUpTo: 'MEDIUM',
  maxSandboxRiskLevel: 'HIGH',
  readBy: 'NONE',
  onUnread: 'ask',
  onFlags: 'deny',
  onUnreachable: 'deny',
} as const satisfies GuardPolicy;

/**
 * A project may narrow the user's policy, or the defaults if the user has none. It cannot widen them, because its file
 * may be from a third party.
 */
export function narrowPolicy(user: GuardPolicy, project: GuardPolicy): GuardPolicy {
  if (Object.keys(project).length === 0) return user;
  const own = { ...DEFAULTS, ...user };
  const strict = <T extends 'ask' | 'deny'>(a: T, b: T | undefined): 'ask' | 'deny' =>
    a === 'deny' || b === 'deny' ? 'deny' : 'ask';
  return {
    ...user,
    allowUpTo: lowest(LEVELS, own.allowUpTo, project.allowUpTo),
    askUpTo: lowest(LEVELS, own.askUpTo, project.askUpTo),
    maxSandboxRiskLevel: lowest(RISKS, own.maxSandboxRiskLevel, project.maxSandboxRiskLevel),
    readBy: lowest([...READERS].reverse(), own.readBy, project.readBy),
    onUnread: strict(own.onUnread, project.onUnread),
    onFlags: strict(own.onFlags, project.onFlags),
    onUnreachable: strict(own.onUnreachable, project.onUnreachable),
    ...smallest(user.maxAgeDays, project.maxAgeDays),
    ...shared('allowedCapabilities', user, project),
    ...shared('allowedHosts', user, project),
    requireCommitBinding: user.requireCommitBinding === true || project.requireCommitBinding === true,
    requireAnchor: user.requireAnchor === true || project.requireAnchor === true,
  };
}

/** An unknown word counts as the lowest. */
const lowest = <const T extends string>(scale: readonly T[], a: T, b: T | undefined): T =>
  b === undefined ? a : (scale[Math.max(0, Math.min(scale.indexOf(a), scale.indexOf(b)))] as T);

function smallest(a: number | undefined, b: number | undefined): Pick<GuardPolicy, 'maxAgeDays'> {
  const days = [a, b].filter((each) => each !== undefined);
  return days.length === 0 ? {} : { maxAgeDays: Math.min(...days) };
}

function shared(name: 'allowedCapabilities' | 'allowedHosts', user: GuardPolicy, project: GuardPolicy): GuardPolicy {
  const [a, b] = [user[name], project[name]];
  const both = a === undefined || b === undefined ? (a ?? b) : a.filter((each) => b.includes(each));
  return both === undefined ? {} : { [name]: both };
}
