/** The shortcuts of `browser/search-keys.ts`. Hidden on phones, which have no keyboard. */
export const SearchHint = () => (
  <p className="mt-2 text-sm text-muted max-sm:hidden" data-needs-scripts>
    <kbd className="kbd">/</kbd> to search, <kbd className="kbd">↓</kbd> <kbd className="kbd">↑</kbd> to move through
    the results
  </p>
);
