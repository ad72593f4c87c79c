import { size } from '../render/lines.ts';
import { toSafeText } from '../render/safe-text.ts';
import type { Style } from '../render/style.ts';
import type { Assessment } from './assess.ts';
import type { Candidate } from './candidate.ts';
import { findSkillHost } from './hosts.ts';
import { storeFolder } from './place.ts';

const SHOWN_MAX = 8;
const LABEL_COLUMNS = 14;

type Shown = {
  readonly candidate: Candidate;
  readonly assessment: Assessment;
  readonly hosts: readonly string[];
  readonly service: string;
};

/** All information for the user's decision, on one screen. */
export function toScreen({ candidate, assessment, hosts, service }: Shown, style: Style): string {
  const { record, review, reasons, warnings, decision, provenance } = assessment;
  const { name, files, digests } = candidate;
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  const line = (label: string, text: string) => `  ${style.faint(label.padEnd(LABEL_COLUMNS))}${toSafeText(text)}`;
  const titles = hosts.map((host) => findSkillHost(host)?.title ?? host);
  const lines = [
    `${headline(assessment, style)} ${style.strong(toSafeText(name))} ${toSafeText(record?.skillVersion ?? '')}`.trimEnd(),
    line(
      'source',
      [provenance.source, provenance.path === '.' ? '' : provenance.path, provenance.commit ?? '']
        .filter((part) => part !== '')
        .join(' '),
    ),
    line('files', `${files.length}, ${size(bytes)}, sha256 ${digests.bundleSha256}`),
    ...(record
      ? [line('certificate', `${record.certificateId}, issued ${record.certificateIssuedAt} by ${service}`)]
      : []),
    line('read by', readers(assessment)),
    line(
      'risk level',
      record ? `${record.securityLevel}, sandbox ${record.sandboxRiskLevel}` : (review?.securityLevel ?? 'unknown'),
    ),
    line('capabilities', list(record ? record.manifest.capabilities : review?.capabilities)),
    line(
      'addresses',
      list(record ? [...record.manifest.externalCalls, ...record.manifest.declaredEndpoints] : review?.hosts),
    ),
    ...plugin(candidate).map(([label, text]) => line(label, text)),
    ...findings(assessment).map((text) => line('warning', text)),
    ...warnings.map((text) => `  ${style.open('!')} ${toSafeText(text)}`),
    ...(decision === 'allow' ? [] : reasons.map((text) => `  ${style.bad('✗')} ${toSafeText(text)}`)),
    line(
      'folder',
      `${storeFolder(candidate.plugin && 'plugin')}/${name}${titles.length === 0 ? '' : ` for ${titles.join(', ')}`}`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

/** Lists each hook and server, because a host starts them without a question. */
const plugin = ({ plugin: parts }: Candidate): (readonly [label: string, text: string])[] =>
  parts === undefined
    ? []
    : [
        ['plugin', parts.others.join(', ')],
        ...parts.hooks.map((text) => ['hook', text] as const),
        ...parts.servers.map((text) => ['server', text] as const),
      ];

function headline({ record, review, decision }: Assessment, style: Style): string {
  if (decision === 'undecided') return style.open('UNDECIDABLE');
  if (record === null) return review?.reviewResult === 'UNSAFE' ? style.bad('UNSAFE') : style.open('NOT CERTIFIED');
  if (decision === 'deny') return style.bad('REFUSED');
  return (record.instructionsReadBy ?? 'NONE') === 'NONE' ? style.strong('VALID, UNREAD') : style.good('VALID');
}

function readers({ record, review }: Assessment): string {
  const by = record ? (record.instructionsReadBy ?? 'NONE') : (review?.readBy ?? 'NONE');
  const names = [
    ...new Set((record?.reviewers ?? []).filter(({ kind }) => kind !== 'ENGINE').map(({ family }) => String(family))),
  ];
  if (by === 'NONE') return 'not read; read the instructions before you use the skill';
  return `${by === 'MODEL' ? 'a model' : 'a person'}${names.length === 0 ? '' : ` (${names.join(', ')})`}`;
}

const findings = ({ record, review }: Assessment): string[] => {
  const all = record
    ? record.retainedWarnings.map(({ severity, title }) => `${severity} ${title}`)
    : (review?.findings ?? []).map(({ severity, title, file }) => `${severity} ${title}, ${file}`);
  return all.length <= SHOWN_MAX
    ? all
    : [...all.slice(0, SHOWN_MAX), `and ${all.length - SHOWN_MAX} more: assay scan shows all`];
};

function list(texts: readonly string[] | undefined): string {
  if (texts === undefined) return 'unknown';
  if (texts.length === 0) return 'nothing declared or observed';
  const shown = texts.slice(0, SHOWN_MAX).join(', ');
  return texts.length <= SHOWN_MAX ? shown : `${shown} and ${texts.length - SHOWN_MAX} more`;
}
