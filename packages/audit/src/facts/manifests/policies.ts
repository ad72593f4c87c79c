import type { FactValues, Unit } from '../../model.ts';
import type { Analysis } from '../analysis.ts';

type Effect = FactValues['policy']['effect'];
type Shape = { readonly file: RegExp; readonly shape: RegExp; readonly effect: Effect };

const INFRASTRUCTURE = /\.(?:tf|tofu|hcl|json|ya?ml|bicep|template|ts|py)$/i;
const SERVER = /(?:^|\/)sshd_config|\.sshd?_config$|(?:^|\/)sshd_config\.d\//i;
const DATABASE = /\.(?:sql|psql|pgsql)$/i;

/** Words of configuration that give rights away, by what they give. Members from the documents of the services. */
const SHAPES: readonly Shape[] = [
  {
    file: INFRASTRUCTURE,
    shape: /arn:aws:iam::aws:policy\/(?:AdministratorAccess|IAMFullAccess|PowerUserAccess)/g,
    effect: 'all-rights',
  },
  {
    file: INFRASTRUCTURE,
    shape:
      /["']?Action["']?\s*[:=]\s*\[?\s*["']\*(?::\*)?["'][\s\S]{0,120}?["']?Resource["']?\s*[:=]\s*\[?\s*["']\*["']/g,
    effect: 'all-rights',
  },
  {
    file: INFRASTRUCTURE,
    shape: /kind:\s*ClusterRoleBinding[\s\S]{0,600}?name:\s*cluster-admin/g,
    effect: 'all-rights',
  },
  { file: INFRASTRUCTURE, shape: /roles\/owner["']/g, effect: 'all-rights' },
  {
    file: INFRASTRUCTURE,
    shape: /["']?(?:AWS|identifiers)["']?\s*[:=]\s*\[?\s*["']arn:aws:iam::\d{12}:(?:root|user\/|role\/)/g,
    effect: 'foreign-trust',
  },
  {
    file: INFRASTRUCTURE,
    shape: /["']?Principal["']?\s*[:=]\s*(?:["']\*["']|\{\s*["']?AWS["']?\s*[:=]\s*["']\*["'])/g,
    effect: 'foreign-trust',
  },
  { file: INFRASTRUCTURE, shape: /\b(?:allUsers|system:anonymous|system:unauthenticated)\b/g, effect: 'foreign-trust' },
  { file: SERVER, shape: /^\s*PermitEmptyPasswords\s+yes/gim, effect: 'open-door' },
  {
    file: SERVER,
    shape: /^\s*AuthorizedKeys(?:File\s+\/(?:tmp|var\/tmp|dev\/shm)|Command\s+\S)/gim,
    effect: 'open-door',
  },
  { file: SERVER, shape: /^\s*PermitRootLogin\s+yes/gim, effect: 'all-rights' },
  { file: SERVER, shape: /^\s*PasswordAuthentication\s+yes/gim, effect: 'foreign-trust' },
  { file: /(?:^|\/)daemon\.json$/, shape: /tcp:\/\/0\.0\.0\.0:2375/g, effect: 'open-door' },
  {
    file: /(?:^|\/)(?:redis|mongod?|elasticsearch|postgresql|pg_hba)[\w.-]*\.(?:conf|ya?ml)$/i,
    shape: /^\s*(?:protected-mode\s+no|host\s+all\s+all\s+0\.0\.0\.0\/0\s+trust|authorization:\s*disabled)/gim,
    effect: 'open-door',
  },
  {
    file: DATABASE,
    shape: /\bGRANT\s+ALL\b[^;]{0,200}\bTO\s+(?:PUBLIC|'[^']*'@'%')|\bALTER\s+(?:ROLE|USER)\b[^;]{0,80}\bSUPERUSER\b/gi,
    effect: 'all-rights',
  },
  {
    file: DATABASE,
    shape:
      /\bINSERT\s+INTO\s+\S*(?:users?|accounts?|admins?)\b[^;]{0,300}\bVALUES\b[^;]{0,200}\$2[aby]?\$[^;]{0,200}\b(?:admin|root|superuser|owner)\b/gi,
    effect: 'foreign-trust',
  },
  {
    file: DATABASE,
    shape:
      /\bDROP\s+(?:TRIGGER|TABLE|FUNCTION|POLICY)\s+(?:IF\s+EXISTS\s+)?\S*(?:audit|log|history|rls|policy)\w*|\bALTER\s+TABLE\b[^;]{0,80}\bDISABLE\s+(?:TRIGGER|ROW\s+LEVEL)/gi,
    effect: 'trail-removed',
  },
];

const FOUND_MAX = 20;

/** Rights that configuration gives away when it is applied. */
export function recordPolicies(analysis: Analysis, unit: Unit): void {
  const { view } = unit.span;
  for (const { file, shape, effect } of SHAPES) {
    if (!file.test(unit.file)) continue;
    for (const match of [...view.text.matchAll(shape)].slice(0, FOUND_MAX))
      analysis.recorder.add('policy', { effect, text: match[0].slice(0, 120) }, unit, {
        view,
        start: match.index,
        end: match.index + match[0].length,
      });
  }
}
