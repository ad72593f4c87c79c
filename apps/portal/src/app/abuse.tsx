/** Abuse reports: the public form, the reporter's view, and the owner's view of reports about its products. */
import { type ReactNode, useState } from 'react';
import { toMoment, toWords } from '../ui/format.ts';
import { Empty, Facts, Foreign, ForeignLink, Mark, Notice, Section, Snippet } from '../ui/parts.tsx';
import type { Wire } from '../wire.ts';
import { ask } from './api.ts';
import { Choice, Field, Form, Loaded, useAct, useKept, useRead } from './state.tsx';

type Filed = Wire<'reportAbuse'>;
type Report = Wire<'readAbuseReport'>;

const CATEGORIES = [
  ['STOLEN', 'Stolen: published without permission'],
  ['MALWARE', 'Malware'],
  ['ILLEGAL', 'Illegal content'],
  ['PERSONAL_DATA', 'Personal data'],
  ['IMPERSONATION', 'Impersonation'],
  ['OTHER', 'Other'],
] as const;

/** The page `/report`. */
export function ReportAbuse() {
  const [filed, setFiled] = useState<Filed>();
  return (
    <>
      <h1 className="mt-10 text-3xl font-semibold">Report abuse</h1>
      <p className="mt-2 max-w-prose text-muted">
        For products that should not be available because they are stolen, illegal or harmful. No account is needed. The
        operator gives a written reason for the decision; the <a href="/docs/policies/takedown">procedure</a> describes
        decisions and appeals.
      </p>
      {filed === undefined ? <ReportForm onFiled={setFiled} /> : <Receipt filed={filed} />}
      <OwnReport />
    </>
  );
}

function ReportForm({ onFiled }: { onFiled: (filed: Filed) => void }) {
  const named = new URLSearchParams(location.search).get('certificate') ?? '';
  const [certificateId, setCertificate] = useState(/^[0-9a-f]{24}$/.test(named) ? named : '');
  const [category, setCategory] = useState<string>('STOLEN');
  const [description, setDescription] = useKept('abuse description');
  const [originalUrl, setOriginal] = useKept('abuse original');
  const [contact, setContact] = useState('');
  const act = useAct();
  const send = async (): Promise<void> => {
    const body = {
      certificateId: certificateId.trim(),
      category,
      description,
      ...(originalUrl.trim() === '' ? {} : { originalUrl: originalUrl.trim() }),
      ...(contact.trim() === '' ? {} : { contact: contact.trim() }),
    };
    onFiled(await ask('reportAbuse', 'POST /api/v1/public/abuse-reports', { body }));
    setDescription('');
    setOriginal('');
  };
  return (
    <Section id="file" title="New report">
      <Form act={act} onSubmit={send} submit="Send the report">
        <Field
          hint="The 24-character ID on the product's page"
          isCode
          label="Certificate"
          maxLength={24}
          onChange={setCertificate}
          value={certificateId}
        />
        <Choice label="Category" onChange={setCategory} options={CATEGORIES} value={category} />
        <Field
          hint="At least 20 characters: what is wrong, with the evidence for it"
          label="Description"
          maxLength={4000}
          onChange={setDescription}
          rows={6}
          value={description}
        />
        <Field
          hint="For a stolen work: the URL of the original (optional)"
          isRequired={false}
          label="Original"
          maxLength={2048}
          onChange={setOriginal}
          value={originalUrl}
        />
        <Field
          hint="Used for questions and for the decision (optional). The owner does not see it. It is deleted 180 days after the decision."
          isRequired={false}
          label="Email address"
          onChange={setContact}
          type="email"
          value={contact}
        />
      </Form>
    </Section>
  );
}

const Receipt = ({ filed }: { filed: Filed }) => (
  <div className="mt-6 grid gap-4">
    <Notice role="status" title={`Received. The decision is due by ${toMoment(filed.dueAt)}.`} tone="ok">
      Keep the number and the receipt: you need both to read the decision and to appeal. The receipt is shown only once.
    </Notice>
    <Snippet label="Report" text={filed.id} />
    <Snippet label="Receipt" text={filed.receipt} />
  </div>
);

/** Reads a report by its receipt. */
function OwnReport() {
  const [id, setId] = useState('');
  const [receipt, setReceipt] = useState('');
  const [report, setReport] = useState<Report>();
  const act = useAct();
  const headers = { 'x-report-receipt': receipt.trim() };
  const path = `/api/v1/public/abuse-reports/${encodeURIComponent(id.trim())}` as const;
  const read = async (): Promise<void> => setReport(await ask('readAbuseReport', `GET ${path}`, { headers }));
  const appeal = async (reason: string): Promise<void> =>
    setReport(await ask('appealDismissal', `POST ${path}/appeal`, { headers, body: { reason } }));
  return (
    <Section id="read" title="Your report">
      <Form act={act} onSubmit={read} submit="Show the decision">
        <Field isCode label="Report number" maxLength={36} onChange={setId} value={id} />
        <Field isCode label="Receipt" maxLength={32} onChange={setReceipt} value={receipt} />
      </Form>
      {report === undefined ? null : <Shown appeal={appeal} report={report} side="REPORTER" />}
    </Section>
  );
}

type Side = { readonly side: 'OWNER' | 'REPORTER'; readonly appeal: (reason: string) => Promise<void> };

function Shown({ report, side, appeal }: { report: Report } & Side) {
  const { decision } = report;
  const against = decision?.decision === 'DISMISS' ? 'REPORTER' : 'OWNER';
  const mayAppeal = decision !== null && report.appeal === null && against === side;
  return (
    <>
      <Facts
        items={[
          ['State', <Mark key="state">{toWords(report.state)}</Mark>],
          [
            'Certificate',
            <a href={`/certificates/${report.certificateId}`} key="certificate">
              {report.certificateId}
            </a>,
          ],
          ['Category', toWords(report.category)],
          ['Description', <Foreign key="text">{report.description}</Foreign>],
          ...(report.originalUrl === null
            ? []
            : [['Original', <ForeignLink key="original" url={report.originalUrl} />] as const]),
          ['Due', toMoment(report.dueAt)],
          ...(decision === null
            ? []
            : [
                ['Decision', `${toWords(decision.decision)}, ${toMoment(decision.decidedAt)}`] as const,
                ['Reason', <Foreign key="reason">{decision.reason}</Foreign>] as const,
              ]),
          ...toAppealFacts(report.appeal),
        ]}
      />
      {mayAppeal ? <Appeal appeal={appeal} id={report.id} /> : null}
    </>
  );
}

function toAppealFacts(appeal: Report['appeal']): (readonly [string, ReactNode])[] {
  if (appeal === null) return [];
  const { by, reason, decision, decidedReason, decidedAt } = appeal;
  const filed = [
    ['Appeal against the decision', by === 'OWNER' ? 'by the owner' : 'by the reporter'],
    ['Reason for the appeal', <Foreign key="appeal">{reason}</Foreign>],
  ] as const;
  if (decision === null || decidedAt === null) return [...filed, ['Decision about the appeal', 'Not decided yet']];
  return [
    ...filed,
    ['Decision about the appeal', `${toWords(decision)}, ${toMoment(decidedAt)}`],
    ['Reason for this decision', <Foreign key="answer">{decidedReason ?? ''}</Foreign>],
  ];
}

function Appeal({ appeal, id }: Pick<Side, 'appeal'> & { id: string }) {
  const [reason, setReason] = useKept(`appeal ${id}`);
  const act = useAct();
  const send = async (): Promise<void> => {
    await appeal(reason);
    setReason('');
  };
  return (
    <Form act={act} onSubmit={send} submit="File an appeal">
      <Field
        hint="At least 20 characters. You can appeal once, within 14 days of the decision."
        label="Reason for the appeal"
        maxLength={4000}
        onChange={setReason}
        rows={4}
        value={reason}
      />
    </Form>
  );
}

/** For the account: reports about products of its wallets. */
export function OwnProductReports() {
  const list = useRead('abuse', () => ask('listAbuseReports', 'GET /certsvc/v1/abuse-reports?limit=100'));
  const appeal = (id: string) => async (reason: string) => {
    await ask('appealAbuseDecision', `POST /certsvc/v1/abuse-reports/${id}/appeal`, { body: { reason } });
    list.reload();
  };
  return (
    <Section id="abuse" note="Reports that others have filed about your products." title="Abuse reports">
      <Loaded of={list}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>There are no reports about your products.</Empty>
          ) : (
            <ol className="grid gap-8">
              {items.map((report) => (
                <li key={report.id}>
                  <Shown appeal={appeal(report.id)} report={report} side="OWNER" />
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </Section>
  );
}
