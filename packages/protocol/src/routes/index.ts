import type { Plane, Route } from '../route.ts';
import { abuseRoutes } from './abuse.ts';
import { authRoutes } from './auth.ts';
import { certificateRoutes } from './certificates.ts';
import { assignmentRoutes, roundRoutes } from './council.ts';
import { dashboardRoutes } from './dashboard.ts';
import { devInboxRoutes } from './dev-inbox.ts';
import { accountRoutes } from './developer.ts';
import { deviceLoginRoutes } from './device-login.ts';
import { discoveryRoutes } from './discovery.ts';
import { catalogRoutes, draftRoutes } from './drafts.ts';
import { evidenceRoutes } from './evidence.ts';
import { faucetRoutes } from './faucet.ts';
import { flagRoutes } from './flags.ts';
import { interventionRoutes } from './interventions.ts';
import { marketplaceRoutes } from './marketplace.ts';
import { operatorRoutes } from './operator.ts';
import { operatorAccountRoutes } from './operator-accounts.ts';
import { operatorProposalRoutes } from './operator-proposals.ts';
import { operatorSignInRoutes } from './operator-sign-in.ts';
import { paymentRoutes } from './payments.ts';
import { pluginRoutes } from './plugins.ts';
import { processRoutes } from './process.ts';
import { intentTypeRoutes, rpcRoutes } from './rpc.ts';
import { sourceRoutes } from './sources.ts';
import { statisticsRoutes } from './statistics.ts';
import { streamRoutes } from './stream.ts';
import { submissionRoutes } from './submissions.ts';
import { ticketRoutes } from './support.ts';
import { termsRoutes } from './terms.ts';
import { transparencyRoutes } from './transparency.ts';
import { validatorRoutes } from './validators.ts';
import { verifyRoutes } from './verify.ts';
import { walletRoutes } from './wallets.ts';
import { webhookRoutes } from './webhooks.ts';
import { actorRoutes, businessRoutes, cityRoutes, worldRoutes } from './world.ts';
import { worldForkRoutes } from './world-forks.ts';
import { worldOperationRoutes } from './world-operations.ts';

export {
  abuseRoutes,
  accountRoutes,
  actorRoutes,
  assignmentRoutes,
  authRoutes,
  businessRoutes,
  catalogRoutes,
  certificateRoutes,
  cityRoutes,
  dashboardRoutes,
  devInboxRoutes,
  deviceLoginRoutes,
  discoveryRoutes,
  draftRoutes,
  evidenceRoutes,
  faucetRoutes,
  flagRoutes,
  intentTypeRoutes,
  interventionRoutes,
  marketplaceRoutes,
  operatorAccountRoutes,
  operatorProposalRoutes,
  operatorRoutes,
  operatorSignInRoutes,
  paymentRoutes,
  pluginRoutes,
  processRoutes,
  roundRoutes,
  rpcRoutes,
  sourceRoutes,
  statisticsRoutes,
  streamRoutes,
  submissionRoutes,
  termsRoutes,
  ticketRoutes,
  transparencyRoutes,
  validatorRoutes,
  verifyRoutes,
  walletRoutes,
  webhookRoutes,
  worldForkRoutes,
  worldOperationRoutes,
  worldRoutes,
};

/** Every route of the service by its name, which is also its OpenAPI operation id. */
export const routes = {
  ...certificateRoutes,
  ...verifyRoutes,
  ...flagRoutes,
  ...statisticsRoutes,
  ...discoveryRoutes,
  ...transparencyRoutes,
  ...authRoutes,
  ...accountRoutes,
  ...deviceLoginRoutes,
  ...walletRoutes,
  ...catalogRoutes,
  ...sourceRoutes,
  ...draftRoutes,
  ...interventionRoutes,
  ...ticketRoutes,
  ...evidenceRoutes,
  ...abuseRoutes,
  ...termsRoutes,
  ...webhookRoutes,
  ...dashboardRoutes,
  ...submissionRoutes,
  ...paymentRoutes,
  ...roundRoutes,
  ...assignmentRoutes,
  ...validatorRoutes,
  ...intentTypeRoutes,
  ...rpcRoutes,
  ...marketplaceRoutes,
  ...pluginRoutes,
  ...streamRoutes,
  ...worldRoutes,
  ...worldForkRoutes,
  ...worldOperationRoutes,
  ...actorRoutes,
  ...cityRoutes,
  ...businessRoutes,
  ...operatorRoutes,
  ...operatorAccountRoutes,
  ...operatorProposalRoutes,
  ...operatorSignInRoutes,
  ...processRoutes,
  ...devInboxRoutes,
  ...faucetRoutes,
};
export type Routes = typeof routes;
export type RouteName = keyof Routes;

export type NamedRoute = { readonly name: string; readonly route: Route };

/** The routes of one audience, in the order of the tables. */
export const routesOf = (plane: Plane): NamedRoute[] =>
  Object.entries(routes)
    .filter(([, route]) => route.plane === plane)
    .map(([name, route]) => ({ name, route }));
