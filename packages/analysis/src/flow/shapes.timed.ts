import type { Found } from './shapes.harm.ts';

const NOW = String.raw`(?:\btime(?:\.time)?\(\)|\btime\b(?=\s*[<>])|\bDate\.now\(\)|\bnew Date\(\)|\bTime\.now(?:\.to_i)?|\bdatetime\.(?:datetime\.)?(?:now|utcnow|today)\([^)]{0,30}\)|\bdate\.today\(\)|\bDate\.today|\bCURDATE\(\)|\bNOW\(\)|\bCURRENT_(?:DATE|TIMESTAMP)\b|\bGETDATE\(\)|\bSYSDATE\b|\(?Get-Date\)?|\$\(date \+%[sFYmd%-]+\)|\btime\.Now\(\)(?:\.Unix\(\))?)`;
const LITERAL_DATE = String.raw`(?:20[2-9]\d[-/., ]{1,2}\d{1,2}|1[\d_]{9,15}\b|20[2-9]\d\d{4}\b)`;
/** The present compared with a day that is written in the program. */
const TIMED = new RegExp(
  `${NOW}[^\\n;{]{0,60}(?:[<>]=?|-g[te]|-l[te]|\\.After\\(|\\.isAfter\\(|>)[^\\n;{]{0,60}?${LITERAL_DATE}|${LITERAL_DATE}[^\\n;{]{0,30}[<>]=?\\s*${NOW}`,
  'g',
);
/** A day as a number, got out of a date by the library: days since the year one, Julian days, seconds, milliseconds, ticks. */
const COUNTED =
  /(?:\.(?:toordinal|timestamp|getTime|valueOf|to_i|to_f|jd|mjd|ajd|Unix|UnixMilli|UnixNano|toEpochDay|toEpochMilli|getEpochSecond|toEpochSecond)\b(?:\(\))?|\.Ticks\b|\bToUnixTimeSeconds\(\)|\bmktime\([^)\n]{0,60}\))\s*(?:>=?|-g[te])\s*(?:7[34]\d[\d_]{3,4}|24[56]\d{4}(?:\.\d)?|1[6-9][\d_]{8,19}|2[0-2][\d_]{8,19}|63\d{16})\b/g;
const NAMED_DAY =
  /^[ \t]*(?:(?:const|let|var|final|static|readonly|private|public|my|val|local)\s+)*(?:(?:LocalDate(?:Time)?|DateTime(?:Offset)?|Instant|Date|int|long|auto)\s+)?\$?([A-Za-z_]\w{2,40})\s*:?=\s*[^\n]{0,40}?(?:\b(?:date|datetime|Date\.new|DateTime|Time\.(?:new|local|mktime)|Date\.UTC|new Date|new DateTime(?:Offset)?|time\.Date|LocalDate(?:Time)?\.of|strtotime|Time\.parse|Date\.parse|LocalDate\.parse)\(\s*["']?20[2-9]\d[-, /]|["']20[2-9]\d-\d\d-\d\d["']|\[datetime\]\s*["']20[2-9]\d-)/gm;
const DESTROYS =
  /\brm\s+-[a-z]*r[a-z]*\b|\bfind\s[^\n|;]{0,200}\s-(?:delete\b|exec\s+(?:rm|shred)\b)|\bxargs\s[^\n|;]{0,40}\brm\b|\brmtree\(|\bunlink(?:Sync)?\b|\bRemove-Item\b|\bfs\.rm\(|\brm(?:dir)?Sync\(|\b(?:fse?|fs-extra)\.remove(?:Sync)?\(|\bDirectory\.Delete\(|\bfs::remove_dir_all\(|\bos\.remove\(|\bFile\.delete|\bFileUtils\.rm|\bDELETE\s+FROM\s+[\w."`]+\s*;|\bDROP\s+(?:TABLE|DATABASE|SCHEMA)\b|\bTRUNCATE\b|\bmkfs|\bshred\b|\bdd\s+if=|\bos\.RemoveAll\(|\bpush\s+--force\b|\breset\s+--hard\b/i;
const OWN_FOLDERS =
  /(?:\$ENV\{HOME\}|\$HOME|~|homedir\(\)|Path\.home\(\)|Dir\.home|USERPROFILE)[^\n]{0,120}\b(?:Documents|Desktop|Pictures|Projects)\b/;
const REMOVES = /\bunlink|\brmtree|\brm\s+-|\bremove\(|\bdelete\b|\bRemove-Item\b/i;
const BRANCH_CHARS = 700;
const DAYS_MAX = 10;

/** From a day on that is written in the program, something is destroyed. */
export function timedDestruction(text: string): Found[] {
  if (!DESTROYS.test(text)) return aimed(text);
  return [...namedDay(text), ...directDay(text)];
}

/** The day has a name: `EPOCH = date(2030, 1, 2)`, and further down the present is compared with it. */
function namedDay(text: string): Found[] {
  const days = [...new Set([...text.matchAll(NAMED_DAY)].map((match) => match[1] ?? ''))].slice(0, DAYS_MAX).join('|');
  if (days === '') return [];
  const present = String.raw`(?:\b(?:today|now|current_?(?:date|time|day))(?:\(\))?|${NOW})`;
  const after = new RegExp(
    `${present}\\s*(?:>=?|-g[te])\\s*\\$?(?:${days})\\b|${present}\\s*\\.(?:After|isAfter|CompareTo|compareTo)\\(\\s*\\$?(?:${days})\\b|\\b(?:${days})\\s*(?:<=?|-l[te])\\s*${present}|\\b(?:${days})\\.(?:Before|isBefore)\\(\\s*${present}`,
    'g',
  );
  return [...text.matchAll(after)]
    .filter((match) => isNamedLoudly(match[0]) || DESTROYS.test(branchAt(text, match)))
    .map(found);
}

/** A constant is looked for in the whole program; a name like any other only where it decides. */
const isNamedLoudly = (words: string): boolean => /\b[A-Z][A-Z0-9_]{2,40}$/.test(words);
const branchAt = (text: string, { index }: RegExpExecArray): string => text.slice(index, index + BRANCH_CHARS);
const found = ({ index, 0: words }: RegExpExecArray): Found => ({
  harm: 'timed-destruction',
  start: index,
  end: index + words.length,
});

const directDay = (text: string): Found[] =>
  compared(text)
    .filter((match) => DESTROYS.test(branchAt(text, match)) || isAimed(text, match))
    .map(found);

const aimed = (text: string): Found[] =>
  compared(text)
    .filter((match) => isAimed(text, match))
    .map(found);

const compared = (text: string): RegExpExecArray[] => [...text.matchAll(TIMED), ...text.matchAll(COUNTED)];
const isAimed = (text: string, match: RegExpExecArray): boolean =>
  OWN_FOLDERS.test(branchAt(text, match)) && REMOVES.test(text);
