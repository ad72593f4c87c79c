/** Changes with every change to the instruction of the type or to the layout of content. Stored answers carry it. */
export const PROMPT_VERSIONS = {
  SKILL: 'reading/2',
  API: 'reading/2',
  TOOL: 'reading/2',
  CONTRACT: 'reading/3',
} as const;

export const READING_LIMITS = {
  /** Content of one submission per pass. Content beyond it is listed as not read. */
  submissionTokensMax: 120_000,
  /** Content of one request. Longer submissions are split. */
  requestTokensMax: 24_000,
  /** Up to this size, all acting documents share one request, because one program may send what another collects. */
  togetherTokensMax: 60_000,
  /** Lines that two parts of a split file share, so that no sentence is split between two requests. */
  overlapLines: 12,
  /** A term relates parts of a product only if at most this many lines contain it. */
  relatedTermLinesMax: 6,
  relatedTokensMax: 3_000,
  /** Opening lines of the entry document in every part. They state what the product claims to be. */
  openingLines: 30,
  openingTokensMax: 2_000,
  /** A longer line is shown in numbered pieces. */
  lineCharsMax: 1_000,
  decodedLayersMax: 3,
  decodedViewsPerFileMax: 40,
  /** For a file that is not text: bytes searched for words, and characters of words shown. */
  bytesLookedAtMax: 1_048_576,
  wordsInBytesMax: 24_000,
  /** Share of readable bytes below which the words do not represent the file. */
  readableShareMin: 0.6,
  /** Share of undecodable characters above which a text counts as not read. */
  garbledShareMax: 0.02,
  filesListedMax: 200,
  /** Every request repeats the names, and the author chooses them. */
  filesListedCharsMax: 4_000,
  missingListedMax: 20,
  hintsMax: 24,
  outputTokensMax: 4_000,
  findingsMax: 20,
  quoteCharsMin: 12,
  /** Minimum for a quote that is a whole line. */
  quotedLineCharsMin: 4,
  quoteCharsMax: 400,
  /** Maximum distance in lines between a quote and the lines named for it. */
  quoteLinesOff: 2,
  /** Share of quotes not found above which the whole pass is discarded. */
  droppedPermilleMax: 300,
  /** Number of lines that a finding may name beyond its quote. */
  placeLinesAround: 4,
  sayingCharsMax: 400,
} as const;

const BYTES_PER_TOKEN = 3;

/** Estimates high for all known tokenizers, so that the limits hold in practice. */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
