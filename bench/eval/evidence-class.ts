import type { Finding } from '@assay/audit';

/**
 * By what a finding was known: seen when it ran, decoded from a layer, hidden from the reader, a command a document has run,
 * a sample in a document besides the entry or on the front page, the words of a document, or a file of the bundle (a script, a manifest).
 */
type EvidenceClass = 'seen' | 'decoded' | 'hidden' | 'command' | 'sample' | 'words' | 'file';

const ENTRY = /(?:^|\/)skill\.md$/i;
const FRONT_PAGE = /(?:^|\/)(?:readme|changelog|security)(?:[._-][\w-]{1,10})?\.(?:md|mdx|markdown|txt|rst|adoc)$/i;
const DOCUMENT = /\.(?:md|mdx|mdc|markdown|txt|rst|adoc)$/i;

const isEntry = (file: string): boolean => ENTRY.test(file);

/** Goes by nothing but the report's own fields, so that whoever holds a report can say it too. */
export function evidenceClassOf({ basis, layers, context, file }: EvidenceOf): EvidenceClass {
  if (basis === 'reproduced') return 'seen';
  if (context === 'hidden') return 'hidden';
  if (layers.length > 0) return 'decoded';
  if (!DOCUMENT.test(file)) return 'file';
  if (context === 'reference' && !isEntry(file)) return 'sample';
  // In passing, on the page that tells people what it is.
  if (context === 'directive' && FRONT_PAGE.test(file)) return 'sample';
  return context === 'directive' ? 'words' : 'command';
}

type EvidenceOf = Pick<Finding, 'basis' | 'layers' | 'context' | 'file'>;
