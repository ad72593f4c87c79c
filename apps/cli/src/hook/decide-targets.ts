import { type Decision, decideGuard, type GuardPolicy, type Verification } from '@assay/client';
import type { Service } from '../service/connect.ts';
import { verifyFolder } from '../service/verify-content.ts';
import { verifyUrl } from '../service/verify-url.ts';
import type { Ruling } from './hosts.ts';
import type { Target } from './tool-use.ts';

export type HookNeeds = {
  readonly service: Service;
  /** Whether this exact bundle was once verified as valid on this machine. */
  readonly knowsBundle: (sha256: string) => Promise<boolean>;
  /** Called for an unchanged, allowed folder, so that its next use needs no request. */
  readonly remember?: (bundleSha256: string, certificateId: string) => void;
};

const ALLOWED: Ruling = { decision: 'allow', reason: '' };
const RANK: Readonly<Record<Decision, number>> = { allow: 0, ask: 1, deny: 2 };

/** The strictest ruling over all targets of the tool call. */
export async function decideTargets(targets: readonly Target[], needs: HookNeeds): Promise<Ruling> {
  const rulings = await Promise.all(targets.map((target) => rule(target, needs)));
  return rulings.reduce(
    (strictest, each) => (RANK[each.decision] > RANK[strictest.decision] ? each : strictest),
    ALLOWED,
  );
}

async function rule(target: Target, needs: HookNeeds): Promise<Ruling> {
  switch (target.kind) {
    case 'install':
      return ruleInstall(target.source, needs);
    case 'missing':
      return {
        decision: 'deny',
        reason: `Assay: there is no skill ${target.name} in the skills folders and plugins of this machine, so it cannot be verified.`,
      };
    case 'unresolved':
      return {
        decision: 'ask',
        reason: `Assay: this call may use or install a skill, and cannot be checked: ${target.detail}. Name the skill's folder in full, or allow it yourself.`,
      };
    case 'reach':
      return ruleReach(target, needs);
    case 'uncovered':
      return {
        decision: 'deny',
        reason: `Assay: ${target.path} is in the .git folder of a skill, which no certificate covers. Remove the .git folder of the skill, or use its certified files.`,
      };
    case 'folder': {
      const ruling = await ruleFolder(target.path, target.name, needs);
      if (target.isFound !== true || ruling.decision !== 'deny') return ruling;
      return {
        decision: 'ask',
        reason: `${ruling.reason} The call searches for files, and this skill is among them.`,
      };
    }
  }
}

/** Allows when every skill in reach of the call may be used. */
async function ruleReach(
  { detail, skills }: Extract<Target, { readonly kind: 'reach' }>,
  needs: HookNeeds,
): Promise<Ruling> {
  const rulings = await Promise.all(skills.map(({ path, name }) => ruleFolder(path, name, needs)));
  const refused = skills.filter((_, index) => rulings[index]?.decision !== 'allow').map(({ path }) => path);
  if (refused.length === 0) return ALLOWED;
  return {
    decision: 'ask',
    reason: `Assay: this command can use skills that are not valid here, because ${detail}. Certify, approve (assay trust DIR) or remove: ${refused.join(', ')}. Or write a command that names its files and evaluates no code.`,
  };
}

async function ruleFolder(
  folder: string,
  name: string,
  { service, knowsBundle, remember }: HookNeeds,
): Promise<Ruling> {
  const { content, verification } = await verifyFolder(folder, undefined, service.client);
  const isSilent = verification.outcome === 'undecidable';
  const bundle = isSilent ? await service.client.bundleSha256(content) : undefined;
  const isKnown = bundle !== undefined && (await knowsBundle(bundle));
  const ruling = toRuling(verification, `${name} (${folder})`, isKnown, service.settings.policy);
  const { valid, record, installerMetadata } = verification;
  if (ruling.decision === 'allow' && valid && record !== null && installerMetadata === undefined)
    remember?.(record.bundleSha256, record.certificateId);
  return ruling;
}

async function ruleInstall(source: string | undefined, { service }: HookNeeds): Promise<Ruling> {
  if (source === undefined)
    return {
      decision: 'deny',
      reason:
        'Assay: this installs a skill, and the command does not say from which repository. Write https://github.com/OWNER/REPOSITORY, without a branch or a selection.',
    };
  return toRuling(await verifyUrl(source, undefined, service), source, false, service.settings.policy);
}

/** Denies invalid certificates and asks about flags. When the service gives no answer, denies new bundles and asks about known ones. */
function toRuling(verification: Verification, name: string, isKnown: boolean, policy: GuardPolicy): Ruling {
  const onUnreachable = policy.onUnreachable ?? (isKnown ? 'ask' : 'deny');
  const { decision, reasons } = decideGuard(verification, { onFlags: 'ask', ...policy, onUnreachable }, Date.now());
  return {
    decision,
    reason: decision === 'allow' ? '' : `Assay: ${name}: ${reasons.map(({ detail }) => detail).join(' ')}`,
  };
}
