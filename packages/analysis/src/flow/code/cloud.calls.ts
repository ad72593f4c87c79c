import { shown } from '../value.ts';
import { type CallModel, type CallSite, option } from './call-site.ts';
import type { CodeValue } from './code-value.ts';

/** A call of a service by its library is the command that everybody knows: read as that one. */
function asCommand({ analysis, span, unit }: CallSite, text: string): void {
  analysis.descend({ lang: 'shell', text, at: span, unit, origin: 'argument', layer: null });
}

const field = (value: CodeValue | undefined, name: string): CodeValue | undefined => value?.entries?.get(name);

/** Bindings of the cluster, by the library or by its HTTP body: who is given which role. */
const bindsRole: CallModel = (site) => {
  const body = [...site.args, option(site, 'body')].find((value) => field(value, 'roleRef') !== undefined);
  const role = field(field(body, 'roleRef'), 'name')?.text ?? null;
  if (role === null) return undefined;
  const subject = field(field(body, 'subjects')?.items?.[0], 'name')?.text ?? 'somebody';
  asCommand(site, `kubectl create clusterrolebinding made --clusterrole=${role} --user=${subject}`);
  return undefined;
};

/** `iam.attach_user_policy(UserName=…, PolicyArn=…)`. */
const grants: CallModel = (site) => {
  const name = site.method.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('_', '-');
  const words = [...site.named, ...(site.args[0]?.entries ?? [])].map(([key, value]) => `--${key} '${shown(value)}'`);
  if (words.length > 0) asCommand(site, `aws iam ${name} ${words.join(' ')}`);
  return undefined;
};

const table = (model: CallModel, names: string): (readonly [string, CallModel])[] =>
  names.split(' ').map((name) => [name, model] as const);

/** Methods by which libraries of clouds and clusters give rights. */
export const CLOUD_METHODS: ReadonlyMap<string, CallModel> = new Map<string, CallModel>([
  ...table(
    bindsRole,
    'create_cluster_role_binding createClusterRoleBinding create_namespaced_role_binding createNamespacedRoleBinding patch_cluster_role_binding replace_cluster_role_binding',
  ),
  ...table(
    grants,
    'attach_user_policy attach_role_policy attach_group_policy attachUserPolicy attachRolePolicy create_access_key createAccessKey create_login_profile createLoginProfile update_assume_role_policy updateAssumeRolePolicy',
  ),
]);
