/** Wires abuse reports. */
import { routes as declared } from '@assay/protocol';
import type { PlatformServices } from '../../platform/services.ts';
import type { OwnersOf } from '../accounts/index.ts';
import type { Certificates } from '../certificates/index.ts';
import { bindAbuseRoutes } from './abuse.routes.ts';
import { type AbuseTransaction, createAbuse } from './abuse.service.ts';

type Needs = { readonly certificates: Certificates; readonly ownersOf: OwnersOf; readonly portalUrl: string };

export function composeAbuse(
  platform: PlatformServices<AbuseTransaction>,
  { certificates, ownersOf, portalUrl }: Needs,
) {
  const { stores, inTransaction, urlOf, random, clock } = platform;
  const abuse = createAbuse({ stores, inTransaction, certificates, portalUrl, random, clock });
  return {
    abuse,
    routes: bindAbuseRoutes(abuse, ownersOf, (id) => urlOf(declared.readAbuseReport, id)),
    handles: {
      'operator.decided-abuse': abuse.decide,
      'operator.decided-appeal': abuse.decideAppeal,
      'account.closing': abuse.forgetAccount,
    },
    repeating: [{ name: 'abuse.forget-contacts', everyMinutes: 1_440, run: abuse.forgetContacts }],
  };
}
