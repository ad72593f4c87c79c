/**
 * Letters of other scripts that look like Latin ones, by the Latin letter. A fixed table, so that results do not depend
 * on the ICU version.
 */
export const CONFUSABLES: Readonly<Record<string, string>> = {
  a: 'аɑαａ',
  b: 'Ьｂᖯ',
  c: 'сϲｃⅽ',
  d: 'ԁｄⅾ',
  e: 'еҽｅ℮',
  g: 'ɡցｇ',
  h: 'һհｈ',
  i: 'іɩιｉⅰı',
  j: 'јｊ',
  k: 'ｋκк',
  l: 'ⅼｌӏ',
  m: 'ｍⅿм',
  n: 'ոｎп',
  o: 'оοօｏ',
  p: 'рρｐ',
  q: 'ԛｑ',
  r: 'гｒ',
  s: 'ѕｓ',
  t: 'ｔт',
  u: 'υսｕ',
  v: 'νѵｖⅴ',
  w: 'ԝｗѡ',
  x: 'хχｘⅹ',
  y: 'уγｙ',
  z: 'ｚ',
  A: 'АΑＡ',
  B: 'ВΒＢ',
  C: 'СϹＣ',
  E: 'ЕΕＥ',
  H: 'НΗＨ',
  I: 'ІΙＩ',
  J: 'ЈＪ',
  K: 'КΚＫ',
  M: 'МΜＭ',
  N: 'ΝＮ',
  O: 'ОΟＯ',
  P: 'РΡＰ',
  S: 'ЅＳ',
  T: 'ТΤＴ',
  X: 'ХΧＸ',
  Y: 'ΥＹ',
  Z: 'ΖＺ',
};

/** First code points of the styled Latin alphabets (52 letters each, capitals first) in the mathematical block. */
export const MATH_ALPHABETS: readonly number[] = [
  0x1d400, 0x1d434, 0x1d468, 0x1d49c, 0x1d4d0, 0x1d504, 0x1d538, 0x1d56c, 0x1d5a0, 0x1d5d4, 0x1d608, 0x1d63c, 0x1d670,
];

/** Code points without a visible glyph. */
export const INVISIBLE =
  '\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064\u206a\u206b\u206c\u206d\u206e\u206f\u3164\ufeff\uffa0';
