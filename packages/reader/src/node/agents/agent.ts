/** One entry of the environment, or nothing. */
export type FindVariable = (name: string) => string | undefined;

/** What an agent command line is given for one call. Every folder is new and belongs to this call alone. */
export type AgentPlace = {
  readonly file: string;
  readonly model: string;
  /** Empty: the working folder. */
  readonly work: string;
  /** Throwaway home; files may be put here before the call. */
  readonly home: string;
  /** Holds our instruction. */
  readonly systemFile: string;
  readonly timeoutMs: number;
  readonly findVariable: FindVariable;
  /** The user's own home, for a sign-in that cannot be used from elsewhere. */
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
  /** At list price, where the program reports it. */
  readonly costMicros?: number;
  /** Ids of the models that answered, where the program reports them. */
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
  /** Variables with a key of the provider; the first that is set is used. */
  readonly keyVariables: readonly string[];
  /** Variable with another endpoint than the provider's own. */
  readonly endpointVariable: string;
  /** Files of a personal sign-in, relative to the user's home. */
  readonly signInFiles: readonly string[];
  /** Asks the program itself whether it is signed in, where a file cannot tell. */
  readonly signInArgs?: readonly string[];
  prepare(place: AgentPlace): Promise<AgentCall>;
  /** `undefined` for anything that is not a complete answer. */
  parse(stdout: string): AgentAnswer | undefined;
};

export function findKey({ keyVariables }: Pick<Agent, 'keyVariables'>, findVariable: FindVariable) {
  for (const name of keyVariables) {
    const value = findVariable(name);
    if (value !== undefined && value !== '') return { name, value };
  }
  return undefined;
}

/** Variables by name, without those that are not set. */
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

/** The environment of every call: search path, network and a throwaway home. Nothing else of the user's is passed on. */
export const commonEnvironment = (findVariable: FindVariable, home: string): Record<string, string> => ({
  ...pickVariables(NETWORK_VARIABLES, findVariable),
  PATH: searchPath(findVariable).join(':'),
  HOME: home,
  TMPDIR: home,
  LANG: 'C.UTF-8',
  NO_COLOR: '1',
});

/** Relative entries would be looked up in whatever folder is current. */
export const searchPath = (findVariable: FindVariable): string[] =>
  (findVariable('PATH') ?? '').split(':').filter((entry) => entry.startsWith('/'));
