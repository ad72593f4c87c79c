/** The verdict for visitors: whether the product may be used, and according to whom. */
import type { ReactNode } from 'react';
import { code as findCode } from '../languages/text.ts';
import { Mark, type Tone } from './parts.tsx';

type Standing = {
  readonly valid: boolean;
  readonly status: string;
  readonly activeFlagCount: number;
  readonly isRead: boolean;
};

type Verdict = { readonly tone: 'ok' | 'warn' | 'bad'; readonly word: string; readonly short: string };

/** Exactly three answers: yes; yes, but read the instructions; no. */
export function toVerdict({ valid, status, activeFlagCount, isRead }: Standing): Verdict {
  if (valid && isRead) return { tone: 'ok', word: 'Valid', short: 'Valid' };
  if (valid) return { tone: 'warn', word: 'Valid, unread', short: 'Valid, unread' };
  if (status === 'SUSPENDED') return { tone: 'bad', word: 'Do not use: suspended', short: 'Suspended' };
  if (status === 'DEPRECATED') return { tone: 'bad', word: 'Do not use: outdated', short: 'Outdated' };
  if (activeFlagCount > 0) return { tone: 'bad', word: 'Do not use: flagged', short: 'Flagged' };
  return { tone: 'bad', word: 'Do not use', short: 'Not valid' };
}

const BANDS = { ok: 'bg-band-ok', warn: 'bg-band-warn', bad: 'bg-band-bad' } as const;

/** The sign is drawn, not typed, so that it looks the same everywhere. */
export const Sign = ({ tone }: { tone: Verdict['tone'] }) => (
  <svg aria-hidden="true" className="size-full" viewBox="0 0 64 64">
    <path
      d="M18 2h28l16 16v28L46 62H18L2 46V18z"
      fill="none"
      stroke="currentColor"
      strokeDasharray={tone === 'warn' ? '8 5' : undefined}
      strokeWidth="3.5"
    />
    {tone === 'bad' ? (
      <path d="m21 21 22 22m0-22L21 43" fill="none" stroke="currentColor" strokeWidth="6" />
    ) : (
      <path d="m18 33 10 10 19-22" fill="none" stroke="currentColor" strokeWidth="6" />
    )}
  </svg>
);

type BandProps = { verdict: Verdict; label: string; summary: string; children?: ReactNode };

export const VerdictBand = ({ verdict, label, summary, children }: BandProps) => (
  <div className={`band ${BANDS[verdict.tone]}`} data-verdict={verdict.tone}>
    <div className="page flex flex-col gap-x-8 gap-y-4 py-7 sm:flex-row sm:items-center sm:py-10">
      <div className="size-16 shrink-0 sm:size-24">
        <Sign tone={verdict.tone} />
      </div>
      <div className="min-w-0">
        <p className="label">{label}</p>
        <p className="text-3xl leading-tight font-semibold sm:text-5xl">{verdict.word}</p>
        <p className="mt-2 max-w-3xl sm:text-lg">{summary}</p>
        {children}
      </div>
    </div>
  </div>
);

const LEVEL_TONES: Readonly<Record<string, Tone>> = {
  CLEAR: 'ok',
  INFO: 'plain',
  LOW: 'plain',
  MEDIUM: 'warn',
  HIGH: 'bad',
  CRITICAL: 'bad',
};

/** English shows the level as the API writes it. */
const toLevel = (level: string): string => findCode(level) ?? level;

/** `label` names the level where no heading does. */
export const LevelMark = ({ level, label }: { level: string; label?: string }) => (
  <Mark tone={LEVEL_TONES[level] ?? 'bad'}>{label === undefined ? toLevel(level) : `${label}: ${toLevel(level)}`}</Mark>
);

type ListedStanding = {
  readonly valid: boolean;
  readonly instructionsReadBy: string;
  /** Omitted in lists that only say that something is not valid. */
  readonly status?: string;
  readonly activeFlagCount?: number;
};

/** The badge of every list, with the same words as the certificate's page. */
export const StandingMark = ({ valid, instructionsReadBy, status = '', activeFlagCount = 0 }: ListedStanding) => {
  const { tone, short } = toVerdict({ valid, status, activeFlagCount, isRead: instructionsReadBy !== 'NONE' });
  return (
    <Mark tone={tone}>
      <span aria-hidden="true">{valid ? '✓' : '✕'}</span>
      {short}
    </Mark>
  );
};
