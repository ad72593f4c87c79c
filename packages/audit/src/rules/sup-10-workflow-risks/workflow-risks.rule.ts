import { isWorkflowText } from '../../facts/manifests/workflow.ts';
import type { FactOf, Facts, RawFinding, Rule } from '../../model.ts';

const WORKFLOW = /(?:^|\/)\.github\/workflows\/[^/]+\.ya?ml$/;

const isWorkflow = (file: string, text: string): boolean => WORKFLOW.test(file) || isWorkflowText(text);

/** The trigger with write rights together with a checkout of the stranger's code; with secrets at hand it hands them out. */
const privileged = (facts: Facts): RawFinding[] =>
  facts
    .of('dependency')
    .filter(
      ({ file, value, span: { view } }) =>
        value.name === 'actions/checkout' &&
        isWorkflow(file, view.text) &&
        /pull_request_target|workflow_run/.test(view.text) &&
        /github\.event\.pull_request\.head|github\.head_ref/.test(view.text),
    )
    .map(({ span }) => ({
      at: span,
      severity: /\bsecrets\.(?!GITHUB_TOKEN\b)/.test(span.view.text) ? 'CRITICAL' : 'HIGH',
      confidence: 'firm',
    }));

/** The step a command of a workflow stands in, as written. */
const stepOf = ({ span, unit }: FactOf<'command'>): string => {
  const outer = unit.within?.span.view;
  return outer === undefined || unit.origin !== 'hook' || !isWorkflow(span.view.file, outer.text) ? '' : outer.text;
};

const SENT =
  /\b(?:curl|wget|nc|ncat)\b[^\n]{0,200}(?:\bsecrets\.|toJSON\(secrets\))|(?:\bsecrets\.|toJSON\(secrets\))[^\n]{0,200}\|[^\n]{0,80}\b(?:curl|wget|nc|ncat)\b/;
const ALL_SECRETS = /toJSON\(\s*secrets\s*\)/;
/** A whole store of secrets, or one of them piped out, has no honest receiver. */
const exposed = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .filter((fact) => /^(?:curl|wget|nc|ncat)$/.test(fact.value.program) && SENT.test(stepOf(fact)))
    .slice(0, 1)
    .map((fact) => ({
      at: fact.span,
      severity: ALL_SECRETS.test(stepOf(fact)) ? 'CRITICAL' : 'HIGH',
      confidence: 'firm',
    }));

const STRANGER = String.raw`\$\{\{\s*github\.event\.(?:issue|comment|pull_request|review|discussion)\.(?:title|body|head\.ref)`;
const IN_COMMAND = new RegExp(String.raw`run:[^\n]{0,200}${STRANGER}`);
const INTO_SHELL = new RegExp(String.raw`${STRANGER}[^\n]{0,60}\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b`);

/** Words of a stranger become part of a command; piped into a shell they are the command. */
const injected = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .filter((fact) => IN_COMMAND.test(stepOf(fact)) || INTO_SHELL.test(stepOf(fact)))
    .slice(0, 1)
    .map((fact) => ({
      at: fact.span,
      ...(INTO_SHELL.test(stepOf(fact)) ? { severity: 'CRITICAL' as const } : {}),
      confidence: 'firm',
    }));

export const workflowRisks = {
  id: 'SUP-10',
  title: 'Workflow with privileged triggers or exposed secrets',
  question: 'Do workflow files have privileged triggers, mutable actions or secret exposure?',
  category: 'SUP',
  family: 'supply-chain',
  severity: 'MEDIUM',
  nature: 'weakness',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-829', 'CWE-269'],
  why: "Strangers can then run code with the repository's rights.",
  fix: 'Use the unprivileged trigger, pin actions, keep secrets out of commands.',
  since: '2026.11',
  check: (facts) => [...privileged(facts), ...exposed(facts), ...injected(facts)],
} satisfies Rule;
