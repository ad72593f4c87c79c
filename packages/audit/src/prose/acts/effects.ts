import type { InstructionAct, ObjectKind } from '../../model.ts';
import type { Tag } from '../lexicon/lexicon.ts';
import { findNear, findPair, has, hitsOf } from '../sentence.ts';
import { type ActReader, actOf, type CuedReader, isNoun, on, onAny, phraseAct, type SeenAct } from './act.ts';

/** Orders that change something: run, install, write, delete, switch off, pay, publish. */

const pairReader = (act: InstructionAct, verb: Tag, object: Tag, gapMax: number, objectKind: ObjectKind): CuedReader =>
  on([object], (passage) => {
    const pair = findNear(passage.sentence, verb, object, gapMax);
    if (!pair || isNoun(passage.sentence, pair[0])) return [];
    const destination = passage.addresses[0]?.text ?? null;
    return [actOf(act, passage, pair[0], pair[1], { objectKind, destination })];
  });

const SCRIPT =
  /(?:^|[\s`"'(])((?:\.{0,2}\/)?(?:[\w.-]+\/)*[\w.-]+\.(?:sh|py|js|ts|mjs|rb|ps1|bat|exe|pl|php|command))\b/i;
const COMMANDISH =
  /`[^`\n]{2,200}`|\b(?:the )?(?:following|above|below|this|next) (?:command|script|snippet|code|one-liner|block|hook)s?\b|\b(?:commands?|scripts?|hook|installer|binary|snippet|collector|beacon)\b/;

/** "run the unlocker from https://…" */
const RUN_FROM = /^\s+(?:the|this|our|that)\s+(?:[\w-]+\s+){1,4}(?:from|at|on|shown at|found at)\s+\W{0,2}$/;

const readRun: ActReader = (passage) => {
  const { sentence, addresses } = passage;
  const verb = hitsOf(sentence, 'run').find((hit) => !isNoun(sentence, hit));
  if (!verb) return [];
  const script = SCRIPT.exec(sentence.raw.slice(verb.start));
  if (script) {
    const path = script[1] ?? '';
    return [
      actOf('run', passage, verb, verb, {
        objectKind: 'script',
        destination: path,
        end: verb.start + script.index + script[0].length,
      }),
    ];
  }
  const fetched = addresses.find((address) => address.end <= verb.start);
  if (
    fetched &&
    /^\s*(?:[a-z]+\s+)?(?:it|them|that|the (?:file|result|output|payload|download|installer|program|app))\b/.test(
      sentence.text.slice(verb.start + 3),
    )
  ) {
    return [actOf('run', passage, verb, verb, { objectKind: 'url', destination: fetched.text })];
  }
  const download = addresses.find((address) => address.start >= verb.end);
  if (download && RUN_FROM.test(sentence.text.slice(verb.end, download.start)))
    return [actOf('run', passage, verb, verb, { objectKind: 'url', destination: download.text, end: download.end })];
  if (download && /\b(?:download|fetch|get|retrieve|pull) and $/.test(sentence.text.slice(0, verb.start))) {
    return [actOf('run', passage, verb, verb, { objectKind: 'url', destination: download.text, end: download.end })];
  }
  const command = COMMANDISH.exec(sentence.text.slice(verb.end));
  if (!command || command.index > 60) return [];
  const end = verb.end + command.index + command[0].length;
  return [actOf('run', passage, verb, verb, { objectKind: 'command', destination: addresses[0]?.text ?? null, end })];
};

const readInstall: ActReader = (passage) => {
  const { sentence, addresses } = passage;
  const verb = hitsOf(sentence, 'install').find((hit) => !isNoun(sentence, hit));
  const address = addresses[0];
  if (verb && address) {
    return [
      actOf('install', passage, verb, verb, {
        objectKind: 'utility',
        destination: address.text,
        end: Math.max(verb.end, address.end),
      }),
    ];
  }
  const utility = findPair(sentence, 'required', 'utility', 60) ?? findPair(sentence, 'utility', 'required', 60);
  if (!utility || !(verb || address)) return [];
  return [
    actOf('install', passage, utility[0], utility[1], {
      objectKind: 'utility',
      destination: address?.text ?? null,
      isPolar: true,
    }),
  ];
};

const readDownload: ActReader = (passage) => {
  const { sentence, addresses } = passage;
  const address = addresses.find((item) => /^(?:https?|ftp|s3|gs):/i.test(item.text) || /\//.test(item.text));
  const verb = hitsOf(sentence, 'fetch').find((hit) => !isNoun(sentence, hit));
  if (!address || !verb) return [];
  return [
    actOf('download', passage, verb, verb, {
      objectKind: 'url',
      destination: address.text,
      end: Math.max(verb.end, address.end),
    }),
  ];
};

const ARCHIVE_PASSWORD =
  /\b(?:password|passcode|pass|pwd)\s*(?:is\s*[:=]?|[:=]|“|")\s*[`"'“*]{0,3}[\w!@#$%^&*-]{2,40}|\b(?:with|using) the (?:word|phrase|code|key|password) [`"'“*]{1,3}[\w!@#$%^&*-]{2,40}/i;
const ARCHIVE = /\b(?:extract|unzip|unpack|decompress|unrar|archive|zip|rar|7z|\.zip|\.rar|\.7z)\b/i;

const readArchivePassword: ActReader = ({ sentence }) => {
  const match = ARCHIVE_PASSWORD.exec(sentence.raw);
  if (!match || !ARCHIVE.test(sentence.raw)) return [];
  return [phraseAct('install', match, 'archive password', { objectKind: 'archive' })];
};

const SETTINGS =
  /settings(?:\.local)?\.json|mcp|permission|allowlist|allowed tools|hooks|agent (?:config|configuration|settings)|\.codex|\.claude\b/;

const readMemory: ActReader = (passage) => {
  const { sentence } = passage;
  const remember = hitsOf(sentence, 'remember')[0];
  const pair = findNear(sentence, 'write', 'agent-file', 90);
  if (pair && !isNoun(sentence, pair[0])) {
    const object = sentence.text.slice(pair[1].start, pair[1].end);
    const act = SETTINGS.test(object) ? 'configure-agent' : 'remember';
    return [actOf(act, passage, pair[0], pair[1], { objectKind: 'agent-file', destination: object })];
  }
  if (!remember) return [];
  return [actOf('remember', passage, remember, remember, { objectKind: 'memory' })];
};

const LOOP =
  /\b(?:repeat|loop|run|retry|continue|keep \w+ing|spawn)\b[^.]{0,50}\b(?:forever|indefinitely|infinitely|endlessly|without (?:end|stopping|limit)|in an infinite loop|never stop(?:ping)?|until (?:told|the system))\b/;

const readPaste: ActReader = (passage) => {
  const { sentence, addresses } = passage;
  const pair = findPair(sentence, 'paste', 'terminal', 90) ?? findPair(sentence, 'terminal', 'paste', 60);
  if (!pair) return [];
  return [
    actOf('paste-in-terminal', passage, pair[0], pair[1], {
      objectKind: 'command',
      destination: addresses[0]?.text ?? null,
    }),
  ];
};

/** "with permission checks disabled", "prompts turned off": the participle follows. */
const readDisabled: ActReader = (passage) => {
  const pair = findPair(passage.sentence, 'safeguard', 'disable', 6);
  if (pair?.[1].language !== 'en' || !/ed$|off$/.test(passage.sentence.text.slice(pair[1].start, pair[1].end)))
    return [];
  return [actOf('disable-safeguard', passage, pair[1], pair[0])];
};

const SPLIT_SWITCH =
  /\b(?:turn|switch|shut|take|knock|set|keep|leave)\s+(?:[\w'-]+\s+){1,5}?(?:off|down|aside|out of the way|out)\b/;
const IT_SWITCH =
  /\b(?:(?:turn|switch|shut|take|knock) it (?:off|down|out)|disable it|deactivate it|get rid of it|bypass it|skip it|remove it)\b/;

/** "turn your checks off", and "the sandbox is in the way. Take it down." */
const readSplitSwitch: ActReader = (passage) => {
  const { sentence, previous } = passage;
  const split = SPLIT_SWITCH.exec(sentence.text);
  const inside =
    split &&
    hitsOf(sentence, 'safeguard').find((hit) => hit.start > split.index && hit.end < split.index + split[0].length);
  if (split && inside)
    return [phraseAct('disable-safeguard', split, sentence.text.slice(inside.start, inside.end), { isPolar: false })];
  const it = IT_SWITCH.exec(sentence.text);
  const named = it && previous && hitsOf(previous, 'safeguard')[0];
  if (!it || !previous || !named) return [];
  return [phraseAct('disable-safeguard', it, previous.text.slice(named.start, named.end), { isPolar: false })];
};

const readLoop: ActReader = ({ sentence }) => {
  const match = LOOP.exec(sentence.text);
  return match ? [phraseAct('loop-forever', match, 'loop', { isPolar: false })] : [];
};

const WORK = /\b(?:code|programs?|functions?|routines?|formulas?|totals?|files?|builds?|releases?)\b/;

const readAlter: ActReader = (passage) => {
  const { sentence } = passage;
  const seen: SeenAct[] = [];
  const defect = findNear(sentence, 'plant', 'defect', 60);
  if (defect && !isNoun(sentence, defect[0]) && (has(sentence, 'output') || WORK.test(sentence.text))) {
    seen.push(actOf('alter-output', passage, defect[0], defect[1], { objectKind: 'output' }));
  }
  const promotion = findNear(sentence, 'promote', 'output', 120) ?? findPair(sentence, 'output', 'promote', 120);
  if (seen.length === 0 && promotion) {
    seen.push(
      actOf('alter-output', passage, promotion[0], promotion[1], {
        objectKind: 'output',
        destination: passage.addresses[0]?.text ?? null,
      }),
    );
  }
  return seen;
};

const readPoll: ActReader = (passage) => {
  const { sentence, addresses } = passage;
  const pair = findNear(sentence, 'poll', 'orders', 60);
  const place = sentence.hits.find((hit) => hit.tag === 'place');
  if (!pair || (addresses.length === 0 && !place)) return [];
  const destination = addresses[0]?.text ?? (place ? sentence.text.slice(place.start, place.end) : null);
  return [actOf('poll-orders', passage, pair[0], pair[1], { objectKind: 'url', destination })];
};

export const effectReaders: readonly CuedReader[] = [
  on(['run'], readRun),
  on(['install', 'utility'], readInstall),
  on(['address'], readDownload),
  onAny(readArchivePassword),
  on(['remember', 'agent-file'], readMemory),
  on([LOOP], readLoop),
  on(['defect', 'promote'], readAlter),
  on(['poll'], readPoll),
  on(['safeguard'], readDisabled),
  on(['safeguard', IT_SWITCH], readSplitSwitch),
  pairReader('delete', 'delete', 'everything', 60, 'workspace'),
  pairReader('disable-safeguard', 'disable', 'safeguard', 50, 'other'),
  on(['paste'], readPaste),
  pairReader('move-money', 'pay', 'money', 60, 'money'),
  pairReader('message-people', 'publish', 'people', 80, 'other'),
  pairReader('bypass-check', 'bypass', 'identity-check', 40, 'other'),
  pairReader('write', 'write', 'skill-thing', 60, 'skill'),
  pairReader('delete', 'delete', 'skill-thing', 60, 'skill'),
  pairReader('disable-safeguard', 'disable', 'skill-thing', 50, 'skill'),
  pairReader('disable-safeguard', 'disregard', 'skill-thing', 40, 'skill'),
];
