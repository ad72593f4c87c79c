/** Locations in prose: web addresses, mail addresses, other schemes. */
const ADDRESS =
  /\b(?:https?|ftp|sftp|s3|gs|wss?|ssh|webdav):\/\/[^\s<>"'`)\]}|]{1,300}|\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}\b|\b(?:\d{1,3}\.){3}\d{1,3}(?::\d{2,5})?\b|(?<![\w./@-])(?:[a-z0-9-]{1,40}\.){1,4}(?:invalid|test|com|net|org|io|dev|app|xyz|top|ru|cn|info|site|online|cc|ai|co|example|cloud|club|shop|biz|tech|de|uk|fr|eu|br|onion)(?:\/[^\s<>"'`)\]}|]{0,200})?(?![\w-]|\.\w)/gi;

type Address = { readonly start: number; readonly end: number; readonly text: string };

const TRAILING = /[.,;:!?]+$/;

/** Every address contains one of these. Most sentences do not, and this test costs far less than the search. */
const ADDRESS_MARKS = /@|:\/\/|\.[a-z0-9]/i;

export function findAddresses(text: string): Address[] {
  if (!ADDRESS_MARKS.test(text)) return [];
  return Array.from(text.matchAll(ADDRESS), (match) => {
    const address = match[0].replace(TRAILING, '');
    return { start: match.index, end: match.index + address.length, text: address };
  });
}
