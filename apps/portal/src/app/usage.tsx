/** The certificates of the account with their usage. */
import { toCount } from '../ui/format.ts';
import { Empty, Foreign, Section, Table } from '../ui/parts.tsx';
import { addUsage, Bars, UsageCharts } from '../ui/usage.tsx';
import { StandingMark } from '../ui/verdict.tsx';
import type { Wire } from '../wire.ts';
import { ask } from './api.ts';
import { Link } from './navigation.tsx';
import { Loaded, useRead } from './state.tsx';

const CERTIFICATES_SHOWN = 10;

type Used = Wire<'readLiveStatus'> & { readonly name: string };

/** The certificates of the latest submissions, with the numbers of views, verifications and installations. */
async function readUsed(): Promise<readonly Used[]> {
  const path = 'GET /certsvc/v1/submissions?state=CERTIFIED&limit=50' as const;
  const { items } = await ask('listSubmissions', path);
  const certified = items.flatMap(({ result, name, version }) =>
    result?.certificateId ? [{ id: result.certificateId, name: `${name} ${version}` }] : [],
  );
  return Promise.all(
    certified.slice(0, CERTIFICATES_SHOWN).map(async ({ id, name }) => ({
      ...(await ask('readLiveStatus', `GET /api/v1/public/certificates/${id}/live-status`)),
      name,
    })),
  );
}

export function CertificateUsage() {
  const used = useRead('used', readUsed);
  return (
    <Section
      id="certificates"
      note="Counts for the last 30 days. An install is a copy that an installer or an agent hook looked up by its digest."
      title="Certificates and usage"
    >
      <Loaded of={used}>
        {(items) =>
          items.length === 0 ? (
            <Empty>
              No certificates yet. <Link to="/account/new">Submit a product</Link>.
            </Empty>
          ) : (
            <>
              <UsageCharts until={items[0]?.checkedAt ?? ''} usage={addUsage(items)} />
              <div className="mt-8">
                <UsageTable items={items} />
              </div>
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

const UsageTable = ({ items }: { items: readonly Used[] }) => (
  <Table
    caption="Certificates and usage"
    columns={[
      { title: 'Status', cell: (one) => <StandingMark {...one} /> },
      {
        title: 'Product',
        cell: ({ certificateId, name }) => (
          <a className="font-semibold" href={`/certificates/${certificateId}`}>
            <Foreign>{name}</Foreign>
          </a>
        ),
      },
      { title: 'Verifications by day', isWide: true, cell: ({ verifications }) => <Bars days={verifications.days} /> },
      { title: 'Views', isNumber: true, isWide: true, cell: ({ views }) => toCount(views.last30d) },
      { title: 'Verifications', isNumber: true, cell: ({ verifications }) => toCount(verifications.last30d) },
      { title: 'Installs', isNumber: true, cell: ({ copies }) => toCount(copies.last30d) },
    ]}
    keyOf={({ certificateId }) => certificateId}
    rows={items}
  />
);
