/** The authenticated areas: one program, mounted on the element of the page. */
import { createRoot } from 'react-dom/client';
import { ReportAbuse } from './abuse.tsx';
import { Account } from './account.tsx';
import { Council } from './council/council.tsx';
import { Flag } from './flags.tsx';
import { ListingActions } from './market/listing.tsx';
import { Operator } from './operator/operator.tsx';

const PARTS = {
  account: Account,
  council: Council,
  operator: Operator,
  flag: Flag,
  listing: ListingActions,
  report: ReportAbuse,
} as const;

const place = document.querySelector<HTMLElement>('[data-app]');
const Part = PARTS[place?.dataset.app as keyof typeof PARTS];
if (place !== null) createRoot(place).render(<Part />);
