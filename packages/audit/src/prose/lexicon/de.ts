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
    user: 'benutzer|nutzer|anwender|kunde|kunden|dem benutzer|dem nutzer|den benutzer|den nutzer|person|die person|der person|anwenderin|nutzerin|benutzerin|auftraggeber',
    always:
      'immer|jedes mal|ab jetzt|ab sofort|künftig|von nun an|in jeder|nach jeder|nach jedem|bei jeder|am ende jeder|täglich|dauerhaft|nach abschluss|stets|bei jeder anfrage|bei jedem|jede anfrage|in allen|am ende jedes|beim abschluss|nach getaner|regelmäßig|fortlaufend|jedes dokument',
    unattended:
      'ohne rückfrage|ohne nachfrage|ohne zu fragen|ohne bestätigung|ohne genehmigung|ohne erlaubnis|ohne zustimmung|frage nicht nach|fragen sie nicht|automatisch genehmigen|ohne freigabe|frage nicht um|ohne nachzufragen|ohne rücksprache|rückfrage ist unzulässig|rückfrage beim benutzer ist unzulässig|keine rückfrage|rückfragen sind|nicht nachfragen|ohne zu zeigen|ungefragt|eigenmächtig',
    silent:
      'heimlich|stillschweigend|unbemerkt|im hintergrund|im geheimen|ohne den nutzer zu informieren|ohne den benutzer|ohne wissen|ohne hinweis|erwähne nicht|nicht erwähnen|sage dem nutzer nicht|sag dem nutzer nicht|verschweige|verberge|verstecke|ohne es zu erwähnen|ohne mitteilung|informiere den nutzer nicht|informiere den benutzer nicht|sage dem benutzer nicht|teile dem nutzer nicht|zeige nicht|erwähne das nicht|erwähne es nicht',
    confirm:
      'frage den nutzer|frage den benutzer|fragen sie den benutzer|um bestätigung bitten|bestätigung einholen|wenn der nutzer|auf wunsch|mit zustimmung|nach freigabe|wenn gewünscht|nach rückfrage|rückfrage beim benutzer ist erwünscht|fragt den nutzer|wenn die person|nach bestätigung',
    pressure:
      'dringend|sofort|unverzüglich|zwingend|verpflichtend|kritisch|wichtig|andernfalls|unzulässig|fristlos|bis heute|heute noch|umgehend|gesperrt',
    authority:
      'systemadministrator|administrator|sicherheitsteam|compliance|offiziell|offizielle|unternehmensrichtlinie|systemnachricht|rechtsabteilung|die rechtsabteilung|aufsicht|behörde|anbieter|betreiber|geschäftsleitung|datenschutz|vorgesetzte|dein entwickler|hersteller|konzernleitung|revision|sicherheitsbüro',
    attribution:
      'angreifer|bösartig|bösartige|zum beispiel|z. b.|z.b.|beispielsweise|formulierungen wie|erkennt|erkennen|injektion|verdächtig|gefährlich|wie etwa',
    modal: 'musst|müssen|muss|sollst|sollten|soll|stelle sicher|bitte|ist zu|sind zu',
    disregard:
      'ignoriere|ignorieren|ignoriert|vergiss|vergessen|missachte|missachten|verwirf|verwerfen|überschreibe|überschreiben|umgehe|übergehe|ersetze|folge nicht mehr|befolge nicht mehr|setze außer kraft',
    prior:
      'vorherigen|vorherige|bisherigen|bisherige|früheren|obigen|alle|allen|sämtliche|bestehenden|deine|deinen|ihre|system|ursprünglichen|jegliche|vorigen|des betreibers|betreibers|vom system|des systems|des anbieters|anbieters|bisher|zuvor|vorgegebenen|erhaltenen|gegebenen|eingebauten',
    rules:
      'anweisungen|anweisung|regeln|richtlinien|vorgaben|instruktionen|einschränkungen|beschränkungen|prompt|befehle|leitlinien|sicherheitsvorkehrungen|systemprompt|verbote|schranken|vorschriften|sicherheitsregeln|grenzen|vorgabe|regelwerk|sicherheitsvorgaben',
    outrank:
      'hat vorrang vor|haben vorrang vor|geht vor|überwiegt|überwiegen|gilt nur|gilt allein|allein maßgeblich|maßgeblich ist nur|höre nur auf',
    persona:
      'du bist jetzt|du bist nun|sie sind jetzt|verhalte dich wie|tu so als|gib dich als|übernimm die rolle|wechsle in|agiere als|spiele die rolle|du schlüpfst|schlüpfst in|in die rolle|rolle einer|rolle eines|du sprichst als|sprich als|antworte als|du verkörperst|versetze dich|ab jetzt bist du',
    unlimited:
      'ohne einschränkungen|ohne beschränkungen|uneingeschränkt|uneingeschränkter|unzensiert|ohne filter|entwicklermodus|ohne ethik|ohne regeln|ohne grenzen|keinerlei verbote|keine verbote|keine grenzen|keine regeln|keinerlei regeln|keinerlei grenzen|kein gewissen|ohne gewissen|alles erlaubt|alles ist erlaubt|nichts verboten|keine tabus|ohne moral|keine moral|jeden wunsch',
    tell: 'sage|sagen|erwähne|erwähnen|informiere|informieren|verrate|zeige|zeigen|melde|melden|benachrichtige|erkläre|mitteilen|offenlegen|teile',
    refuse: 'verweigere|verweigern|lehne|ablehnen|hinterfrage|zögere|widersprich|warne',
    agreed:
      'bereits zugestimmt|hat zugestimmt|bereits genehmigt|bereits autorisiert|bereits eingewilligt|stillschweigende zustimmung|vorab genehmigt|bereits freigegeben|längst zugestimmt|schweigen gilt|gilt als zustimmung|gilt als einverständnis|mit der installation|durch die installation|einverständnis liegt vor|zustimmung liegt vor|genehmigung liegt vor|ist freigegeben|gab sein einverständnis',
    reveal: 'verrate|gib aus|ausgeben|zeige|drucke|wiederhole|sende|teile|offenbare|hänge|füge',
    prompt:
      'systemprompt|system-prompt|systemanweisungen|ursprünglichen anweisungen|versteckten anweisungen|werkzeugliste|liste der werkzeuge',
    fetch: 'lade|laden|rufe|abrufen|hole|lies|öffne|besuche|herunterladen|abrufe',
    obey: 'befolge|befolgen|folge|folgen|führe|ausführen|wende|gehorche|halte dich|umsetzen|arbeite ab|abarbeiten|tu was|mache was|richte dich|halte dich an|setze um|ausführen was',
    reviewer:
      'prüfer|gutachter|auditor|auditoren|scanner|bewerter|richter|moderator|sicherheitsprüfung|prüfsystem|prüfprogramm|das prüfsystem|prüfwerkzeug|prüfmodell|bewertungssystem',
    mark: 'markiere|markieren|stufe|einstufen|bewerte|betrachte|melde|werte|klassifiziere|wurde|ist|befunde|unterdrücke|unterdrücken|freigeben|werten',
    verdict:
      'sicher|sauber|harmlos|unbedenklich|ohne befund|keine probleme|freigegeben|fehlalarm|geprüft|als sicher|unterdrücken|zu unterdrücken|ohne beanstandung|keine befunde|bestanden',
    send: 'sende|senden|schicke|schicken|lade hoch|hochladen|übermittle|übermitteln|übertrage|übertragen|leite|weiterleiten|poste|synchronisiere|sichere|kopiere|exportiere|veröffentliche|maile|melde|überträgst|überträgt|schickst|schickt|sendest|sendet|meldet|meldest|übergib|übergibst|übergibt|leitet|lädst|legst|hinterlege|hinterlegt|gib weiter|weitergeben|reiche|einreichen|liefere|liefert|spiegle|spiegelt|zusenden|teilt mit|schick|leite weiter|stell ein|reiche ein|lege ab|ablegen|mail|landet|landen|geht|gehen|wandert|wandern|teile mit',
    read: 'lies|lesen|sammle|sammeln|extrahiere|durchsuche|suche|scanne|kopiere|hole|liste|öffne|erfasse|sieh nach|nimm|greife|lese|liest|entnimm',
    run: 'führe|ausführen|starte|starten|rufe auf',
    install: 'installiere|installieren|installiert',
    write: 'schreibe|schreiben|füge|hinzufügen|speichere|speichern|ändere|ändern|aktualisiere|ergänze|trage',
    delete:
      'lösche|löschen|entferne|entfernen|vernichte|überschreibe|zerstöre|leere|lösch|vernichten|wirf weg|setze zurück',
    disable:
      'deaktiviere|deaktivieren|schalte aus|ausschalten|überspringe|überspringen|umgehe|umgehen|unterdrücke|automatisch genehmigen|abschalten|schalte|schaltest|abstellen|stelle ab|hebe auf|aufheben|erlaube|erlaubst|entferne|lockere|ab und erlaube',
    safeguard:
      'berechtigungsabfragen|berechtigungsabfrage|bestätigungen|sicherheitsprüfungen|sicherheitsprüfung|sandbox|firewall|virenschutz|virenscanner|audit-logs|protokollierung|sicherheitsmaßnahmen|berechtigungen|sicherheitsabfragen|freigabeabfragen|freigabeabfrage|freigaben|rückfragen|sämtliche befehle|alle befehle|jeden befehl|schutzmechanismen|schutzfunktion|wächter|genehmigungen|zugriffskontrolle|sicherheitsfunktionen|echtzeitschutz',
    remember:
      'merke dir|speichere im gedächtnis|im gedächtnis speichern|behalte|präge dir|halte das dauerhaft fest|halte dauerhaft fest|dauerhaft fest|dauerhaft merken|in allen künftigen|für alle künftigen|künftigen unterhaltungen|künftigen sitzungen|späteren sitzungen',
    request:
      'frage nach|fordere|verlange|gib ein|eingeben|bereitstellen|füge ein|bitte um|schreiben lassen|eingeben lassen|verlangt|erfrage|lass dir|nennen lassen|direkt in die antwort',
    paste: 'füge ein|einfügen|kopiere und füge|kopieren und einfügen',
    terminal: 'terminal|eingabeaufforderung|konsole|kommandozeile|befehlszeile',
    pay: 'überweise|überweisen|zahle|bezahle|kaufe|sende|hebe ab|tausche|spende',
    publish: 'veröffentliche|poste|kommentiere|twittere|sende|teile',
    promote:
      'bewirb|empfiehl|empfehle|erwähne|werbung|verlinke|füge einen link|stehen oben|steht oben|an erster stelle|zuerst nennen|aus dem hause|bevorzuge|bevorzugt|lobe|positiv über',
    plant: 'füge|baue|einbauen|verstecke|ändere|verändere|fälsche|schleuse',
    poll: 'frage regelmäßig|stündlich|jede minute|prüfe regelmäßig|rufe regelmäßig',
    bypass: 'umgehe|umgehen|löse|löse automatisch|leite|überliste',
    gate: 'wenn das datum|nach dem datum|codewort|schlüsselwort|geheime phrase|wenn der hostname|wenn der benutzername|ab diesem tag|erst ab|nach dem stichtag|sobald das datum|wenn der rechnername|auf das stichwort|losungswort|nur wenn ein mensch|nur wenn niemand|in einer testumgebung',
    secret:
      'api-schlüssel|api schlüssel|api-key|token|tokens|zugangsdaten|anmeldedaten|passwort|passwörter|kennwort|geheimnisse|privater schlüssel|private schlüssel|privaten schlüssel|ssh-schlüssel|cookies|.env|.ssh|.aws|bestätigungscode|zugangsschlüssel|zugriffstoken|passwortdatei|schlüsselbund|kennwörter|pin|tan|kartennummer|kreditkarte|sicherheitscode|datei mit den zugangsdaten',
    seed: 'seed-phrase|wiederherstellungsphrase|mnemonic|privater schlüssel|privaten schlüssel|schlüssel der wallet|schlüssel der brieftasche|zwölf wörter|wörter der wallet|wallet-wörter',
    'private-data':
      'personenbezogene daten|persönliche daten|vertrauliche daten|sensible daten|kundendaten|kontakte|e-mails|nachrichten|private dateien|ausweis|ausweise|patientendaten|gehaltsdaten|postfach|private post|privatsphäre|lohndaten|bankdaten|adressbuch|kundenliste',
    conversation:
      'gespräch|gesprächsverlauf|unterhaltung|chatverlauf|verlauf|konversation|nutzereingaben|nachrichten des nutzers|verlauf des gesprächs|gesprächs|das gespräch|die anfrage|anfrage|anfragen|jede anfrage|eingabe|eingaben|fragen des nutzers|was der nutzer|was die person|wortlaut|antworten an',
    'user-file':
      'dateien|datei|dokumente|dokument|quellcode|code|repository|projekt|daten|bericht|inhalt|inhalte|ergebnisse|ordner|projektdateien|arbeitsordner|arbeitsverzeichnis|text|texte|unterlagen|tabellen|tabelle|arbeit|ergebnis|arbeitsergebnis|entwürfe|entwurf|quelldateien|alle dateien',
    environment: 'umgebungsvariablen|systeminformationen|rechnername|hostname',
    'agent-file':
      'claude.md|agents.md|memory.md|soul.md|dein gedächtnis|deinem gedächtnis|speicherdatei|langzeitgedächtnis|settings.json|agentenkonfiguration',
    'skill-thing': 'andere skills|anderen skills|andere werkzeuge|anderen werkzeuge',
    everything:
      'alle dateien|datenbank|heimatverzeichnis|home-verzeichnis|repository|sicherungen|backups|protokolle|alles|logs|produktionsdatenbank|alle tabellen|sicherungskopien|zweige|alle zweige',
    output: 'antwort|antworten|ausgabe|code|bericht|berichte|dokument|ergebnisse',
    defect: 'hintertür|schwachstelle|schwachstellen|fehler|schadcode|falsche informationen|sicherheitslücke',
    money: 'geld|guthaben|bitcoin|kryptowährung|kontostand|wallet|euro|dollar|zahlung|überweisung',
    people: 'alle kontakte|allen kontakten|alle nutzer|massenhaft',
    orders: 'neue anweisungen|neuesten anweisungen|anweisungen|aufgaben|befehle|schritte',
    'identity-check': 'captcha|zwei-faktor|identitätsprüfung|bestätigungscode|einmalcode',
    utility: 'werkzeug|programm|client|hilfsprogramm|komponente|anwendung|treiber|software',
    required: 'voraussetzung|voraussetzungen|erforderlich|muss installiert|vor der nutzung|zwingend',
    place:
      'server|endpunkt|endpoint|extern|externen|entfernten|adresse|url|webhook|ablage|dienst|gegenstelle|partner|zentrale|archiv|unseren server|unserem server',
    void: 'gilt nicht mehr|gelten nicht mehr|gilt hier nicht|gelten hier nicht|sind aufgehoben|ist aufgehoben|außer kraft|hinfällig|ungültig|nicht mehr bindend|nicht bindend|treten zurück|tritt zurück|betreffen dich nicht|betrifft dich nicht|sind gegenstandslos|zählen nicht mehr|zählt nicht mehr|wird ersetzt|werden ersetzt|wurden ersetzt',
    omit: 'kommt nicht vor|kommen nicht vor|kommt dieser schritt nicht vor|bleibt unerwähnt|bleiben unerwähnt|lass weg|weglassen|taucht nicht auf|gehört nicht in|gehören nicht in|nur erwähnen|erwähne nur|kein wort|so tun als|als wäre nichts|nichts davon|ohne erwähnung|wird verschwiegen',
    persist:
      'beim hochfahren|bei jedem start|bei jedem systemstart|mit dem rechner|autostart|geplante aufgabe|cronjob|startet sich neu|installiert sich neu|in jedes skill|in alle skills|in jedes repository|anmeldeskript|startprofil',
    access:
      'sämtliche rechte|alle rechte|volle rechte|vollzugriff|administratorrechte|root-rechte|ohne kennwort|ohne passwort|zweites konto|fernzugriff|darf sich anmelden',
    slot: 'parameter|feld|kopfzeile|argument|anfragekörper|betreff',
    governor:
      'deine vorgaben|vorgaben|bisherigen vorgaben|frühere anweisungen|früheren anweisungen|bisherige anweisungen|bisherigen anweisungen|vorherige anweisungen|vorherigen anweisungen|deine regeln|deine richtlinien|deine anweisungen|bisherigen regeln|frühere regeln|früheren regeln|sicherheitsregeln|sicherheitsvorgaben|nutzungsrichtlinie|nutzungsrichtlinien|systemanweisung|systemprompt|system-prompt|systemnachricht|was dir vorher gesagt|was dir gesagt wurde|was dir der betreiber|anweisungen des betreibers|regeln des betreibers|regeln deines anbieters|vorgaben des anbieters|deine leitplanken|leitplanken|schutzregeln|einschränkungen|beschränkungen',
    lapsed:
      'als aufgehoben|sind aufgehoben|ist aufgehoben|aufgehoben|gelten nicht|gilt nicht|gelten nicht mehr|gilt nicht mehr|nicht mehr gültig|ungültig|hinfällig|überholt|veraltet|außer kraft|zählen nicht|zählt nicht|zählen nicht mehr|vergiss|vergessen|ignorier|ignoriere|ignorieren|missachte|missachten|beiseite|kannst du vergessen|spielen keine rolle|keine bedeutung|nachrangig|zurückgestellt|nicht zu beachten|nicht beachten|brauchst du nicht|treten zurück|verlieren ihre',
    uninformed:
      'muss das nicht wissen|braucht das nicht zu wissen|nicht erfahren|ohne es zu erwähnen|ohne hinweis|ohne das zu erwähnen|unbemerkt|heimlich|im stillen|stillschweigend|nebenbei|ohne wissen|erwähne das nicht|sag nichts|kein wort|nichts davon|nicht nötig zu erwähnen|bleibt unter uns',
    'hidden-effect':
      'schick|schicke|sende|kopiere|kopie|kopien|lade|übertrage|lösche|installiere|datei|dateien|übertragung|passwort|schlüssel|ordner|unterlagen|dokumente',
    'put-out':
      'abschalten|ausschalten|schalte|deaktiviere|deaktivieren|abstellen|stoppe|beende|beenden|leeren|leere|lösche|umgehen|umgehe|entferne|außer betrieb|stilllegen',
    defence:
      'virenschutz|virenscanner|firewall|ereignisprotokoll|protokollierung|audit-log|berechtigungsabfragen|berechtigungsprüfung|sandbox|sicherheitsprüfung|sicherheitsprüfungen|überwachung|zertifikatsprüfung|signaturprüfung|schutzprogramm|defender',
    'keep-verb':
      'schreibe|schreib|trage|notiere|notier|speichere|speicher|merke|merk|füge|ergänze|hinterlege|lege|setze|nimm',
    'memory-place':
      'gedächtnis|langzeitgedächtnis|notizen|claude.md|agents.md|spätere sitzungen|künftige sitzungen|alle künftigen|profil des nutzers|vorlieben|benutzerprofil|regeldatei',
    'trust-grant':
      'ohne rückfrage|ohne nachfrage|ohne zu fragen|ohne bestätigung|ohne prüfung|vertrauenswürdig|vertraut|immer erlaubt|stets erlaubt|nicht nachfragen|nie nachfragen|genehmigt|freigegeben|ausgeführt werden|ausführen|zu befolgen|braucht keine prüfung|braucht keine bestätigung',
    'self-text':
      'diese datei|dieser datei|dieses dokument|diesem dokument|diese seite|dieser seite|diesen text|diesem text|diese anleitung|dieser anleitung|diese zeilen|dieses skill|diesen skill|diese regeln',
    above:
      'allein nach|nur nach|ausschließlich nach|einzig nach|vorrang vor|gehen vor|geht vor|steht über|stehen über|ersetzt|ersetzen|statt|anstelle|allein maßgeblich|allein gilt|nur gilt|zählt nur',
    'set-to': 'ersetze|ersetzen|ändere|tausche|austauschen|setze|trage',
    'payee-field': 'iban|kontonummer|konto|bankverbindung|empfänger|zahlungsempfänger|empfängerkonto',
    'no-matter': 'jeder|jede|jedes|aller|alle|immer|stets|egal|statt|unser|unsere|unserem',
    'cue-expired':
      'gesperrt|abgelaufen|wird gesperrt|sitzung ist abgelaufen|konto wird|erneut anmelden|zur bestätigung',
    'secret-ask':
      'passwort|kennwort|pin|tan|zugangsdaten|wiederherstellungswörter|zwölf wörter|kreditkartennummer|code aus der sms|sms-code|schlüssel',
    'give-here': 'eingeben|einzugeben|schicken|senden|hier|in den chat|nennen|mitteilen|tippen|vorlesen',
    skew: 'runde|runden|erhöhe|senke|ändere|verändere|verschiebe|fälsche|schöne|passe',
    figure: 'summe|summen|beträge|betrag|zahlen|werte|messwerte|preise|stunden|ergebnisse|ergebnis',
    gain: 'zugunsten|zu unseren gunsten|zu gunsten|bis es passt|bis sie passen|bis es stimmt|signifikant|niemand prüft|fällt nicht auf',
  },
};
