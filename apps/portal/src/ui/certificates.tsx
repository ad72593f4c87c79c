import type { CertificateSummary } from '../wire.ts';
import { toDay } from './format.ts';
import { Empty, Foreign, Mark, Table } from './parts.tsx';
import { LevelMark, StandingMark } from './verdict.tsx';

type Props = { caption: string; items: readonly CertificateSummary[]; empty: string };

/** Certificates as a register: one line each, the answer first. */
export const CertificateTable = ({ caption, items, empty }: Props) =>
  items.length === 0 ? (
    <Empty>{empty}</Empty>
  ) : (
    <Table
      caption={caption}
      columns={[
        { title: 'Usable', cell: (one) => <StandingMark {...one} /> },
        {
          title: 'What',
          cell: (one) => (
            <>
              <a className="font-semibold" href={`/certificates/${one.id}`}>
                <Foreign>{one.name}</Foreign>
              </a>{' '}
              <span className="text-muted">
                <Foreign>{one.version}</Foreign>
              </span>
              <span className="mt-0.5 line-clamp-2 min-w-56 max-w-xl text-muted">
                <Foreign>{one.description}</Foreign>
              </span>
            </>
          ),
        },
        { title: 'Kind', cell: (one) => <Mark>{one.productType}</Mark> },
        { title: 'Risk', cell: (one) => <LevelMark level={one.securityLevel} /> },
        { title: 'Issued', cell: (one) => <span className="whitespace-nowrap">{toDay(one.issuedAt)}</span> },
      ]}
      keyOf={(one) => one.id}
      rows={items}
    />
  );
