import { toUrlValue } from '../../models/origins/origin.ts';
import type { CommandValue } from '../../types/index.ts';

const SETS_INDEX =
  /^(?:npm|yarn|pnpm|bun)\s+config\s+set\s+(?:\S{0,60}:)?registry[= ]\s*(\S+)|^pip3?\s+config\s+(?:--?\w+\s+)?set\s+\S{0,40}index-url\s+(\S+)|^(?:composer\s+config\s+(?:-g|--global)\s+repo\S*(?:\s+composer)?|gem\s+sources\s.{0,80}(?:--add|-a)|conda\s+config\s+--(?:add|prepend)\s+channels|register-psrepository\s.{0,80}-sourcelocation|nuget\s+sources\s+add\s.{0,80}-source|dotnet\s+nuget\s+add\s+source|helm\s+repo\s+add\s+stable)\s+(https?:\S+)/i;

/** The package index that this command configures, if any. */
export function indexSet(program: string, args: readonly string[]): Pick<CommandValue, 'setsIndex'> {
  const [, ...named] = SETS_INDEX.exec([program, ...args].join(' ')) ?? [];
  const url = toUrlValue(named.find((one) => one !== undefined) ?? '');
  return url === undefined ? {} : { setsIndex: { url } };
}
