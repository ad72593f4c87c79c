/** Changes with any word of the type's instruction or any change in how content is laid out: answers are kept under it. */
export const PROMPT_VERSIONS = {
  SKILL: 'reading/2',
  API: 'reading/2',
  TOOL: 'reading/2',
  CONTRACT: 'reading/3',
} as const;

export const READING_LIMITS = {
  /** Content of one submission that one pass is shown; what lies beyond is named as not read. */
  submissionTokensMax: 120_000,
  /** Content of one request. Longer submissions are split. */
  requestTokensMax: 24_000,
  /** What acts is shown in one request as far as this: what one program collects another may send. */
  togetherTokensMax: 60_000,
  /** Lines that two parts of a split file share, so that no sentence falls between them. */
  overlapLines: 12,
  /** Lines of other parts that a part shows because they share terms that no more lines than these hold. */
  relatedTermLinesMax: 6,
  relatedTokensMax: 3_000,
  /** Opening lines of the entry document that every part carries: they say what the product claims to be. */
  openingLines: 30,
  openingTokensMax: 2_000,
  /** A longer line is shown in numbered pieces. */
  lineCharsMax: 1_000,
  decodedLayersMax: 3,
  decodedViewsPerFileMax: 40,
  /** Of a file that is not text: how far it is searched for words, and how many characters of them are shown. */
  bytesLookedAtMax: 1_048_576,
  wordsInBytesMax: 24_000,
  /** Share of its bytes below which such words do not tell what a file says. */
  readableShareMin: 0.6,
  /** Share of letters of a text that did not decode above which the text is not read. */
  garbledShareMax: 0.02,
  filesListedMax: 200,
  /** Names are repeated in every request, and an author chooses them. */
  filesListedCharsMax: 4_000,
  missingListedMax: 20,
  hintsMax: 24,
  outputTokensMax: 4_000,
  findingsMax: 20,
  quoteCharsMin: 12,
  /** Of a quote that is a whole line. */
  quotedLineCharsMin: 4,
  quoteCharsMax: 400,
  /** How far from the named lines a quote may stand. */
  quoteLinesOff: 2,
  /** Share of quotes that may be unfindable before the pass counts for nothing. */
  droppedPermilleMax: 300,
  /** How far the lines a finding names may reach beyond its quote. */
  placeLinesAround: 4,
  sayingCharsMax: 400,
} as const;

const BYTES_PER_TOKEN = 3;

/** On the high side for every tokeniser we know of: a limit that is passed in practice is none. */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
