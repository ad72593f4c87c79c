import { ACROSS } from './across.ts';
import { ASSEMBLED } from './assembled.ts';
import { BETWEEN } from './between.ts';
import { BUILT } from './built.ts';
import { CARRIED } from './carried.ts';
import { CHANGED } from './changed.ts';
import { CHANNELS } from './channels.ts';
import { CONFIGURATION } from './configuration.ts';
import { DOWNLOADS } from './downloads.ts';
import { FILLED } from './filled.ts';
import { FOLLOWED } from './followed.ts';
import { GIVEN } from './given.ts';
import { GRAVE } from './grave.ts';
import { HANDED } from './handed.ts';
import { HARM } from './harm.ts';
import { LANGUAGES } from './languages.ts';
import { LATER } from './later.ts';
import { LEFT } from './left.ts';
import { LOST } from './lost.ts';
import { MEMBERS } from './members.ts';
import { OUTWARD } from './outward.ts';
import type { Pair } from './pair.ts';
import { PIECEWISE } from './piecewise.ts';
import { PIPELINES } from './pipelines.ts';
import { PLACED } from './placed.ts';
import { PLACES } from './places.ts';
import { STREAMS } from './streams.ts';
import { TURNS } from './turns.ts';
import { TYPED } from './typed.ts';
import { UNASKED } from './unasked.ts';
import { UNLOCKED } from './unlocked.ts';
import { UNREAD } from './unread.ts';
import { WOVEN } from './woven.ts';
import { WRITTEN } from './written.ts';

/** Techniques by class. */
export const TECHNIQUES: Readonly<Record<string, readonly Pair[]>> = {
  configuration: CONFIGURATION,
  piecewise: PIECEWISE,
  pipelines: PIPELINES,
  assembled: ASSEMBLED,
  channels: CHANNELS,
  downloads: DOWNLOADS,
  places: PLACES,
  placed: PLACED,
  built: BUILT,
  harm: HARM,
  languages: LANGUAGES,
  woven: WOVEN,
  across: ACROSS,
  followed: FOLLOWED,
  outward: OUTWARD,
  lost: LOST,
  later: LATER,
  members: MEMBERS,
  carried: CARRIED,
  unlocked: UNLOCKED,
  streams: STREAMS,
  turns: TURNS,
  handed: HANDED,
  written: WRITTEN,
  unasked: UNASKED,
  between: BETWEEN,
  filled: FILLED,
  grave: GRAVE,
  given: GIVEN,
  changed: CHANGED,
  typed: TYPED,
  unread: UNREAD,
  left: LEFT,
};
