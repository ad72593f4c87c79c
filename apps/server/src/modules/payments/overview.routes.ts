import { operatorRoutes } from '@assay/protocol';
import { bindRoutes } from '../../platform/http/index.ts';
import type { PaymentOverview } from './overview.service.ts';

const { listPayments } = operatorRoutes;

export const bindPaymentOverviewRoutes = (overview: PaymentOverview) =>
  bindRoutes({ listPayments }, { listPayments: ({ query }) => overview.list(query) });
