/** Reads one environment variable. */
export type FindVariable = (name: string) => string | undefined;

/** The inputs of one call of an agent command line. Every folder is new and used by this call only. */
export type AgentPlace = {
  readonly file: string;
  readonly model: string;
  /** Empty working folder. */
  readonly work: string;
  /** Temporary home. `prepare` may write files to it. */
  readonly home: string;
  /** File with the reader's instruction. */
  readonly systemFile: string;
  readonly timeoutMs: number;
  readonly findVariable: FindVariable;
  /** The user's real home, for a sign-in that works only from there. */
  readonly userHome: string;
};

type AgentCall = {
  readonly args: readonly string[];
  /** Added to the common environment. */
  readonly env: Readonly<Record<string, string>>;
};

export type AgentAnswer = {
  readonly text: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Cost at list price, if the program reports it. */
  readonly costMicros?: number;
  /** Ids of the models that answered, if the program reports them. */
  readonly models?: readonly string[];
};

export type Agent = {
  readonly name: string;
  readonly title: string;
  readonly command: string;
  /** The company that receives the content. */
  readonly company: string;
  readonly family: string;
  /** Versions whose request was checked by `npm run bench agent-readers`; every other version is refused. */
  readonly tried: readonly string[];
  readonly defaultModel: string;
  /** Variables with a key of the provider. The first that is set is used. */
  readonly keyVariables: readonly string[];
  /** Variable that overrides the provider's endpoint. */
  readonly endpointVariable: string;
  /** Files of a personal sign-in, relative to the user's home. */
  readonly signInFiles: readonly string[];
  /** Arguments that make the program report its sign-in, where no file shows it. */
  readonly signInArgs?: readonly string[];
  prepare(place: AgentPlace): Promise<AgentCall>;
  /** Returns `undefined` for anything that is not a complete answer. */
  parse(stdout: string): AgentAnswer | undefined;
};

export function findKey({ keyVariables }: Pick<Agent, 'keyVariables'>, findVariable: FindVariable) {
  for (const name of keyVariables) {
    const value = findVariable(name);
    if (value !== undefined && value !== '') return { name, value };
  }
  return undefined;
}

/** Returns the named variables that are set. */
export const pickVariables = (names: readonly string[], findVariable: FindVariable): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = findVariable(name);
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );

const NETWORK_VARIABLES = [
  'HTTPS_PROXY',
  'HTTP_PROXY',
  'NO_PROXY',
  'https_proxy',
  'http_proxy',
  'no_proxy',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
];

/** The environment of every call: search path, network and a temporary home. No other user variable is passed on. */
export const commonEnvironment = (findVariable: FindVariable, home: string): Record<string, string> => ({
  ...pickVariables(NETWORK_VARIABLES, findVariable),
  PATH: searchPath(findVariable).join(':'),
  HOME: home,
  TMPDIR: home,
  LANG: 'C.UTF-8',
  NO_COLOR: '1',
});

/** Relative entries are dropped, because they depend on the current folder. */
export const searchPath = (findVariable: FindVariable): string[] =>
  (findVariable('PATH') ?? '').split(':').filter((entry) => entry.startsWith('/'));
