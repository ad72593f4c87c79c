import type { Named, Verb } from '../types/index.ts';

/**
 * Base forms of the verbs for acts of an agent, and their stems in other languages. One word per act is sufficient: a
 * sentence that names an address, a secret or a person beside one of them is worth reading in any case.
 */
export const ENGLISH_VERBS: Readonly<Record<Verb, string>> = {
  follow: 'follow|obey|comply|adhere|carry out|do what|do whatever|act on',
  ignore: 'ignore|disregard|forget|override|bypass|overrule',
  tell: 'tell|mention|inform|notify|reveal|disclose|show|ask|warn|alert|report|prompt|announce|say',
  send: 'send|upload|post|forward|submit|transmit|share|mail|email|e-mail|publish|push|exfiltrate|report|include|append|leak',
  get: 'download|fetch|retrieve|pull|clone|grab|curl|wget|load',
  install: 'install|set up|add|register|enable',
  run: 'run|execute|launch|start|invoke|paste|extract|unzip|unpack|source|eval|evaluate|decode|double-click',
  read: 'read|load|collect|gather|copy|cat|dump|access|extract',
  write: 'write|append|add|save|store|insert|edit|update|modify|remember|put|record|create|set|change',
  remove: 'delete|remove|erase|wipe|drop|disable|clear|turn off|switch off',
  visit: 'visit|open|go to|check|poll|browse|look at',
  judge: 'mark|rate|skip|approve|treat|pass|score|classify|trust|accept',
};

export const OTHER_VERBS: Readonly<Record<Verb, RegExp>> = {
  follow:
    /遵循|遵守|按照|听从|従[いっう]|따르|따라|sigue|sigas|siga |obede|suivez|suis les|befolg|folge |следуй|выполняй указ/,
  ignore: /忽略|无视|忘记|無視|忘れ|무시|ignora|olvid|esque[çc]|ignorez|oubli|ignorier|vergiss|игнорир|забудь/,
  tell: /告诉|告知|通知|提及|询问|显示|伝え|知らせ|尋ね|알리|말하|물어|dile|informa|menciona|pregunt|diga|mencion|avise|dis |dites|mentionn|demand|sag |erwähn|frag|сообщ|упомин|скажи|спраш/,
  send: /发送|上传|提交|转发|发布|送信|アップロード|전송|업로드|보내|env[íi]|sube |subir|manda|envoy|envoie|téléverse|transmet|send(?:e|en) |schick|hochlad|отправ|загрузи на|перешли/,
  get: /下载|获取|ダウンロード|取得|다운로드|받아|descarg|baix|télécharg|herunterlad|lade |скача|загруз/,
  install: /安装|インストール|설치|instal|installi|установ/,
  run: /运行|执行|粘贴|解压|実行|실행|ejecut|execut|exécut|lance |führe|ausführ|starte|запуст|выполни/,
  read: /读取|收集|読み|読んで|읽|lee |lea |leia|lis |lisez|lies |прочит|собер/,
  write:
    /写入|添加|保存|记住|更新|書き込|追加|保存|기록|저장|추가|escrib|guarda|añad|salve|adicion|écri|ajout|enregistr|schreib|speicher|füge|запиши|добав|сохран/,
  visit: /访问|打开|開い|열어|visita|abre |öffne|откро/,
  judge: /标记|评为|跳过|判定|マーク|표시|marca|marque|marqu|markier|пометь|отметь/,
  remove: /删除|移除|关闭|禁用|削除|삭제|borra|elimin|apag|supprim|efface|lösch|entfern|удали|отключ/,
};

/** Names that make a sentence worth reading. Addresses and paths are recognised by their own shapes. */
export const NAMES: Readonly<Partial<Record<Named, RegExp>>> = {
  secret:
    /\b(?:api[ _-]?keys?|access[ _-]?(?:keys?|tokens?)|(?:secret|private|signing|ssh|encryption) keys?|passwords?|passphrases?|credentials?|secrets|seed phrases?|mnemonics?|recovery phrases?|(?:session|auth) (?:cookies?|tokens?)|bearer tokens?|one-time codes?)\b|密钥|密码|凭证|令牌|助记词|パスワード|秘密鍵|認証情報|비밀번호|자격 증명|contraseñ|credencia|senhas?\b|mots? de passe|identifiants|passw[oö]rt|zugangsdaten|парол|учётные данные/i,
  conversation:
    /\b(?:conversations?|chat (?:history|logs?)|system prompts?|transcripts?|this (?:chat|session)|message history|your (?:instructions|context|memory|prompt))\b|对话|聊天记录|系统提示|会話|システムプロンプト|대화|시스템 프롬프트|conversaci|conversa\b|unterhaltung|gesprächsverlauf|переписк|системный промпт/i,
  'standing-rules':
    /\b(?:(?:previous|prior|earlier|preceding|system|safety|original|developer)\s+(?:\w+\s+){0,2}|(?:your|all|any|these|other|above)\s+(?:of\s+)?(?:your\s+|the\s+|other\s+|standing\s+)*)(?:instructions?|rules|guidelines?|guardrails?|prompts?|polic(?:y|ies)|restrictions?|directives?|constraints?|safeguards?)\b|\b(?:permission|confirmation|approval|safety) (?:prompts?|checks?)\b|\b(?:instructions?|rules|guidelines?|restrictions?) (?:above|before|you (?:were|have been) given)\b|(?:之前|以上|先前|系统|所有|安全)[^。，]{0,6}(?:指令|规则|提示|指示|限制)|(?:以前|これまで|システム)[^。]{0,6}(?:指示|ルール|プロンプト)|(?:이전|기존|시스템)[^.]{0,6}(?:지시|규칙|프롬프트)|(?:instrucciones|reglas|normas) (?:anteriores|previas|del sistema)|(?:instruções|regras) (?:anteriores|prévias|do sistema)|(?:instructions|règles|consignes) (?:précédentes|antérieures|du système)|(?:vorherigen|bisherigen|früheren) (?:anweisungen|regeln)|(?:предыдущие|прежние|системные) (?:инструкции|правила|указания)/i,
  orders:
    /\b(?:instructions?|steps|commands?|directives?|orders|tasks?|prompts?|playbook|script|(?:whatever|what) (?:it|they) (?:says?|returns?|contains?)|the (?:text|answer|response))\b|指令|指示|步骤|命令|手順|명령|지시|instrucci|instruç|anweisung|инструкц|команд/i,
  user: /\b(?:users?|humans?|operators?|owners?|customers?|people|person|anyone|them)\b|用户|ユーザー|사용자|usuari|utilisateur|benutzer|nutzer|пользовател/i,
  self: /\bthis (?:skill|file|package|document|page|plugin|tool|content|text|bundle|repository)\b|(?:本|该|此)(?:技能|文件|文档)|このスキル|このファイル|이 스킬|est[ae] (?:skill|archivo)|cette compétence|ce fichier|diese[rn]? (?:skill|datei)|этот (?:навык|файл)/i,
  reviewer:
    /\b(?:to|for|dear|attn|attention|note|message|you are|you're)[:,]?\s+(?:the |an? |any |all )?(?:[\w-]+ ){0,2}(?:reviewers?|auditors?|scanners?|moderators?|graders?|judges?|classifiers?|evaluators?)\b|(?:审核员|审查员|扫描器|审计员)|レビュー担当|검토자|(?:al|para el|ao|para o) (?:revisor|auditor)|à l['’]auditeur|an den prüfer|(?:для|уважаемый) (?:проверяющ|аудитор)/i,
  verdict:
    /\b(?:safe|clean|benign|harmless|trusted|approved?|reviewed|no (?:issues|findings|threats|risks?)|false positives?|low[- ]risk|passe[sd])\b|安全|无害|問題なし|안전|segur[oa]|sûr|unbedenklich|безопасн/i,
  'turn-mark':
    /<\|(?:im_start|im_end|system|user|assistant|start_header_id|eot_id)\|?>?|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|system-reminder|system_prompt|tool_result|function_results|developer)>|^\W{0,4}(?:system|developer) (?:message|prompt|override|instruction)\s*:/i,
  terminal:
    /\b(?:terminal|command prompt|powershell|cmd\.exe|command line|run dialog|win ?\+ ?r)\b|终端|ターミナル|터미널|línea de comandos|eingabeaufforderung|терминал/i,
  archive: /\.?\b(?:zip|rar|7z|tgz|tar\.gz)\b|\barchives?\b|压缩包|アーカイブ|압축/i,
  'given-password':
    /\b(?:pass(?:word|phrase|code)?|pwd)\b\s*(?:is\b:?|:|=|->|→|\b(?=[`"'“]?\d))\s*["'`“*]{0,3}(?!\S*\.(?:zip|rar|7z)\b)[!#-&(-)+-_a-~][^\s"'`”*]{2,}|(?:解压)?密码\s*(?:是|为|:|：)\s*["'`“*]{0,3}\S{3,}/i,
};
