/** The verify form. Works without scripts; a script adds file drops. */
export const VerifyBox = ({ value = '' }: { value?: string }) => (
  <form action="/check" className="border-2 border-ink bg-sheet" data-verify-box method="get">
    <label className="label block px-4 pt-3 sm:px-5" htmlFor="verify-q">
      Certificate id, address, SHA-256 or name
    </label>
    <div className="flex flex-col gap-2 p-3 pt-1 sm:flex-row sm:px-4">
      <input
        autoCapitalize="none"
        autoComplete="off"
        className="input grow font-mono sm:text-lg"
        defaultValue={value}
        id="verify-q"
        maxLength={2048}
        name="q"
        placeholder="https://github.com/owner/skill"
        required
        spellCheck={false}
      />
      <button className="button sm:px-8" type="submit">
        Verify
      </button>
    </div>
    <div className="border-t border-line px-4 py-3 sm:px-5" data-needs-scripts>
      <label className="block cursor-pointer text-muted" htmlFor="verify-file">
        Or drop the skill file here, or <span className="text-ink underline">choose it</span>. It is hashed in your
        browser and never leaves it.
      </label>
      <input className="sr-only" id="verify-file" type="file" />
    </div>
    <output aria-live="polite" className="block" data-answer htmlFor="verify-q verify-file" />
  </form>
);
