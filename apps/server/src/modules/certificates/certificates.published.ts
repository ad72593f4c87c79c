import type { FlagSeverity } from '@assay/protocol';
import type { SealedRow } from './certificates.store.ts';
import type { FlagRow } from './flags.store.ts';

/** What certificates tell others, in the transaction in which it happens. */
export type CertificateEvent =
  | { readonly type: 'certificate.issued'; readonly certificate: SealedRow }
  | {
      readonly type: 'flag.confirmed';
      readonly flag: FlagRow;
      /** As it was decided, which may be other than what the reporter said. */
      readonly severity: FlagSeverity;
      /**
       * False for a later flag about a certificate that is suspended already, or about a defect that had it suspended
       * before: it has no bounty and no second penalty.
       */
      readonly isFirst: boolean;
    }
  /** A flag with a bond is over. Its own event, because purses are locked after everything that a decision touches. */
  | { readonly type: 'flag.bond-due'; readonly flag: FlagRow };
