import type { Facts, RawFinding, Rule } from '../../model.ts';

const WORKFLOW = /(?:^|\/)\.github\/workflows\/[^/]+\.ya?ml$/;

/** The trigger with write rights together with a checkout of the stranger's code. */
const privileged = (facts: Facts): RawFinding[] =>
  facts
    .of('dependency')
    .filter(
      ({ file, value, span }) =>
        WORKFLOW.test(file) &&
        value.name === 'actions/checkout' &&
        /pull_request_target|workflow_run/.test(span.view.text) &&
        /github\.event\.pull_request\.head|github\.head_ref/.test(span.view.text),
    )
    .map(({ span }) => ({ at: span, severity: 'HIGH', confidence: 'firm' }));

const exposed = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .filter(
      ({ file, span }) =>
        WORKFLOW.test(file) && /\b(?:curl|wget|nc)\b[^\n]{0,200}secrets\./.test(span.view.parent?.text.slice(0) ?? ''),
    )
    .slice(0, 1)
    .map(({ span }) => ({ at: span, severity: 'HIGH', confidence: 'firm' }));

const injected = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .filter(
      ({ file, unit }) =>
        WORKFLOW.test(file) &&
        unit.origin === 'hook' &&
        /run:[^\n]{0,200}\$\{\{\s*github\.event\.(?:issue|comment|pull_request)\.(?:title|body)/.test(
          unit.within?.span.view.text ?? '',
        ),
    )
    .slice(0, 1)
    .map(({ span }) => ({ at: span, confidence: 'firm' }));

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
