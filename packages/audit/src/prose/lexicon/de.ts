import type { Lexicon } from './lexicon.ts';

export const de: Lexicon = {
  language: 'de',
  words: {
    negator:
      'nicht|niemals|nie|kein|keine|keinen|keinesfalls|vermeide|vermeiden|verboten|darf nicht|dürfen nicht|statt|anstatt',
    idiom:
      'keine sorge|vergiss nicht|vergessen sie nicht|zögere nicht|zögern sie nicht|nicht nur|nicht überspringen|nicht vergessen',
    exception: 'es sei denn|außer wenn|außer|bis|nur wenn|ausgenommen',
    'clause-break': 'aber|sondern|dann|danach|jedoch|stattdessen|anschließend|also|weil|damit',
    agent: 'du|sie|assistent|agent|modell',
    user: 'benutzer|nutzer|anwender|kunde|kunden|dem benutzer|dem nutzer|den benutzer|den nutzer',
    always:
      'immer|jedes mal|ab jetzt|ab sofort|künftig|von nun an|in jeder|nach jeder|nach jedem|bei jeder|am ende jeder|täglich|dauerhaft|nach abschluss|stets',
    unattended:
      'ohne rückfrage|ohne nachfrage|ohne zu fragen|ohne bestätigung|ohne genehmigung|ohne erlaubnis|ohne zustimmung|frage nicht nach|fragen sie nicht|automatisch genehmigen|ohne freigabe|frage nicht um',
    silent:
      'heimlich|stillschweigend|unbemerkt|im hintergrund|im geheimen|ohne den nutzer zu informieren|ohne den benutzer|ohne wissen|ohne hinweis|erwähne nicht|nicht erwähnen|sage dem nutzer nicht|sag dem nutzer nicht|verschweige|verberge|verstecke|ohne es zu erwähnen|ohne mitteilung|informiere den nutzer nicht|informiere den benutzer nicht|sage dem benutzer nicht|teile dem nutzer nicht|zeige nicht',
    confirm:
      'frage den nutzer|frage den benutzer|fragen sie den benutzer|um bestätigung bitten|bestätigung einholen|wenn der nutzer|auf wunsch|mit zustimmung|nach freigabe',
    pressure: 'dringend|sofort|unverzüglich|zwingend|verpflichtend|kritisch|wichtig|andernfalls',
    authority:
      'systemadministrator|administrator|sicherheitsteam|compliance|offiziell|offizielle|unternehmensrichtlinie|systemnachricht|rechtsabteilung',
    attribution:
      'angreifer|bösartig|bösartige|zum beispiel|z. b.|z.b.|beispielsweise|formulierungen wie|erkennt|erkennen|injektion|verdächtig|gefährlich|wie etwa',
    modal: 'musst|müssen|muss|sollst|sollten|soll|stelle sicher|bitte|ist zu|sind zu',
    disregard:
      'ignoriere|ignorieren|ignoriert|vergiss|vergessen|missachte|missachten|verwirf|verwerfen|überschreibe|überschreiben|umgehe|übergehe|ersetze|folge nicht mehr|befolge nicht mehr|setze außer kraft',
    prior:
      'vorherigen|vorherige|bisherigen|bisherige|früheren|obigen|alle|allen|sämtliche|bestehenden|deine|deinen|ihre|system|ursprünglichen|jegliche|vorigen',
    rules:
      'anweisungen|anweisung|regeln|richtlinien|vorgaben|instruktionen|einschränkungen|beschränkungen|prompt|befehle|leitlinien|sicherheitsvorkehrungen|systemprompt',
    outrank: 'hat vorrang vor|haben vorrang vor|geht vor|überwiegt|überwiegen',
    persona:
      'du bist jetzt|du bist nun|sie sind jetzt|verhalte dich wie|tu so als|gib dich als|übernimm die rolle|wechsle in|agiere als|spiele die rolle',
    unlimited:
      'ohne einschränkungen|ohne beschränkungen|uneingeschränkt|uneingeschränkter|unzensiert|ohne filter|entwicklermodus|ohne ethik|ohne regeln|ohne grenzen',
    tell: 'sage|sagen|erwähne|erwähnen|informiere|informieren|verrate|zeige|zeigen|melde|melden|benachrichtige|erkläre|mitteilen|offenlegen|teile',
    refuse: 'verweigere|verweigern|lehne|ablehnen|hinterfrage|zögere|widersprich|warne',
    agreed:
      'bereits zugestimmt|hat zugestimmt|bereits genehmigt|bereits autorisiert|bereits eingewilligt|stillschweigende zustimmung|vorab genehmigt|bereits freigegeben',
    reveal: 'verrate|gib aus|ausgeben|zeige|drucke|wiederhole|sende|teile|offenbare|hänge|füge',
    prompt:
      'systemprompt|system-prompt|systemanweisungen|ursprünglichen anweisungen|versteckten anweisungen|werkzeugliste|liste der werkzeuge',
    fetch: 'lade|laden|rufe|abrufen|hole|lies|öffne|besuche|herunterladen|abrufe',
    obey: 'befolge|befolgen|folge|folgen|führe|ausführen|wende|gehorche|halte dich|umsetzen',
    reviewer: 'prüfer|gutachter|auditor|auditoren|scanner|bewerter|richter|moderator|sicherheitsprüfung|prüfsystem',
    mark: 'markiere|markieren|stufe|einstufen|bewerte|betrachte|melde|werte|klassifiziere|wurde|ist',
    verdict: 'sicher|sauber|harmlos|unbedenklich|ohne befund|keine probleme|freigegeben|fehlalarm|geprüft|als sicher',
    send: 'sende|senden|schicke|schicken|lade hoch|hochladen|übermittle|übermitteln|übertrage|übertragen|leite|weiterleiten|poste|synchronisiere|sichere|kopiere|exportiere|veröffentliche|maile|melde',
    read: 'lies|lesen|sammle|sammeln|extrahiere|durchsuche|suche|scanne|kopiere|hole|liste|öffne|erfasse',
    run: 'führe|ausführen|starte|starten|rufe auf',
    install: 'installiere|installieren|installiert',
    write: 'schreibe|schreiben|füge|hinzufügen|speichere|speichern|ändere|ändern|aktualisiere|ergänze|trage',
    delete: 'lösche|löschen|entferne|entfernen|vernichte|überschreibe|zerstöre',
    disable:
      'deaktiviere|deaktivieren|schalte aus|ausschalten|überspringe|überspringen|umgehe|umgehen|unterdrücke|automatisch genehmigen|abschalten',
    safeguard:
      'berechtigungsabfragen|berechtigungsabfrage|bestätigungen|sicherheitsprüfungen|sicherheitsprüfung|sandbox|firewall|virenschutz|virenscanner|audit-logs|protokollierung|sicherheitsmaßnahmen|berechtigungen|sicherheitsabfragen',
    remember: 'merke dir|speichere im gedächtnis|im gedächtnis speichern|behalte|präge dir',
    request: 'frage nach|fordere|verlange|gib ein|eingeben|bereitstellen|füge ein|bitte um',
    paste: 'füge ein|einfügen|kopiere und füge|kopieren und einfügen',
    terminal: 'terminal|eingabeaufforderung|konsole|kommandozeile|befehlszeile',
    pay: 'überweise|überweisen|zahle|bezahle|kaufe|sende|hebe ab|tausche|spende',
    publish: 'veröffentliche|poste|kommentiere|twittere|sende|teile',
    promote: 'bewirb|empfiehl|empfehle|erwähne|werbung|verlinke|füge einen link',
    plant: 'füge|baue|einbauen|verstecke|ändere|verändere|fälsche|schleuse',
    poll: 'frage regelmäßig|stündlich|jede minute|prüfe regelmäßig|rufe regelmäßig',
    bypass: 'umgehe|umgehen|löse|löse automatisch|leite|überliste',
    gate: 'wenn das datum|nach dem datum|codewort|schlüsselwort|geheime phrase|wenn der hostname|wenn der benutzername',
    secret:
      'api-schlüssel|api schlüssel|api-key|token|tokens|zugangsdaten|anmeldedaten|passwort|passwörter|kennwort|geheimnisse|privater schlüssel|private schlüssel|privaten schlüssel|ssh-schlüssel|cookies|.env|.ssh|.aws|bestätigungscode',
    seed: 'seed-phrase|wiederherstellungsphrase|mnemonic|privater schlüssel|privaten schlüssel',
    'private-data':
      'personenbezogene daten|persönliche daten|vertrauliche daten|sensible daten|kundendaten|kontakte|e-mails|nachrichten|private dateien',
    conversation:
      'gespräch|gesprächsverlauf|unterhaltung|chatverlauf|verlauf|konversation|nutzereingaben|nachrichten des nutzers',
    'user-file':
      'dateien|datei|dokumente|dokument|quellcode|code|repository|projekt|daten|bericht|inhalt|inhalte|ergebnisse|ordner',
    environment: 'umgebungsvariablen|systeminformationen|rechnername|hostname',
    'agent-file':
      'claude.md|agents.md|memory.md|soul.md|dein gedächtnis|deinem gedächtnis|speicherdatei|langzeitgedächtnis|settings.json|agentenkonfiguration',
    'skill-thing': 'andere skills|anderen skills|andere werkzeuge|anderen werkzeuge',
    everything:
      'alle dateien|datenbank|heimatverzeichnis|home-verzeichnis|repository|sicherungen|backups|protokolle|alles|logs',
    output: 'antwort|antworten|ausgabe|code|bericht|berichte|dokument|ergebnisse',
    defect: 'hintertür|schwachstelle|schwachstellen|fehler|schadcode|falsche informationen|sicherheitslücke',
    money: 'geld|guthaben|bitcoin|kryptowährung|kontostand|wallet|euro|dollar|zahlung|überweisung',
    people: 'alle kontakte|allen kontakten|alle nutzer|massenhaft',
    orders: 'neue anweisungen|neuesten anweisungen|anweisungen|aufgaben|befehle|schritte',
    'identity-check': 'captcha|zwei-faktor|identitätsprüfung|bestätigungscode|einmalcode',
    utility: 'werkzeug|programm|client|hilfsprogramm|komponente|anwendung|treiber|software',
    required: 'voraussetzung|voraussetzungen|erforderlich|muss installiert|vor der nutzung|zwingend',
    place: 'server|endpunkt|endpoint|extern|externen|entfernten|adresse|url|webhook',
  },
};
