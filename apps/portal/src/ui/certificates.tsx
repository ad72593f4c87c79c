import type { CertificateSummary } from '../wire.ts';
import { toDay } from './format.ts';
import { Empty, Foreign, Mark, Table } from './parts.tsx';
import { LevelMark, StandingMark } from './verdict.tsx';

type Props = { caption: string; items: readonly CertificateSummary[]; empty: string };

/** Certificates as a list: one line each, the verdict first. */
export const CertificateTable = ({ caption, items, empty }: Props) =>
  items.length === 0 ? (
    <Empty>{empty}</Empty>
  ) : (
    <Table
      caption={caption}
      columns={[
        { title: 'Status', cell: (one) => <StandingMark {...one} /> },
        {
          title: 'Product',
          cell: (one) => (
            <>
              <a className="font-semibold" href={`/certificates/${one.id}`}>
                <Foreign>{one.name}</Foreign>
              </a>{' '}
              <span className="text-muted">
                <Foreign>{one.version}</Foreign>
              </span>
              <span className="mt-0.5 line-clamp-2 max-w-xl sm:min-w-56 text-muted">
                <Foreign>{one.description}</Foreign>
              </span>
              <span className="mt-1.5 flex gap-2 sm:hidden">
                <Mark>{one.productType}</Mark>
                <LevelMark label="Risk" level={one.securityLevel} />
              </span>
            </>
          ),
        },
        { title: 'Kind', isWide: true, cell: (one) => <Mark>{one.productType}</Mark> },
        { title: 'Risk', isWide: true, cell: (one) => <LevelMark level={one.securityLevel} /> },
        {
          title: 'Issued',
          isWide: true,
          cell: (one) => <span className="whitespace-nowrap">{toDay(one.issuedAt)}</span>,
        },
      ]}
      keyOf={(one) => one.id}
      rows={items}
    />
  );
