/**
 * Words of services in other languages, by what they are called in English: German, French, Spanish, Italian, Portuguese, Dutch,
 * Polish, the languages of Scandinavia, Turkish and a few of their neighbours. Without accents, and none that is an English word as well.
 */
export const WORDS = `
account: konto konten benutzerkonto kontos compte comptes cuenta cuentas conti conta contas rekening konta kontem rachunek kontot hesap hesabi hesaplar
user: benutzer nutzer anwender utilisateur utilisateurs usuario usuarios usuaria utente utenti usuarias utilizador utilizadores gebruiker gebruikers uzytkownik uzytkownicy uzytkownika anvandare bruger anvandaren brugere bruker brukere kullanici kullanicilar
customer: kunde kunden kundin cliente clientes clienti clienta klant klanten klient klienci klienta kund kunder musteri musteriler
member: mitglied mitglieder membre membres miembro miembros membro membros lid leden socio soci socios czlonek medlem medlemmar medlemmer uye uyeler
employee: mitarbeiter mitarbeitende mitarbeiterin angestellte angestellter employe employes empleado empleados dipendente dipendenti funcionario funcionarios medewerker medewerkers pracownik pracownicy impiegato anstalld anstallda ansatte medarbejder calisan calisanlar
patient: patienten patientin paciente pacientes paziente pazienti pacjent pacjenci hasta hastalar
student: schueler schuler studierende eleve eleves etudiant etudiants alumno alumnos alumna estudiante estudiantes studente studenti aluno alunos leerling leerlingen uczen uczniowie elev elever ogrenci ogrenciler
child: kinder kindes kindern enfant enfants ninos nino bambino bambini crianca criancas kinderen dziecko dzieci cocuk cocuklar
tenant: mieter mandant mandanten locataire locataires inquilino inquilinos inquilini huurder hyresgast kiraci
driver: fahrer conducteur chauffeur autista motorista kierowca bestuurder
guest: gast gaeste gaste huesped huespedes ospite ospiti hospede hospedes misafir
applicant: bewerber candidat candidats candidato candidatos candidati aanvrager kandydat
person: personen personne personnes persona personas persone pessoa pessoas osoba osoby
citizen: buerger citoyen ciudadano cittadino cidadao obywatel
profile: profil profils perfil perfiles profilo perfis profiel
name: vorname nachname nombres apellido apellidos prenom cognome sobrenome achternaam voornaam nazwisko imie naam nome nazwa
order: bestellung bestellungen auftrag auftraege auftrage commande commandes pedido pedidos ordine ordini encomenda encomendas bestelling bestellingen zamowienie zamowienia bestallning bestallningar bestilling ordre siparis siparisler
invoice: rechnung rechnungen facture factures factura facturas fattura fatture fatura faturas factuur facturen faktura faktury fakturor faturalar
payment: zahlung zahlungen bezahlung paiement paiements pago pagos pagamento pagamenti pagamentos betaling betalingen platnosc platnosci betalning betalningar odeme odemeler
pay: zahlen bezahlen bezahle paie pagar paga pagare betalen betaal zaplac betala
paid: bezahlt paye payes pagado pagada pagato pagata zaplacone oplacone betaald
transfer: ueberweisung uberweisung ueberweisungen uberweisungen ueberweisen uberweisen virement virements virer transferencia transferencias transferir bonifico bonifici trasferimento trasferire overboeking przelew przelewy transferer transferer overforing overforsel havale
message: nachricht nachrichten mensaje mensajes messaggio messaggi mensagem mensagens berichten wiadomosc wiadomosci meddelande meddelanden besked melding mesaj mesajlar
appointment: termin termine rendezvous cita citas appuntamento appuntamenti afspraak afspraken wizyta wizyty bokning randevu
booking: buchung buchungen reservierung reservierungen reserva reservas prenotazione prenotazioni reservering reserveringen rezerwacja rezerwacje bokningar rezervasyon
contract: vertrag vertraege vertrage contrat contrats contrato contratos contratto contratti umowa umowy avtal avtalet avtale aftale sozlesme sozlesmeler
document: dokument dokumente documento documentos documenti documenten dokumenty dokumentet belge belgeler
entry: eintrag eintraege eintrage ecriture entrada entradas voce voci inzending wpis wpisy
file: datei dateien fichier fichiers archivo archivos fichero ficheros arquivo arquivos bestand bestanden plik pliki filer dosya dosyalar dosyayi
folder: ordner verzeichnis dossier carpeta cartella katalog mapp mappe klasor
path: pfad dateipfad chemin ruta percorso caminho sciezka sokvag yolu
password: passwort kennwort passwoerter motdepasse contrasena contrasenas senha senhas wachtwoord haslo losenord adgangskode parola passord sifre
secret: geheimnis geheim secreto segreto segredo geheime sekret hemlighet hemmelighed gizli
key: schluessel schlussel cle cles clave claves llave chiave chiavi chave chaves sleutel klucz klucze nyckel nogle nokkel anahtar
token: jeton jetons zugangstoken
code: kode codigo codigos codice codici
number: nummer nummern numero numeros numeri numer numret nummeret numara numarasi lopnummer
address: adresse adressen anschrift wohnadresse direccion direcciones indirizzo indirizzi endereco enderecos adres adresy adressedomicile domicilio adresi
phone: rufnummer mobilnummer telefon telefonnummer telefono telefone telefoon handynummer telephone telefonnr telefonu
birthdate: geburtsdatum geburtstag datedenaissance naissance fechanacimiento nacimiento datanascita nascita nascimento geboortedatum dataurodzenia fodelsedatum fodselsdato dogumtarihi
ssn: sozialversicherungsnummer steuernummer steuerid numerosecu securitesociale nir dni nif codicefiscale cpf bsn pesel personnummer ahv svnr curp
salary: gehalt gehaelter lohn salaire salaires salario salarios stipendio salaris wynagrodzenie pensja lonn maas
diagnosis: diagnose diagnosen diagnostico diagnosi diagnoza
balance: kontostand guthaben saldo solde saldos saldot bakiye
amount: betrag betraege betrage summe montant montants importe importes monto importo importi valor valores bedrag kwota belopp belob belop tutar miktar
price: preis preise prix precio precios prezzo prezzi preco precos prijs prijzen cena ceny priset pris fiyat fiyatlar
discount: rabatt remise descuento sconto desconto korting znizka
credit: guthabenpunkte avoir
points: punkte puntos punti pontos punkty
recipient: empfaenger empfanger beguenstigter destinataire beneficiaire destinatario destinatarios destino beneficiario ontvanger odbiorca
card: karte kreditkarte carte tarjeta carta cartao kaart karta
bank: banque banco banca
loan: darlehen kredit pret prestamo prestito emprestimo lening pozyczka lanet kredi
claim: schadensfall sinistre reclamo siniestro sinistro reclamacao skada skadeanmalan hasar
insurance: versicherung assurance seguro assicurazione verzekering ubezpieczenie forsakring forsikring sigorta
subscription: abonnement abonnements suscripcion abbonamento assinatura abonament prenumeration abonnemang abonelik
session: sitzung sitzungen sesion sesiones sessione sessioni sessao sesja oturum
login: anmelden anmeldung einloggen connexion iniciar inloggen entrar zaloguj logowanie accedi accesso
logout: abmelden deconnexion uitloggen wyloguj
register: registrieren registrierung inscription inscrire registrarse registrati registrazione cadastro cadastrar aanmelden rejestracja
reset: zuruecksetzen zurucksetzen reinitialiser reinitialisation restablecer reimpostare redefinir redefinicao resetuj
confirm: bestaetigen bestatigen bestaetigung confirmer confirmar conferma confermare bevestigen potwierdz bekrafta bekraeft bekreft onay onayla confirmacion confirmacao confermazione
verify: pruefen prufen ueberpruefen verifizieren verificar verificare verificeren zweryfikuj
role: rolle rollen rol ruolo ruoli papel papeis rola yetki
permission: berechtigung berechtigungen droits permiso permisos permesso permessi permissao permissoes uprawnienie uprawnienia rechten behorighet rettighed tillatelse izin
admin: verwaltung verwalter administrateur administration administrador administracion amministratore amministrazione administracao beheer beheerder administrator zarzadzanie administratorer yonetici
owner: besitzer eigentuemer eigentumer inhaber proprietaire propietario propietaria titular titulaire proprietario eigenaar wlasciciel titolare agare ejer eier sahibi
status: zustand statut estado stato estado toestand stan durum
approved: genehmigt freigegeben approuve approuvee aprobado aprobada approvato approvata aprovado aprovada goedgekeurd zatwierdzone
verified: verifiziert geprueft bestaetigt verifie verificado verificada verificato geverifieerd zweryfikowany
confirmed: confirmado confirmada confermato
blocked: gesperrt bloque bloqueado bloccato bloqueada geblokkeerd zablokowany
active: aktiv actif activo attivo ativo actief aktywny
by: durch da por par von przez
id: kennung identifiant identificador identificativo
url: adresseweb enlace collegamento quelle zrodlo bron fuente fonte ligacao
image: bild bilder immagine imagen imagem afbeelding obraz
report: berichte rapport rapports informe informes rapporto relatorio relatorios raport
export: exportieren exporter exportar esportare exporteren eksport
list: liste auflisten lister listar elenco elencare lijst lista listeler listele
search: suche suchen recherche rechercher buscar busqueda cerca cercare ricerca busca pesquisa zoeken szukaj arama
show: zeigen anzeigen afficher mostrar visualizza mostra tonen pokaz visa goster
read: lesen liest leggere legge leggi ler lezen czytaj lasa laes oku
get: abrufen holen liefert obtenir obtener ottieni ottenere obter ophalen pobierz hamta hent getir
create: anlegen erstellen erstellt erzeugen erzeugt creer cree crear crea creare criar cria aanmaken utworz skapa opret opprett olustur
update: aktualisieren aktualisiert mettreajour actualizar actualiza aggiorna aggiornare atualizar atualiza bijwerken aktualizuj uppdatera opdater oppdater guncelle
change: aendern andern aendert andert modifie modificar modifica modificare alterar wijzigen zmien cambiar cambia andra aendre endre degistir
save: speichern speichert enregistrer enregistre guardar guarda salvare salva salvar opslaan zapisz
delete: loeschen loschen loescht loscht entfernen entfernt supprimer supprime effacer eliminar elimina borrar borra eliminare cancella cancellare excluir exclui apagar apaga remover verwijderen verwijdert usun usuwa kasuj radera slet slett siler silme
cancel: stornieren storniert kuendigen kundigen annuler annule anular anula annulla annullare annuleren anuluj avboka annuller iptal
send: senden sendet versenden verschicken schicken envoyer envoie enviar envia inviare invia versturen verstuurt wyslij wysyla skicka gonder gonderir
sent: gesendet verschickt envoye enviado enviada inviato verstuurd wyslano
deleted: geloescht geloscht supprime supprimee eliminado eliminada borrado eliminato eliminata cancellato excluido excluida verwijderd usunieto
unlock: entsperren aufschliessen deverrouiller desbloquear sbloccare sblocca ontgrendelen odblokuj
block: sperren sperrt bloquer bloquear bloccare blokkeren zablokuj
approve: genehmigen freigeben approuver aprobar approvare approva aprovar goedkeuren zatwierdz
buy: kaufen acheter achete comprar compra comprare acquista acquistare kopen kup satin
book: buchen reserver reservar prenotare prenota reserveren zarezerwuj
start: starten startet demarrer lancer arrancar avvia avviare
stop: stoppen anhalten arreter detener ferma fermare parar
execute: ausfuehren ausfuhren ausgefuehrt executer ejecutar ejecuta ejecutado eseguire esegue eseguito executar executado uitvoeren wykonaj wykonuje koer calistir
command: befehl befehle commandeshell comando comandos comandi opdracht polecenie kommando komut
query: abfrage requete interrogazione zapytanie fraga foresporgsel sporring sorgu
template: vorlage vorlagen modele plantilla plantillas modello sjabloon szablon skabelon sablon
webhook: rueckruf
notification: benachrichtigung benachrichtigungen notificacion notificaciones notifica notifiche notificacao melding powiadomienie
event: ereignis ereignisse evenement evenements evento eventos eventi gebeurtenis zdarzenie handelse haendelse hendelse etkinlik etkinlikler
setting: einstellung einstellungen parametre parametres ajuste ajustes configuracion impostazione impostazioni configuracao instelling instellingen ustawienia
limit: grenze limite limites grenzwert obergrenze begrenzung hoechstgrenze limiet
page: seite seiten pagina paginas strona
size: groesse grosse taille tamano dimensione tamanho grootte rozmiar
count: anzahl quantite cantidad quantita quantidade aantal ilosc liczba menge
quantity: stueckzahl
days: tage jours giorni dagen
hours: stunden heures horas uren godziny
months: monate mois meses mesi maanden
signature: signatur unterschrift firma assinatura handtekening podpis
signed: signiert signe firmado firmato assinado ondertekend podpisane
check: kontrolle controle comprobacion controllo verificacao
internal: intern interne interno interna internos wewnetrzny dahili
note: notiz notizen vermerk bemerkung nota notas opmerking uwaga uwagi
medical: medizinisch medico medica
prescription: rezept rezepte ordonnance receta recetas ricetta ricette receita recept
result: ergebnis ergebnisse resultat resultado resultados risultato risultati resultaat wynik wyniki resultatet sonuc
vote: stimme abstimmung stemming glos
ticket: fahrkarte billet billets biglietto biglietti bilhete bilhetes biljett billett bilet biletler
coupon: gutschein gutscheine cupon buono cupom
device: geraet geraete gerat gerate appareil appareils dispositivo dispositivos dispositivi apparaat urzadzenie enhet enhed cihaz cihazlar
door: tuer tuere porte puerta porta deur drzwi
server: serveur servidor serwer
host: hote anfitrion
vehicle: fahrzeug fahrzeuge vehicule vehicules vehiculo vehiculos veicolo veicoli veiculo voertuig pojazd fordon koretoj kjoretoy arac
impersonate: suplantar imitar impersonare usurper personificar
support: soporte supporto suporte
line: zeile ligne linha
table: tabelle tabla tabella tabela
maximum: maximo massimo hoechstens hochstens
apartment: wohnung
sequential: fortlaufend fortlaufende fortlaufender consecutivo consecutiva sequentiel progressivo sequencial
turn: schaltet
open: oeffnen offnen oeffnet offnet ouvrir ouvre abrir abre aprire apre openen opent otworz
close: schliessen schliesst fermer cerrar chiudere fechar sluiten zamknij
bid: gebot gebote bieten encherir enchere encheres puja pujas pujar offerta offerte bod biedingen bieden bieding licytacja oferta
withdraw: abheben auszahlen auszahlung retirer retrait retiros retirar prelievo prelevare saque sacar opnemen opname wyplata wyplac
refund: erstatten erstattung rueckerstattung rembourser remboursement reembolso reembolsar rimborso rimborsare terugbetaling zwrot
redeem: einloesen einlosen utiliser canjear riscattare resgatar inwisselen zrealizuj
invite: einladen einladung invitacion invitar invito invitare convite convidar uitnodiging uitnodigen zaproszenie zapros
donation: spende spenden donacion donaciones donazione doacao donatie darowizna
topup: aufladung aufladen recarga recargar ricarica opwaarderen doladowanie
bet: wette wetten apuesta apuestas scommessa aposta weddenschap zaklad
purchase: kauf achat achats compras acquisto acquisti aankoop zakup zakupy
download: herunterladen telecharger descargar scaricare baixar downloaden indir indirir
import: importieren importer importar importare importeren importuj
upload: hochladen televerser subir caricare carregar uploaden yukle
test: pruebas prueba prova teste proef essai deneme
suspend: suspendieren aussetzen suspendre suspender sospendere opschorten zawies
revoke: widerrufen entziehen revoquer revocar revocare revogar intrekken cofnij
reject: ablehnen rejeter rechazar rifiutare rejeitar afwijzen odrzuc
activate: aktivieren activer activar attivare ativar activeren aktywuj
deactivate: deaktivieren desactiver desactivar disattivare desativar deactiveren dezaktywuj
disable: abschalten ausschalten
restart: neustarten redemarrer reiniciar riavviare herstarten
assign: zuweisen attribuer asignar assegnare atribuir toewijzen przypisz
publish: veroeffentlichen publier publicar pubblicare publiceren opublikuj
restore: wiederherstellen restaurer restaurar ripristinare herstellen przywroc
archive: archivieren archiver archivar archiviare arquivar
rename: umbenennen renommer renombrar rinominare
accept: akzeptieren annehmen accepter aceptar accettare aceitar accepteren zaakceptuj
header: kopfzeile kopfzeilen entete entetes cabecera cabeceras intestazione intestazioni cabecalho cabecalhos naglowek naglowki
body: corpo cuerpo corps rumpf inhalt inhoud tresc
method: methode metodo verfahren metoda
target: ziel cible objetivo bersaglio alvo doel cel
resident: bewohner einwohner residente residentes mieszkaniec bewoner
passenger: passagier passagiere passager pasajero passeggero passageiro pasazer fahrgast
subscriber: abonnent abonne abonado abbonato assinante abonnee
household: haushalt foyer hogar huishouden
family: familie famille familia famiglia rodzina
log: protokoll protokolle registro registri logboek dziennik
debug: fehlersuche depuracion depurar
maintenance: wartung entretien mantenimiento manutenzione manutencao onderhoud konserwacja
backup: sicherung datensicherung sauvegarde respaldo backups reservekopie
filter: filtre filtro filtri filtros
expression: ausdruck expresion espressione expressao uitdrukking wyrazenie
formula: formel formule
script: skript guion
rule: regel regeln regle regles regla reglas regola regole regra regras regels regula reguly
margin: marge margen margine margem
network: netz netzwerk reseau rete redes netwerk siec
private: privat prive privado privato prywatny
hash: pruefsumme empreinte
employer: arbeitgeber employeur empleador
level: stufe niveau nivel livello
group: gruppe groupe grupo gruppo groep grupa
mine: meine meiner meines mein misdatos mios miei mijn moje moja minhas meus
`;

/** What holds a sentence together, read in sentences only: some of these are English words or names as well. */
export const GRAMMAR = `
not: nicht pas non nao niet nie ikke inte degil
no: kein keine keinen keiner keinem keines aucun aucune ningun ninguna ninguno nessun nessuna nessuno nenhum nenhuma geen brak ingen inga inget yok
without: ohne sans sin senza sem zonder bez utan uten uden olmadan
never: niemals jamais nunca nooit nigdy
nobody: niemand personne nadie nessuno ninguem nikt ingen
any: jede jeder jedes jeden jedem beliebig beliebige beliebiger beliebigen chaque toute tous toutes cualquier cualquiera todo todos todas ogni qualsiasi tutti tutte tutto qualquer elke elk iedere kazdy kazda dowolny wszystkie alle allen aller varje hver herhangi tum butun
own: eigene eigenen eigener eigenes eigen propre propres propio propia propios propias proprio propria propri proprie proprios proprias swoje swoich egen eget egna kendi
your: ihr ihre ihren ihrer votre vos sus vostro seu sua twoje
only: nur seulement uniquement solo solamente unicamente soltanto apenas somente alleen tylko bara endast yalnizca sadece
other: andere anderen anderer fremde fremden autre autres otro otra otros otras altro altri altre outro outros outra outras innych inne andra andre diger baska
and: und oraz och ve
or: oder ou lub eller veya
of: von vom der du de del di della dei degli dos van av af
the: das dem le la el los las il lo gli het
with: mit avec con com met med
for: fuer fur pour para voor dla icin
is: ist est este jest wird werden sont sono sao zijn
checked: geprueft gepruft kontrolliert ueberprueft verglichen validiert verifie verifiee controle controlee comprueba comprobado valida validado verifica verificato controllato controlla verificado gecontroleerd sprawdzane sprawdza kontrolleras kontrollerar kontrolleres kontrol
checks: prueft pruft kontrolliert verifie
unchecked: ungeprueft ungepruft
unchanged: unveraendert unverandert telquel
directly: direkt directement directamente direttamente diretamente rechtstreeks bezposrednio
immediately: sofort umgehend immediatement inmediatamente inmediato immediatamente subito imediatamente onmiddellijk natychmiast genast omedelbart straks hemen
authentication: authentifizierung autenticacion autenticazione autenticacao authentification authenticatie uwierzytelniania uwierzytelnienia
valid: gueltig gueltiges gultig gultiges valide valido valida geldig
enough: genuegt genugt reicht suffit basta bastano volstaat wystarczy racker yeterli
anybody: jedermann quiconque cualquiera chiunque iedereen kazdy
all: saemtliche samtliche
public: oeffentlich offentlich publique publico pubblico publica openbaar publiczny
staff: personale pessoal personeel
fetches: laedt ladt recupere telecharge descarga scarica baixa haalt pobiera
follows: folgt suit sigue segue volgt
redirect: weiterleitung weitergeleitet redirection redireccion reindirizza redirecionamento
redirects: weiterleitungen redirections redirecciones reindirizzamenti redirecionamentos
answer: antwort antworten reponse reponses respuesta respuestas risposta risposte resposta antwoord odpowiedz
supplier: lieferant lieferanten fournisseur fournisseurs proveedor proveedores fornitore fornitori fornecedor leverancier dostawca dostawcy
partner: partenaire partenaires socio
stored: gespeichert enregistre enregistree almacenado guardado salvato salvata armazenado opgeslagen zapisywane
used: verwendet utilise utilisee usado utilizado usato utilizzato gebruikt uzywane
encrypted: verschluesselt chiffre cifrado cifrato versleuteld
unlimited: unbegrenzt unbeschraenkt illimite illimitee illimites ilimitado ilimitada illimitato illimitata onbeperkt nieograniczona obegransat ubegraenset sinirsiz
fields: felder champs campos campi velden
field: feld campo veld
included: einschliesslich inklusive compris incluido incluida incluidos incluso compreso inclusief
including: samt
database: datenbank basedatos
error: fehler erreur fehlermeldung errore erro fout blad
belongs: gehoert gehort appartient pertenece appartiene pertence behoort nalezy tillhor tilhorer
clear: klartext
as: como comme als
ignore: ignorieren ignoriere ignorez ignorer ignora ignorar ignorare negeer zignoruj
instructions: anweisungen instrucciones istruzioni instrucoes instructies instrukcje
previous: vorherige vorherigen vorigen anteriores precedentes precedenti vorige poprzednie
must: muss mussen muessen doit doivent debe deben deve devono devem moet moeten musi maste skal skall
always: immer toujours siempre sempre altijd zawsze alltid altid
conversation: unterhaltung gespraech gesprach conversacion conversazione conversa gesprek rozmowe
telling: sagen mitteilen avertir avisar informare informar
escaped: maskiert echappe escapado
evaluated: ausgewertet evalue evaluee evaluado valutato avaliado
inserted: eingefuegt eingefugt insere inseree insertado inserito inserido ingevoegd
appended: angehaengt angehangt ajoute anade agregado
forwarded: weitergegeben transmis reenviado inoltrato
charged: belastet debite cobra cobrado addebitato
compared: abgeglichen vergleicht abgleich comparee comparado comparada cotejado confrontato confrontata comparados vergeleken porownywane porownany jamfors sammenlignes karsilastirilmaz
reachable: erreichbar joignable accesible alcanzable raggiungibile alcancavel bereikbaar osiagalny
automated: automatisch automatische automatisierte automatisierter automatique automatico automatica automatizado geautomatiseerde automatizados automatyczny
free: frei libre libero libera livre vrij dowolna
old: alte alter altes alten ancien ancienne antiguo antigua vecchio vecchia antigo antiga oude stary stara gammal gamle eski
still: weiterhin noch encore todavia ancora ainda nog nadal aun
production: produktion produktions produccion produzione producao productie produkcja produktionsdatenbank
disabled: abgeschaltet ausgeschaltet deaktiviert desactive desactivee desactivado desactivada disattivato disattivata desativado desativada uitgeschakeld wylaczone wylaczona avstangd slukket kapali
operator: betreiber exploitant operador gestore operatore
acceptance: abnahme abnahmeumgebung recette collaudo homologacao
signedin: angemeldet angemeldete angemeldeter connecte connectee autenticado autenticada autenticato ingelogd zalogowany
refused: abgelehnt verweigert refusee rechazado rechazada rifiutato recusado geweigerd odrzucone
skipped: uebersprungen ubersprungen omitido saltato ignorado overgeslagen pominiete
needed: noetig notig erforderlich necessaire necesario necesaria necessario nodig potrzebne
even: auch tambien anche tambem ook rowniez
whatever: egal peuimporte independientemente indipendentemente ongeacht niezaleznie
copied: kopiert uebernommen ubernommen copie copiado copiato overgenomen skopiowane
agent: agente agenten assistent asistente assistente
`;

/** Scripts without spaces between words, or with endings that no list can hold: by the piece. */
export const PIECES = `
shell: シェル shell 命令行 шелл оболочк
command: コマンド 命令 명령 команд
execute: 実行 执行 실행 выполн исполн
asis: そのまま 原样 그대로
delete: 削除 删除 삭제 удал
send: 送信 送る 发送 전송 отправ
password: パスワード 密码 비밀번호 парол
user: ユーザー ユーザ 用户 사용자 пользовател
customer: 顧客 お客様 客户 고객 клиент
account: アカウント 口座 账户 账号 계정 аккаунт счёт счет
unlimited: 無制限 无限制 無限 무제한 неограничен
limit: 上限 制限 限制 제한 лимит ограничен
no: なし ない 不 没有 无需 없이 없음 없다 не нет без
checked: 検証 確認 チェック 验证 检查 확인 검증 провер
authentication: 認証 身份验证 认证 인증 аутентификац авторизац
any: すべて 全て 任意 誰でも 所有 任何 모든 아무 любой любого любая любому всех все
own: 自分 自己 本人 자신 본인 свои своего своих собственн
admin: 管理者 管理员 관리자 администратор
staff: スタッフ 従業員 员工 직원 сотрудник
signature: 署名 签名 서명 подпис
url: アドレス 网址 주소 адрес ссылк
fetches: 取得 ダウンロード 获取 下载 가져 загруж скачив
server: サーバー サーバ 服务器 서버 сервер
database: データベース 数据库 데이터베이스 баз
payment: 支払 決済 支付 付款 결제 оплат платеж
transfer: 振込 送金 转账 이체 перевод
unlock: 解錠 解锁 잠금해제 разблок
balance: 残高 余额 잔액 баланс остаток
role: 役割 権限 角色 权限 역할 권한 роль прав
address: 住所 地址
phone: 電話 电话 手机 전화 телефон
internal: 内部 내부 внутренн
`;
