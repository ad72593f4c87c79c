import type { FlagSeverity } from '@assay/protocol';
import type { SealedRow } from './certificates.store.ts';
import type { FlagRow } from './flags.store.ts';

/** Events of the certificates module, published in the transaction that causes them. */
export type CertificateEvent =
  | { readonly type: 'certificate.issued'; readonly certificate: SealedRow }
  | {
      readonly type: 'flag.confirmed';
      readonly flag: FlagRow;
      /** The decided severity, which may differ from the reported one. */
      readonly severity: FlagSeverity;
      /**
       * False for a later flag about a suspended certificate, or about a defect that already suspended it. Such a flag
       * gets no bounty and causes no second penalty.
       */
      readonly isFirst: boolean;
    }
  /** A flag with a bond ended. A separate event, because purses are locked after all other rows of a decision. */
  | { readonly type: 'flag.bond-due'; readonly flag: FlagRow };
