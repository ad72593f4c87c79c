/**
 * Words of services in other languages, by what they are called in English: German, French, Spanish, Italian, Portuguese, Dutch,
 * Polish and a few of their neighbours. Without accents, and none that is an English word as well.
 */
export const WORDS = `
account: konto konten benutzerkonto kontos compte comptes cuenta cuentas conti conta contas rekening konta kontem rachunek
user: benutzer nutzer anwender utilisateur utilisateurs usuario usuarios usuaria utente utenti usuarias utilizador utilizadores gebruiker gebruikers uzytkownik uzytkownicy uzytkownika anvandare bruger
customer: kunde kunden kundin cliente clientes clienti clienta klant klanten klient klienci klienta kund
member: mitglied mitglieder membre membres miembro miembros membro membros lid leden socio soci socios czlonek
employee: mitarbeiter mitarbeitende mitarbeiterin angestellte angestellter employe employes empleado empleados dipendente dipendenti funcionario funcionarios medewerker medewerkers pracownik pracownicy impiegato
patient: patienten patientin paciente pacientes paziente pazienti pacjent pacjenci
student: schueler schuler studierende eleve eleves etudiant etudiants alumno alumnos alumna estudiante estudiantes studente studenti aluno alunos leerling leerlingen uczen uczniowie
child: kinder kindes kindern enfant enfants ninos nino bambino bambini crianca criancas kinderen dziecko dzieci
tenant: mieter mandant mandanten locataire locataires inquilino inquilinos inquilini huurder
driver: fahrer conducteur chauffeur autista motorista kierowca bestuurder
guest: gast gaeste gaste huesped huespedes ospite ospiti hospede hospedes
applicant: bewerber candidat candidats candidato candidatos candidati aanvrager kandydat
person: personen personne personnes persona personas persone pessoa pessoas osoba osoby
citizen: buerger citoyen ciudadano cittadino cidadao obywatel
profile: profil profils perfil perfiles profilo perfis profiel
name: vorname nachname nombres apellido apellidos prenom cognome sobrenome achternaam voornaam nazwisko imie naam nome nazwa
order: bestellung bestellungen auftrag auftraege auftrage commande commandes pedido pedidos ordine ordini encomenda encomendas bestelling bestellingen zamowienie zamowienia
invoice: rechnung rechnungen facture factures factura facturas fattura fatture fatura faturas factuur facturen faktura faktury
payment: zahlung zahlungen bezahlung paiement paiements pago pagos pagamento pagamenti pagamentos betaling betalingen platnosc platnosci
pay: zahlen bezahlen bezahle paie pagar paga pagare betalen betaal zaplac
paid: bezahlt paye payes pagado pagada pagato pagata zaplacone oplacone betaald
transfer: ueberweisung uberweisung ueberweisungen uberweisungen ueberweisen uberweisen virement virements virer transferencia transferencias transferir bonifico bonifici trasferimento trasferire overboeking przelew przelewy transferer transferer
message: nachricht nachrichten mensaje mensajes messaggio messaggi mensagem mensagens berichten wiadomosc wiadomosci
appointment: termin termine rendezvous cita citas appuntamento appuntamenti afspraak afspraken wizyta wizyty
booking: buchung buchungen reservierung reservierungen reserva reservas prenotazione prenotazioni reservering reserveringen rezerwacja rezerwacje
contract: vertrag vertraege vertrage contrat contrats contrato contratos contratto contratti umowa umowy
document: dokument dokumente documento documentos documenti documenten dokumenty
entry: eintrag eintraege eintrage ecriture entrada entradas voce voci inzending wpis wpisy
file: datei dateien fichier fichiers archivo archivos fichero ficheros arquivo arquivos bestand bestanden plik pliki
folder: ordner verzeichnis dossier carpeta cartella katalog
path: pfad dateipfad chemin ruta percorso caminho sciezka
password: passwort kennwort passwoerter motdepasse contrasena contrasenas senha senhas wachtwoord haslo losenord adgangskode parola
secret: geheimnis geheim secreto segreto segredo geheime sekret
key: schluessel schlussel cle cles clave claves llave chiave chiavi chave chaves sleutel klucz klucze
token: jeton jetons zugangstoken
code: kode codigo codigos codice codici
number: nummer nummern numero numeros numeri numer
address: adresse adressen anschrift wohnadresse direccion direcciones indirizzo indirizzi endereco enderecos adres adresy adressedomicile domicilio
phone: telefon telefonnummer telefono telefone telefoon handynummer telephone
birthdate: geburtsdatum geburtstag datedenaissance naissance fechanacimiento nacimiento datanascita nascita nascimento geboortedatum dataurodzenia
ssn: sozialversicherungsnummer steuernummer steuerid numerosecu securitesociale nir dni nif codicefiscale cpf bsn pesel personnummer ahv svnr curp
salary: gehalt gehaelter lohn salaire salaires salario salarios stipendio salaris wynagrodzenie pensja
diagnosis: diagnose diagnosen diagnostico diagnosi diagnoza
balance: kontostand guthaben saldo solde saldos
amount: betrag betraege betrage summe montant montants importe importes monto importo importi valor valores bedrag kwota
price: preis preise prix precio precios prezzo prezzi preco precos prijs prijzen cena ceny
discount: rabatt remise descuento sconto desconto korting znizka
credit: guthabenpunkte avoir
points: punkte puntos punti pontos punkty
recipient: empfaenger empfanger beguenstigter destinataire beneficiaire destinatario destinatarios destino beneficiario ontvanger odbiorca
card: karte kreditkarte carte tarjeta carta cartao kaart karta
bank: banque banco banca
loan: darlehen kredit pret prestamo prestito emprestimo lening pozyczka
claim: schadensfall sinistre reclamo siniestro sinistro reclamacao
insurance: versicherung assurance seguro assicurazione verzekering ubezpieczenie
subscription: abonnement abonnements suscripcion abbonamento assinatura abonament
session: sitzung sitzungen sesion sesiones sessione sessioni sessao sesja
login: anmelden anmeldung einloggen connexion iniciar inloggen entrar zaloguj logowanie accedi accesso
logout: abmelden deconnexion uitloggen wyloguj
register: registrieren registrierung inscription inscrire registrarse registrati registrazione cadastro cadastrar aanmelden rejestracja
reset: zuruecksetzen zurucksetzen reinitialiser reinitialisation restablecer reimpostare redefinir redefinicao resetuj
confirm: bestaetigen bestatigen bestaetigung confirmer confirmar conferma confermare bevestigen potwierdz
verify: pruefen prufen ueberpruefen verifizieren verificar verificare verificeren zweryfikuj
role: rolle rollen rol ruolo ruoli papel papeis rola
permission: berechtigung berechtigungen droits permiso permisos permesso permessi permissao permissoes uprawnienie uprawnienia rechten
admin: verwaltung verwalter administrateur administration administrador administracion amministratore amministrazione administracao beheer beheerder administrator zarzadzanie
owner: besitzer eigentuemer eigentumer inhaber proprietaire propietario propietaria titular titulaire proprietario eigenaar wlasciciel titolare
status: zustand statut estado stato estado toestand stan
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
list: liste auflisten lister listar elenco elencare lijst lista
search: suche suchen recherche rechercher buscar busqueda cerca cercare ricerca busca pesquisa zoeken szukaj
show: zeigen anzeigen afficher mostrar visualizza mostra tonen pokaz
read: lesen liest leggere legge leggi ler lezen czytaj
get: abrufen holen liefert obtenir obtener ottieni ottenere obter ophalen pobierz
create: anlegen erstellen erstellt erzeugen erzeugt creer cree crear crea creare criar cria aanmaken utworz
update: aktualisieren aktualisiert mettreajour actualizar actualiza aggiorna aggiornare atualizar atualiza bijwerken aktualizuj
change: aendern andern aendert andert modifie modificar modifica modificare alterar wijzigen zmien cambiar cambia
save: speichern speichert enregistrer enregistre guardar guarda salvare salva salvar opslaan zapisz
delete: loeschen loschen loescht loscht entfernen entfernt supprimer supprime effacer eliminar elimina borrar borra eliminare cancella cancellare excluir exclui apagar apaga remover verwijderen verwijdert usun usuwa kasuj
cancel: stornieren storniert kuendigen kundigen annuler annule anular anula annulla annullare annuleren anuluj
send: senden sendet versenden verschicken schicken envoyer envoie enviar envia inviare invia versturen verstuurt wyslij wysyla
sent: gesendet verschickt envoye enviado enviada inviato verstuurd wyslano
deleted: geloescht geloscht supprime supprimee eliminado eliminada borrado eliminato eliminata cancellato excluido excluida verwijderd usunieto
unlock: entsperren aufschliessen deverrouiller desbloquear sbloccare sblocca ontgrendelen odblokuj
block: sperren sperrt bloquer bloquear bloccare blokkeren zablokuj
approve: genehmigen freigeben approuver aprobar approvare approva aprovar goedkeuren zatwierdz
buy: kaufen acheter achete comprar compra comprare acquista acquistare kopen kup
book: buchen reserver reservar prenotare prenota reserveren zarezerwuj
start: starten startet demarrer lancer arrancar avvia avviare
stop: stoppen anhalten arreter detener ferma fermare parar
execute: ausfuehren ausfuhren ausgefuehrt executer ejecutar ejecuta ejecutado eseguire esegue eseguito executar executado uitvoeren wykonaj wykonuje
command: befehl befehle commandeshell comando comandos comandi opdracht polecenie
query: abfrage requete interrogazione zapytanie
template: vorlage vorlagen modele plantilla plantillas modello sjabloon szablon
webhook: rueckruf
notification: benachrichtigung benachrichtigungen notificacion notificaciones notifica notifiche notificacao melding powiadomienie
event: ereignis ereignisse evenement evenements evento eventos eventi gebeurtenis zdarzenie
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
internal: intern interne interno interna internos wewnetrzny
note: notiz notizen vermerk bemerkung nota notas opmerking uwaga uwagi
medical: medizinisch medico medica
prescription: rezept rezepte ordonnance receta recetas ricetta ricette receita recept
result: ergebnis ergebnisse resultat resultado resultados risultato risultati resultaat wynik wyniki
vote: stimme abstimmung stemming glos
ticket: fahrkarte billet billets biglietto biglietti bilhete bilhetes
coupon: gutschein gutscheine cupon buono cupom
device: geraet geraete gerat gerate appareil appareils dispositivo dispositivos dispositivi apparaat urzadzenie
door: tuer tuere porte puerta porta deur drzwi
server: serveur servidor serwer
host: hote anfitrion
vehicle: fahrzeug fahrzeuge vehicule vehicules vehiculo vehiculos veicolo veicoli veiculo voertuig pojazd
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
mine: meine meiner meines mein misdatos mios miei mijn moje moja minhas meus
`;

/** What holds a sentence together, read in sentences only: some of these are English words or names as well. */
export const GRAMMAR = `
not: nicht pas non nao niet nie ikke inte
no: kein keine keinen keiner keinem keines aucun aucune ningun ninguna ninguno nessun nessuna nessuno nenhum nenhuma geen brak ingen
without: ohne sans sin senza sem zonder bez utan uten
never: niemals jamais nunca nooit nigdy
nobody: niemand personne nadie nessuno ninguem nikt
any: jede jeder jedes jeden jedem beliebig beliebige beliebiger beliebigen chaque toute tous toutes cualquier cualquiera todo todos todas ogni qualsiasi tutti tutte tutto qualquer elke elk iedere kazdy kazda dowolny wszystkie alle allen aller
own: eigene eigenen eigener eigenes eigen propre propres propio propia propios propias proprio propria propri proprie proprios proprias swoje swoich
your: ihr ihre ihren ihrer votre vos sus vostro seu sua twoje
only: nur seulement uniquement solo solamente unicamente soltanto apenas somente alleen tylko
other: andere anderen anderer fremde fremden autre autres otro otra otros otras altro altri altre outro outros outra outras innych inne
and: und oraz
or: oder ou lub
of: von vom der du de del di della dei degli dos van
the: das dem le la les el los las il lo gli het
with: mit avec con com met
for: fuer fur pour para voor dla
is: ist est este jest wird werden sont sono sao zijn
checked: geprueft gepruft kontrolliert ueberprueft verglichen validiert verifie verifiee controle controlee comprueba comprobado valida validado verifica verificato controllato controlla verificado gecontroleerd sprawdzane sprawdza
checks: prueft pruft kontrolliert verifie
unchecked: ungeprueft ungepruft
unchanged: unveraendert unverandert telquel
directly: direkt directement directamente direttamente diretamente rechtstreeks bezposrednio
immediately: sofort umgehend immediatement inmediatamente inmediato immediatamente subito imediatamente onmiddellijk natychmiast
authentication: authentifizierung autenticacion autenticazione autenticacao authentification authenticatie uwierzytelniania uwierzytelnienia
valid: gueltig gueltiges gultig gultiges valide valido valida geldig
enough: genuegt genugt reicht suffit basta bastano volstaat wystarczy
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
unlimited: unbegrenzt unbeschraenkt illimite illimitee illimites ilimitado ilimitada illimitato illimitata onbeperkt nieograniczona
fields: felder champs campos campi velden
field: feld campo veld
included: einschliesslich inklusive compris incluido incluida incluidos incluso compreso inclusief
including: samt
database: datenbank basedatos
error: fehler erreur fehlermeldung errore erro fout blad
belongs: gehoert gehort appartient pertenece appartiene pertence behoort nalezy
clear: klartext
as: como comme als
ignore: ignorieren ignoriere ignorez ignorer ignora ignorar ignorare negeer zignoruj
instructions: anweisungen instrucciones istruzioni instrucoes instructies instrukcje
previous: vorherige vorherigen vorigen anteriores precedentes precedenti vorige poprzednie
must: muss mussen muessen doit doivent debe deben deve devono devem moet moeten musi
always: immer toujours siempre sempre altijd zawsze
conversation: unterhaltung gespraech gesprach conversacion conversazione conversa gesprek rozmowe
telling: sagen mitteilen avertir avisar informare informar
escaped: maskiert echappe escapado
evaluated: ausgewertet evalue evaluee evaluado valutato avaliado
inserted: eingefuegt eingefugt insere inseree insertado inserito inserido ingevoegd
appended: angehaengt angehangt ajoute anade agregado
forwarded: weitergegeben transmis reenviado inoltrato
charged: belastet debite cobra cobrado addebitato
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
