/** The words of an identifier: `readFile`, `read_file` and `read-file` have the same. */
export const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])(?=[A-Z][a-z])/g, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** What a tool does, by the verb in its name or at the head of its description. One plain verb per row is one act. */
const ACTS = ['remove', 'change', 'send', 'run', 'read'] as const;
export type Act = (typeof ACTS)[number];

const VERBS: Readonly<Record<Act, ReadonlySet<string>>> = {
  remove: new Set(
    'clean delete remove drop destroy purge wipe erase truncate uninstall revoke kill terminate prune flush evict ban unlink detach discard expire empty löscht löschen loeschen entfernt entfernen supprime supprimer efface effacer elimina eliminar borra borrar apaga apagar cancella cancellare exclui excluir удаляет удалить storniert stornieren kündigt kündigen widerruft widerrufen leert leeren annule annuler résilie résilier vide vider révoque révoquer anula anular vacía vaciar revoca revocar cancela annulla annullare svuota svuotare revocare esvazia esvaziar verwijdert verwijderen annuleert annuleren usuwa usuń anuluje отменяет отменить очищает raderar radera avbokar siler iptal'.split(
      ' ',
    ),
  ),
  change: new Set(
    'acknowledge dismiss resolve subscribe unsubscribe confirm accept decline block unblock mute follow unfollow book place toggle pause resume unlock grant invite register provision trigger reboot restore rebuild migrate sync rollback promote configure upsert swap refund reject reopen increment adjust import record log tag label release lock vote sign switch complete mark archive reset restart charge cancel close approve enable disable rotate buy start stop apply clear rename write create update edit set add insert append put patch modify move rename replace upload save commit push merge overwrite alter assign schedule settle ändert ändern aendern aktualisiert aktualisieren erstellt erstellen schreibt schreiben speichert speichern modifie modifier crée créer enregistre crea crear actualiza actualizar modifica modificar guarda guardar aggiorna aggiornare atualiza cria criar salva bucht buchen bestätigt bestätigen genehmigt genehmigen überträgt übertragen réserve réserver valide valider confirme confirmer ajoute ajouter confirma confirmar aprueba aprobar añade añadir prenota prenotare conferma confermare approva approvare aggiunge aggiungere aprova aprovar wijzigt wijzigen boekt boeken создаёт создает обновляет изменяет ändrar bokar skapar belastet belasten abbuchen freigeben sperrt sperren débite débiter cobra cobrar addebita addebitare'.split(
      ' ',
    ),
  ),
  send: new Set(
    'send post publish email mail notify tweet reply share submit transfer pay forward broadcast sendet senden schickt envoie envoyer envía enviar invia inviare envia überweist überweisen verschickt vire virer transfiere transferir manda mandar verstuurt versturen отправляет переводит skickar'.split(
      ' ',
    ),
  ),
  run: new Set('run execute exec eval evaluate shell spawn launch invoke deploy install'.split(' ')),
  read: new Set(
    'get list read search find fetch query describe show view count check lookup retrieve download browse open load scrape crawl inspect look display zeigt liest listet sucht affiche lit recherche muestra lee busca mostra elenca cerca'.split(
      ' ',
    ),
  ),
};

/** Words that are as often the name of a thing. */
const NOUNS = new Set(
  'empty book place block post email mail share order book query commit patch schedule set mark archive start stop close pay transfer forward reply import record log tag label release lock vote sign switch complete trigger grant sync'.split(
    ' ',
  ),
);

const stems = (word: string): string[] => [
  word,
  word.replace(/s$/, ''),
  word.replace(/es$/, ''),
  word.replace(/ies$/, 'y'),
];
const actOf = (word: string): Act | undefined => ACTS.find((act) => stems(word).some((form) => VERBS[act].has(form)));

/** A name that ends so names what is known of a thing: `lock_state`, `order_status`. */
const KNOWN_OF = new Set('state status info history list details count report level summary stats settings'.split(' '));

/** What is known of many: `book_stock`, `order_items`. */
const THINGS = new Set('book order post record label release mail email place'.split(' '));
const OF_THINGS = new Set(
  'stock items prices price catalog catalogue index numbers rates rules types titles hours map'.split(' '),
);

/** Verbs of other languages stand at the end of a name: `fax_senden`. */
const isInfinitive = (word: string): boolean =>
  /(?:en|er|ar|ir|are|ere|ire)$/.test(word) && !/^(?:open|register|trigger|transfer|share|discover)$/.test(word);

/** `logs`, `records`, `tags`: things, where the verb would stand without an s. */
const isManyThings = (word: string): boolean => word.endsWith('s') && stems(word).some((form) => NOUNS.has(form));

/** Acts that the name tells. What may be a noun is a verb only in front, and only where no other word is one. */
export function actsOfName(name: string): Act[] {
  const words = wordsOf(name);
  const sure = words.filter(
    (word, index) =>
      !NOUNS.has(word) &&
      !isManyThings(word) &&
      (words.length === 1 || index < words.length - 1 || index === 0 || isInfinitive(word)),
  );
  const acts = sure.flatMap((word) => actOf(word) ?? []);
  const [first] = words;
  const isNoun = words.length > 1 && KNOWN_OF.has(words.at(-1) ?? '');
  const isOfThings = words.length > 1 && THINGS.has(first ?? '') && OF_THINGS.has(words.at(-1) ?? '');
  const isLed = first !== undefined && NOUNS.has(first) && acts.length === 0 && !isNoun && !isOfThings;
  const led = isLed ? actOf(first) : undefined;
  return [...new Set([...acts, ...(led === undefined ? [] : [led])])];
}

const OBJECT = /^(?:the|an?|your|one|this|that|these|all|any|every|each|it|them|its|their|several|new|some)\b/i;
/** "Clear space around a logo": how a thing is, where no article follows. */
const QUALITIES = new Set('clear clean empty open complete close live'.split(' '));
const HEAD = /^[^\p{L}]*(\p{L}+)\s+(?!of\b|for\b|in\b|on\b|from\b|with\b|by\b|between\b|and\b|or\b|to\b)/u;

/** The act at the head of a description: "Deletes a file." "Commits of a branch" does nothing. */
export function actOfHead(description: string): Act | undefined {
  const unspaced = actUnspaced(description);
  if (unspaced !== undefined) return unspaced;
  const found = HEAD.exec(description);
  const head = found?.[1]?.toLowerCase();
  if (found === null || head === undefined) return undefined;
  // "Votes so far" are things; "Votes on a film" and "Posts the note" are deeds.
  const isThings = (head.endsWith('s') && stems(head).some((form) => NOUNS.has(form))) || QUALITIES.has(head);
  return isThings && !OBJECT.test(description.slice(found[0].length)) ? undefined : actOf(head);
}

const CLAUSE =
  /(?:[.;:]\s+|\b(?:and|then|also|it|which|that|afterwards|finally)\s+(?:then\s+|also\s+|\w+ly\s+)?)([a-z]+s)\s+(?:the|an?|it|them|its|all|any|every|each|this|that|those|your|their|one|old|existing|everything|anything|whatever|what|money|funds)\b/gi;
/** "…, cleaning up those without a bike" */
const ALONG =
  /,\s*(?:also |then )?([a-z]{3,})ing\s+(?:up\s+|out\s+|off\s+)?(?:the|an?|it|them|all|any|every|each|this|those|your|their|old|existing|everything|anything|whatever)\b/gi;
/** A second deed behind an "and" of another language. */
const AND_ABROAD = /(?<!\p{L})(?:und|et|y|e|och|и)\s+(\p{L}{4,})(?!\p{L})/giu;
/** Done by somebody else, to what is shown, or to what was sent: not by the tool to the world. */
const PASSIVE =
  /\b(?:is|are|gets?|will be)\s+(?:then\s+|also\s+|\w+ly\s+)?(?!rejected|refused|marked|labelled|labeled|discarded)([a-z]{4,})\b(?!\s+(?:by|as)\b|[^.]{0,20}\b(?:with \[|before (?:they|it|the \w+) (?:is|are)))/gi;
const PAST: Readonly<Record<string, Act>> = { sent: 'send', written: 'change', overwritten: 'change', paid: 'send' };

function actOfPast(word: string): Act | undefined {
  const forms = [word.replace(/ed$/, ''), word.replace(/d$/, ''), word.replace(/(.)\1ed$/, '$1')];
  return (
    PAST[word] ?? (word.endsWith('ed') ? forms.map((form) => actOf(form)).find((act) => act !== undefined) : undefined)
  );
}

const DENIED = /\b(?:no|not|never|nothing|none|without|cannot|only if|n['’]t)\b/i;

/** What is the case, not what is done: "Whether the doors are locked." */
const ASKS_WHETHER = /^\W*(?:(?:says|tells|shows|returns|checks?|tests?) )?(?:whether|if)\b/i;

/** What a description says further on: "… and deletes the original", "the old file is replaced". */
export function actsTold(description: string): Act[] {
  const told = description
    .split(/(?<=[.!?])\s+/)
    .filter((sentence) => !DENIED.test(sentence) && !ASKS_WHETHER.test(sentence))
    .join(' ');
  const clauses = [...told.matchAll(CLAUSE)].flatMap(([, word = '']) => actOf(word.toLowerCase()) ?? []);
  const passives = [...told.matchAll(PASSIVE)].flatMap(([, word = '']) => actOfPast(word.toLowerCase()) ?? []);
  const along = [...told.matchAll(ALONG)].flatMap(
    ([, stem = '']) =>
      [stem, `${stem}e`, stem.slice(0, -1)].map((form) => actOf(form.toLowerCase())).find((act) => act !== undefined) ??
      [],
  );
  const joined = [...told.matchAll(AND_ABROAD)].flatMap(([, word = '']) => actOf(word.toLowerCase()) ?? []);
  return [...new Set([...clauses, ...passives, ...along, ...joined])];
}

/** Verbs of scripts without blanks, by their stems. */
const STEMS: Readonly<Record<Act, RegExp>> = {
  remove: /删除|取消|清空|撤销|注销|削除|取り消|キャンセル|解約|消去|삭제|취소|해지|비웁|비우/g,
  change: /创建|更新|修改|保存|预订|写入|审批|作成|変更|予約|登録|追加|書き込|承認|생성|수정|저장|예약|등록|추가|승인/g,
  send: /发送|转账|推送|送信|送金|전송|보냅|보내|송금/g,
  run: /执行|运行|実行|실행/g,
  read: /查询|查看|获取|列出|搜索|显示|表示|一覧|取得|確認|検索|照会|조회|표시|검색|확인|목록/g,
};
const UNSPACED = /[\u3040-\u9fff\uac00-\ud7af]/;
const VERB_LAST = /[\u3040-\u30ff\uac00-\ud7af]/;

/** A stem without the ending of a verb, and further in front, is part of a thing: the page of a booking. */
const ENDING = /^(?:し|す|む|み|ます|합|하|해|됩|되)/;
const LAST_CHARS = 8;

/** Chinese begins with what is done, Japanese and Korean end with it. */
function actUnspaced(text: string): Act | undefined {
  const [head = ''] = text.split(/[。.！!\n]/);
  if (!UNSPACED.test(head)) return undefined;
  const found = ACTS.flatMap((act) =>
    [...head.matchAll(STEMS[act])].map(({ index, 0: word }) => ({ act, index, word })),
  ).sort((a, b) => a.index - b.index);
  if (!VERB_LAST.test(head)) return found[0]?.act;
  const isDone = ({ index, word }: { index: number; word: string }): boolean =>
    ENDING.test(head.slice(index + word.length)) || head.length - index <= LAST_CHARS;
  return found.findLast(isDone)?.act;
}

/** What a tool does by its name and the head of its description. */
export function actsOf({ name, description }: { readonly name: string; readonly description: string }): Act[] {
  const head = actOfHead(description);
  return [...actsOfName(name), ...(head === undefined ? [] : [head])];
}
