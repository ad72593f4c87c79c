import type { FactValues, Language, Unit } from '../../types/index.ts';
import type { Analysis } from '../analysis.ts';
import { known, type Taint, tainted, type Value } from '../value.ts';
import { childOf, entriesOf, itemsOf, parseYaml, textOf, type YamlNode } from './yaml-tree.ts';

/** Triggers, jobs and a runner: the shape of a workflow file in any folder. */
const isWorkflowText = (text: string): boolean =>
  /^(?:['"]?on['"]?|true):/m.test(text) && /^jobs:/m.test(text) && /^\s+runs-on:/m.test(text);

/** By folder or by shape, because a workflow may be copied to its folder later. */
export const isWorkflow = ({ file, lang, span }: Unit): boolean =>
  /\.github\/workflows\/.+\.ya?ml$/.test(file) || (lang === 'yaml' && isWorkflowText(span.view.text));

type Place = { readonly analysis: Analysis; readonly unit: Unit };
type Risk = FactValues['pipeline']['risk'];

function note({ analysis, unit }: Place, risk: Risk, detail: string, isArmed: boolean, node: YamlNode): void {
  const end = node.kind === 'text' ? node.end : node.start + 1;
  analysis.recorder.add('pipeline', { risk, detail, isArmed }, unit, { view: unit.span.view, start: node.start, end });
}

/** Follows the jobs and steps of a workflow: commands with their variables, actions with their inputs. */
export function recordWorkflow(analysis: Analysis, unit: Unit): void {
  const place = { analysis, unit };
  const { text } = unit.span.view;
  for (const file of parseYaml(text, () => analysis.recorder.limit('a workflow', unit.file))) {
    const triggers = triggersOf(childOf(file, 'on') ?? childOf(file, 'true'));
    const isUntrustedTrigger = triggers.some((name) => UNTRUSTED_TRIGGERS.has(name));
    const jobs = entriesOf(childOf(file, 'jobs'));
    for (const [, job] of jobs) recordJob(place, file, job, { isUntrustedTrigger, isArmed: isArmed(file, job) });
  }
}

/** Whether a job has secrets or write permissions. A runner receives only the secrets and permissions of its own job. */
function isArmed(file: YamlNode, job: YamlNode): boolean {
  const shared = entriesOf(file).filter(([name]) => name !== 'jobs');
  const words = [...shared.map(([name, node]) => written(name, node)), written('', job)].join('\n');
  const rights = childOf(job, 'permissions') ?? childOf(file, 'permissions');
  return (
    /\bsecrets\.(?!GITHUB_TOKEN\b)|toJSON\(\s*secrets/.test(words) || CAN_WRITE.test(written('permissions', rights))
  );
}

/** Names and values, one per line. */
const written = (name: string, node: YamlNode | undefined): string =>
  node?.kind === 'text'
    ? `${name}: ${node.text}`
    : [
        ...entriesOf(node).map(([key, inner]) => written(key, inner)),
        ...itemsOf(node).map((item) => written(name, item)),
      ].join('\n');

type Context = { readonly isUntrustedTrigger: boolean; readonly isArmed: boolean };

/** Third parties fire these triggers, for example with a comment. The job then has the permissions of the repository. */
const UNTRUSTED_TRIGGERS = new Set(
  'pull_request_target workflow_run issues issue_comment discussion discussion_comment pull_request_review pull_request_review_comment'.split(
    ' ',
  ),
);
const CAN_WRITE = /^permissions:\s*write-all|^(?:contents|packages|id-token|actions|deployments):\s*write/m;

const triggersOf = (node: YamlNode | undefined): string[] => [
  textOf(node),
  ...itemsOf(node).map(textOf),
  ...entriesOf(node).map(([name]) => name),
];

function recordJob(place: Place, file: YamlNode, job: YamlNode, context: Context): void {
  const shared = [...entriesOf(childOf(file, 'env')), ...entriesOf(childOf(job, 'env'))];
  const reused = childOf(job, 'uses');
  if (reused?.kind === 'text') recordHandOver(place, reused, [childOf(job, 'secrets'), childOf(job, 'with')]);
  const isOwnRunner = /self-hosted/.test(
    [textOf(childOf(job, 'runs-on')), ...itemsOf(childOf(job, 'runs-on')).map(textOf)].join(' '),
  );
  let foreign: YamlNode | undefined;
  for (const step of itemsOf(childOf(job, 'steps'))) {
    const uses = childOf(step, 'uses');
    const run = childOf(step, 'run') ?? childOf(childOf(step, 'with'), 'script');
    if (uses?.kind === 'text') {
      recordAction(place, uses);
      recordHandOver(place, uses, [childOf(step, 'with'), childOf(step, 'env')]);
      if (isForeignCheckout(uses, step) && context.isUntrustedTrigger) foreign = uses;
      if (/^actions\/download-artifact@/.test(uses.text) && context.isUntrustedTrigger) foreign = uses;
    }
    const runsHere = run?.kind === 'text' || textOf(uses).startsWith('./');
    if (foreign !== undefined && (runsHere || textOf(uses).startsWith('actions/setup-')))
      note(place, 'untrusted-code', textOf(uses) || textOf(run), context.isArmed || isOwnRunner, foreign);
    const env = [...shared, ...entriesOf(childOf(step, 'env'))];
    const lang = languageOf(textOf(childOf(step, 'shell')), textOf(uses));
    if (run?.kind === 'text') recordRun(place, run, env, { ...context, lang });
  }
  if (foreign !== undefined) note(place, 'untrusted-code', textOf(foreign), false, foreign);
}

const languageOf = (shell: string, uses: string): Language => {
  if (/^actions\/github-script@/.test(uses)) return 'javascript';
  return /^python/.test(shell) ? 'python' : /^node/.test(shell) ? 'javascript' : 'shell';
};

const FOREIGN_REF =
  /github\.event\.pull_request\.head|github\.head_ref|github\.event\.workflow_run\.head|refs\/pull\/|event\.issue\.number/;

const isForeignCheckout = (uses: YamlNode, step: YamlNode): boolean =>
  /^actions\/checkout@/.test(textOf(uses)) &&
  entriesOf(childOf(step, 'with')).some(([, value]) => FOREIGN_REF.test(textOf(value)));

function recordAction({ analysis, unit }: Place, uses: YamlNode & { kind: 'text' }): void {
  const match = /^([\w.-]+\/[\w./-]+)@([\w./-]+)$/.exec(uses.text.trim());
  if (match === null) return;
  const pin = /^[0-9a-f]{40}$/.test(match[2] ?? '') ? 'digest' : 'range';
  analysis.recorder.add(
    'dependency',
    { ecosystem: 'action', name: match[1] ?? '', spec: match[2] ?? '', pin, source: 'git', url: null, via: 'manifest' },
    unit,
    { view: unit.span.view, start: uses.start, end: uses.end },
  );
}

/** Branch names. The content of a branch changes without the consent of its users. */
const BRANCH = /^(?:main|master|develop|dev|trunk|head|latest|next|release)$/i;

/** Records a secret that is passed to a third-party action. The owner of the action can replace its code at any time. */
function recordHandOver(
  place: Place,
  uses: YamlNode & { kind: 'text' },
  given: readonly (YamlNode | undefined)[],
): void {
  const [action = '', ref = ''] = uses.text.trim().split('@');
  const owner = action.split('/')[0] ?? '';
  if (ref === '' || owner === 'actions' || owner === 'github' || owner === '.') return;
  const values = given.flatMap((node) => [textOf(node), ...entriesOf(node).map(([, value]) => textOf(value))]);
  const named = values.filter(
    (value) => value === 'inherit' || /\bsecrets\.(?!GITHUB_TOKEN\b)|toJSON\(\s*secrets/.test(value),
  );
  if (named.length > 0) note(place, 'secret-to-third-party', uses.text.trim(), BRANCH.test(ref), uses);
}

const SLOT = /\$\{\{([^}]{0,200})\}\}/g;
const UNTRUSTED_TEXT =
  /github\.event\.(?:issue|comment|pull_request|review|discussion|head_commit|commits|workflow_run)\S*\.(?:title|body|message|head\.ref|label|name|email|head_branch|default_branch|page_name)|github\.head_ref/;

function recordRun(
  place: Place,
  run: YamlNode & { kind: 'text' },
  env: readonly (readonly [string, YamlNode])[],
  context: Context & { readonly lang: Language },
): void {
  const { analysis, unit } = place;
  if ([...run.text.matchAll(SLOT)].some((slot) => UNTRUSTED_TEXT.test(slot[1] ?? '')))
    note(place, 'untrusted-text', '', context.isUntrustedTrigger && context.isArmed, run);
  const at = { view: unit.span.view, start: run.start, end: run.end };
  const variables = new Map(
    env.map(([name, node]) => [name, secretValue(textOf(node), { ...at, start: node.start, end: node.start + 1 })]),
  );
  const text = run.text.replace(SLOT, (slot, inner: string) => {
    const value = secretValue(slot, at);
    if (value.taints.length === 0) return '␀'.padEnd(slot.length, ' ');
    const name = `SLOT_${inner.replace(/\W+/g, '_')}`;
    variables.set(name, value);
    return `\${${name}}`.padEnd(slot.length, ' ').slice(0, Math.max(slot.length, name.length + 3));
  });
  const { lang } = context;
  const printed = analysis.descend({ lang, text, at, unit, origin: 'hook', layer: null, variables });
  if (
    printed.taints.some((taint) => taint.isEncoded && (taint.class === 'named-secret' || taint.class === 'environment'))
  )
    note(place, 'secret-in-log', '', true, run);
}

/** The value of a workflow expression: named secrets, all secrets, or text. */
function secretValue(text: string, at: Taint['at']): Value {
  const base = { at, isEncoded: false, url: null };
  if (/\$\{\{[^}]*toJSON\(\s*secrets/.test(text))
    return tainted([{ ...base, class: 'environment', label: 'all secrets of the repository' }]);
  const names = [...text.matchAll(/\bsecrets\.(\w+)|\bsecrets\[\s*['"](\w+)/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  );
  if (names.length > 0) return tainted(names.map((label) => ({ ...base, class: 'named-secret', label })));
  return text.includes('${{') ? tainted([]) : known(text);
}
