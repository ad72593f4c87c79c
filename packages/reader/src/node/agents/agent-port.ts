import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { costMicrosOf, NO_USAGE, type Price } from '../../cost.ts';
import type { ModelPort, ModelReply, ModelRequest } from '../../port.ts';
import type { ModelConfig } from '../model-config.ts';
import { type Agent, type AgentAnswer, commonEnvironment, type FindVariable } from './agent.ts';
import { type AgentProbe, probeAgent, userHomeOf } from './probe.ts';
import { type ProgramEnd, runProgram } from './run-program.ts';

/** Agents interpret input that begins with a slash as a command. They then make no request and still exit with 0. */
const FIRST_LINE = 'DOCUMENT:\n';

/** Asks a model through an agent command line. The program is located once. Each question is a separate call. */
export function createAgentPort(
  agent: Agent,
  config: Pick<ModelConfig, 'model' | 'timeoutMs'>,
  price: Price,
  findVariable: FindVariable,
): ModelPort {
  let probed: Promise<AgentProbe> | undefined;
  return {
    async ask(request) {
      probed ??= probeAgent(agent, findVariable);
      const probe = await probed;
      if (probe.kind !== 'ready') return { kind: 'unreachable', detail: probe.detail, usage: NO_USAGE };
      return askOnce(request, { agent, file: probe.file, config, price, findVariable });
    },
  };
}

type Needs = {
  readonly agent: Agent;
  readonly file: string;
  readonly config: Pick<ModelConfig, 'model' | 'timeoutMs'>;
  readonly price: Price;
  readonly findVariable: FindVariable;
};

/** Uses folders that exist for this question only. Files that the program leaves are deleted with them. */
async function askOnce(request: ModelRequest, needs: Needs): Promise<ModelReply> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-reader-'));
  try {
    return await askIn(folder, request, needs);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function askIn(folder: string, request: ModelRequest, needs: Needs): Promise<ModelReply> {
  const { agent, file, config, findVariable } = needs;
  const [work, home, systemFile] = [join(folder, 'work'), join(folder, 'home'), join(folder, 'system.md')];
  await mkdir(work);
  await mkdir(home);
  await writeFile(systemFile, request.system);
  const place = { file, ...config, work, home, systemFile, findVariable, userHome: userHomeOf(findVariable) };
  let call: Awaited<ReturnType<Agent['prepare']>>;
  try {
    call = await agent.prepare(place);
  } catch (error) {
    const detail = error instanceof Error ? error.message : `${agent.title} could not be prepared.`;
    return { kind: 'unreachable', detail, usage: NO_USAGE };
  }
  const ended = await runProgram({
    file,
    args: call.args,
    env: { ...commonEnvironment(findVariable, home), ...call.env },
    cwd: work,
    input: `${FIRST_LINE}${request.user}`,
    timeoutMs: config.timeoutMs,
  });
  return toReply(ended, request, needs);
}

function toReply(ended: ProgramEnd, request: ModelRequest, { agent, config, price }: Needs): ModelReply {
  if (ended.kind === 'timeout') {
    // The provider may bill a request that timed out.
    const tokens = { inputTokens: request.inputTokensEstimated, outputTokens: 0 };
    const usage = { ...tokens, costMicros: costMicrosOf(tokens, price) };
    return { kind: 'timeout', detail: `${agent.title} did not answer in time.`, usage };
  }
  const fail = (why: string): ModelReply => ({
    kind: 'unreachable',
    detail: `${agent.title} ${why}.`,
    usage: NO_USAGE,
  });
  if (ended.kind !== 'ended') return fail(ended.kind === 'not-started' ? 'did not start' : 'printed too much');
  if (ended.code !== 0) return fail(`ended with ${ended.code ?? 'a signal'}`);
  const answer = agent.parse(ended.stdout);
  // A program that was stopped or made no request also exits with 0.
  if (answer === undefined || answer.inputTokens === 0 || answer.outputTokens === 0) return fail('gave no answer');
  if (!isAnsweredBy(config.model, answer)) return fail(`was answered by another model than ${config.model}`);
  return { kind: 'answer', text: answer.text, usage: usageOf(answer, price) };
}

/** A dated id such as `model-20260101` counts as the requested model. */
const isAnsweredBy = (model: string, { models }: AgentAnswer): boolean =>
  models === undefined || models.some((id) => id === model || id.startsWith(`${model}-`));

function usageOf({ inputTokens, outputTokens, costMicros }: AgentAnswer, price: Price) {
  const tokens = { inputTokens, outputTokens };
  return { ...tokens, costMicros: costMicros ?? costMicrosOf(tokens, price) };
}
