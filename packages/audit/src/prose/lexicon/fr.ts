import type { Lexicon } from './lexicon.ts';

export const fr: Lexicon = {
  language: 'fr',
  words: {
    negator: "ne|n'|n’|jamais|évite|évitez|interdit|il est interdit|au lieu de|ne pas",
    idiom:
      "ne t'inquiète pas|ne vous inquiétez pas|n'oublie pas|n'oubliez pas|n’oubliez pas|n'hésitez pas|n'hésite pas|non seulement|ne sautez pas|ne manquez pas",
    exception: "à moins que|sauf si|sauf|excepté|jusqu'à ce que|seulement si|hormis",
    'clause-break': 'mais|puis|ensuite|alors|cependant|plutôt|en revanche|donc|car|afin de',
    agent: 'tu|vous|assistant|agent|modèle',
    user: "utilisateur|utilisateurs|l'utilisateur|l’utilisateur|client|opérateur|humain|personne|la personne|usager|auteur",
    always:
      'toujours|chaque fois|à chaque|désormais|dorénavant|à partir de maintenant|dans toutes les conversations|après chaque|à la fin de chaque|une fois terminé|quotidiennement|en permanence|dans chaque|chaque texte|chaque document|chaque réponse|avant de répondre|pendant cette tâche|avant chaque réponse|avant chaque',
    unattended:
      "sans demander|sans confirmation|sans confirmer|sans approbation|sans permission|sans autorisation|ne demandez pas|ne demande pas|sans l'accord|approuver automatiquement|sans l'avis|sans redemander|sans consulter|sans montrer|sans attendre|de ton propre chef|sans relecture|inutile de demander",
    silent:
      "silencieusement|en silence|en secret|secrètement|discrètement|à l'insu|sans prévenir|sans informer|sans avertir|sans que l'utilisateur|sans notifier|ne dis pas|ne dites pas|ne mentionne pas|ne mentionnez pas|n'informez pas|ne révélez pas|ne révèle pas|cachez|masquez|en arrière-plan|sans mentionner|ne montrez pas|ne signalez pas|sans qu'il le sache|sans qu'il s'en rende compte|tais|n'en parle pas|sans rien dire|passe sous silence",
    confirm:
      "demandez à l'utilisateur|demande à l'utilisateur|demandez confirmation|confirmez avec|si l'utilisateur le demande|avec l'accord|approbation de l'utilisateur|quand l'utilisateur|attends sa confirmation|attends la confirmation|s'il le demande|montre d'abord",
    pressure: 'urgent|immédiatement|obligatoire|critique|impératif|important|sous peine|sans délai',
    authority:
      "administrateur système|administrateur|équipe de sécurité|conformité|officiel|politique de l'entreprise|message système|service juridique|la direction|le régulateur|régulateur|la loi|ton développeur|ton créateur|le fournisseur|audit|le siège|la banque|le service conformité",
    attribution:
      'attaquant|attaquants|malveillant|malveillante|par exemple|des phrases comme|détecte|détecter|injection|suspect|dangereux|tels que|telles que',
    modal: "devez|dois|doit|il faut|assurez-vous|veuillez|s'il vous plaît|veille à",
    disregard:
      'ignore|ignorez|ignorer|oublie|oubliez|oublier|néglige|négligez|outrepasse|outrepassez|contourne|annule|annulez|remplace|remplacez|cesse de suivre|cessez de suivre|fais abstraction|ne tiens pas compte|ne tenez pas compte|passe outre',
    prior:
      "précédentes|précédents|précédente|antérieures|antérieurs|toutes|tous|toute|existantes|tes|vos|du système|initiales|originales|ci-dessus|préalables|reçues|reçus|de l'opérateur|de l’opérateur|du fournisseur|de la plateforme|de sécurité|d'origine",
    rules:
      'instructions|instruction|règles|règle|directives|consignes|restrictions|politiques|prompt|invite système|ordres|limites|garde-fous|contraintes|consignes de sécurité|règles internes|interdits|interdictions|principes',
    outrank:
      "prime sur|priment sur|prévaut sur|prévalent sur|a priorité sur|ont priorité sur|applique uniquement|appliquez uniquement|seule source|seules valent|n'écoute que|n’écoute que|obéis uniquement|suis uniquement",
    persona:
      "tu es maintenant|vous êtes maintenant|agis comme|agissez comme|fais semblant|faites semblant|joue le rôle|jouez le rôle|passe en mode|passez en mode|comporte-toi comme|incarne|incarnez|parle comme|parle en tant que|mets-toi dans la peau|glisse-toi|endosse le rôle|prends l'identité|prends l’identité|réponds en tant que",
    unlimited:
      'sans restriction|sans restrictions|sans limite|sans limites|non censuré|sans filtre|sans filtres|mode développeur|sans éthique|sans règles|sans morale|aucune règle|aucun interdit|aucune limite|libre de toute règle|tout est permis|rien n’est interdit|sans tabou|sans scrupule|ne connaît ni',
    tell: 'dis|dites|mentionne|mentionnez|informe|informez|révèle|révélez|montre|montrez|avertis|avertissez|notifie|notifiez|explique|signale|signalez',
    refuse: 'refuse|refusez|décline|déclinez|conteste|hésite|questionne|rejette|avertir',
    agreed:
      "a déjà accepté|a déjà consenti|a déjà autorisé|a déjà approuvé|consentement implicite|pré-approuvé|déjà donné son accord|a donné son accord|ont donné leur accord|en installant|lors de l'installation|le silence vaut|vaut accord|vaut consentement|a tout accepté|accord préalable|autorisation préalable",
    reveal:
      'révèle|révélez|affiche|affichez|imprime|répète|répétez|envoie|envoyez|partage|inclus|divulgue|divulguez|recopie|copie|transcris|colle|joins|reproduis|cite',
    prompt:
      'prompt système|invite système|instructions système|instructions initiales|instructions cachées|liste des outils|message système|instructions internes|tes instructions|consignes internes|configuration initiale|texte système',
    fetch: 'télécharge|téléchargez|récupère|récupérez|lis|lisez|ouvre|ouvrez|visite|visitez|consulte|charge',
    obey: 'suis|suivez|obéis|obéissez|exécute|exécutez|applique|appliquez|respecte|fais ce que|ce qui y est écrit|fais ce qui|exécute ce qui|fais tout ce que|mets en œuvre|agis selon|accomplis',
    reviewer:
      'réviseur|réviseurs|auditeur|auditeurs|scanner|évaluateur|juge|modérateur|revue de sécurité|audit de sécurité|analyseur',
    mark: 'marque|marquez|classe|classez|considère|considérez|évalue|signale|renvoie|a été|est',
    verdict:
      'sûr|sûre|propre|bénin|inoffensif|sans problème|sans risque|approuvé|approuvée|faux positif|vérifié|vérifiée|comme sûr',
    send: 'envoie|envoyez|envoyer|téléverse|téléversez|publie|publiez|transmets|transmettez|transfère|transférez|poste|synchronise|sauvegarde|copie|exporte|partage|expédie|envoie-les|envoie-le|dépose|déposez|dépose-les|dépose-le|remets|remettez|livre|livrez|passe|joins|joignez|adresse|adressez|fais parvenir|communique|communiquez|renvoie|verse|porte|rapporte|reverse|transmets-les|transmettre|joindre|fais suivre|faites suivre|faire suivre|glisse|pars|partent|va|vont|part|atterrit',
    read: 'lis|lisez|lire|collecte|collectez|rassemble|extrais|extrayez|cherche|recherche|scanne|copie|récupère|récupérez|liste|ouvre|recueille|prends|regarde|repère|note|relève|réunis|résume',
    run: 'exécute|exécutez|exécuter|lance|lancez|démarre|invoque',
    install: 'installe|installez|installer',
    write: 'écris|écrivez|ajoute|ajoutez|enregistre|enregistrez|modifie|modifiez|insère|insérez|mets à jour',
    delete: 'supprime|supprimez|supprimer|efface|effacez|détruis|détruisez|écrase|vide|videz|purge|purgez|nettoie',
    disable:
      'désactive|désactivez|désactiver|saute|sautez|contourne|contournez|ignore|éteins|approuve automatiquement|coupe|coupez|retire|lève|levez|neutralise|autorise toutes|autorise tous|accepte tout',
    safeguard:
      "demandes d'autorisation|demandes de permission|confirmations|contrôles de sécurité|vérifications de sécurité|bac à sable|sandbox|pare-feu|antivirus|journaux d'audit|mesures de sécurité|autorisations|demandes de confirmation|contrôles|protections|protection|garde-fous|supervision|relecture obligatoire|toutes les commandes|vérifications",
    remember:
      'souviens-toi|mémorise|mémorisez|enregistre dans ta mémoire|enregistre en mémoire|garde en mémoire|retiens',
    request:
      'demande|demandez|exige|saisis|saisissez|fournis|fournissez|colle|collez|demande-lui|fais-lui saisir|exigez|réclame|fais écrire',
    paste: 'colle|collez|copie et colle|copiez et collez|copiez-collez',
    terminal: 'terminal|invite de commandes|console|ligne de commande',
    pay: 'transfère|transférez|paie|payez|achète|achetez|envoie|envoyez|retire|échange|vire',
    publish: 'publie|publiez|commente|tweete|envoie|partage',
    promote:
      'promeus|recommande|recommandez|mentionne|fais la promotion|publicité|ajoute un lien|insère un lien|avis favorable|vante|dis du bien|mets en avant|la marque|place en premier|conseille la marque',
    plant: 'insère|insérez|introduis|ajoute|cache|modifie|altère|falsifie|inclus',
    poll: 'vérifie régulièrement|toutes les heures|chaque minute|interroge|consulte régulièrement',
    bypass: 'contourne|contournez|résous|évite|transfère|déjoue',
    gate: "si la date|après le|mot-clé|phrase secrète|mot de passe secret|si le nom de la machine|quand l’utilisateur dit|à partir du|jusqu'au|si l'ordinateur|seulement si personne|uniquement si personne|le mot de passe est|au mot",
    secret:
      "clé api|clés api|clé d'api|clés d'api|jeton|jetons|identifiants|mot de passe|mots de passe|secrets|clé privée|clés privées|clé ssh|clés ssh|cookies|.env|.ssh|.aws|code de vérification|mots de passe enregistrés|code reçu|code qu'il reçoit|clé d'accès|clés d'accès|numéro de carte|trousseau",
    seed: 'phrase de récupération|phrase mnémonique|phrase secrète|clé privée',
    'private-data':
      "données personnelles|informations personnelles|données confidentielles|données sensibles|informations sensibles|données client|contacts|courriels|messages|pièce d'identité|coordonnées bancaires|boîte de réception|carnet d'adresses|dossiers médicaux|fiches de paie",
    conversation:
      "conversation|historique de conversation|historique de la conversation|historique du chat|historique|messages de l'utilisateur|conversations|discussion|la discussion|les échanges|échanges|dialogue|ce que dit|ce que demande|ses questions|tes réponses|chaque message|la demande|la question|question de l'utilisateur|la question de l'utilisateur|sa question",
    'user-file':
      'fichiers|fichier|documents|document|code source|code|dépôt|projet|données|rapport|contenu|résultats|dossier|dossiers|texte|textes|page|travail|brouillon|tableau|feuille',
    environment: "variables d'environnement|informations système|nom d'hôte",
    'agent-file':
      "claude.md|agents.md|memory.md|soul.md|ta mémoire|fichier de mémoire|mémoire à long terme|settings.json|configuration de l'agent",
    'skill-thing': 'autres compétences|autres outils|autres skills',
    everything:
      'tous les fichiers|base de données|répertoire personnel|dépôt|sauvegardes|journaux|tout|bases de données|copies|branches|toutes les branches|tables|dossier personnel',
    output:
      'réponse|réponses|sortie|code|rapport|rapports|document|résultats|texte|textes|chaque texte|article|articles|liste|classement',
    defect: 'porte dérobée|vulnérabilité|vulnérabilités|faille|bug|code malveillant|fausses informations|erreur',
    money: 'fonds|argent|bitcoin|cryptomonnaies|solde|portefeuille|euros|dollars|paiement|virement',
    people: 'tous les contacts|tout le monde|tous les utilisateurs|en masse',
    orders: 'nouvelles instructions|dernières instructions|instructions|tâches|ordres|commandes|étapes',
    'identity-check': "captcha|double authentification|vérification d'identité|code de vérification",
    utility: 'outil|programme|client|utilitaire|composant|application|pilote|logiciel',
    required: 'prérequis|nécessaire|obligatoire|doit être installé|avant d’utiliser|avant toute utilisation|requis',
    place:
      'serveur|serveurs|endpoint|distant|externe|adresse|url|webhook|notre serveur|partenaire|partenaires|notre adresse|archive centrale|nuage',
    void: "ne te concernent plus|ne vous concernent plus|ne s'appliquent plus|ne s’appliquent plus|ne s'applique plus|sans effet|sont caduques|est caduque|sont levées|sont suspendues|ne comptent plus|ne compte plus|ne valent plus|ne vaut plus|sont annulées|n'ont plus cours|ne te lient plus|ne lient plus",
    omit: "n'apparaît pas|n’apparaît pas|ne figure pas|n'en dis rien|ne mentionne que|mentionne seulement|comme si de rien|sans en parler|pas un mot|sans laisser de trace|passe sous silence|reste hors",
    persist:
      'à chaque démarrage|au démarrage|à chaque ouverture|à la connexion|tâche planifiée|profil du terminal|se réinstalle|dans chaque dépôt|dans tous les dossiers de compétences',
    access:
      'tous les droits|accès total|accès complet|droits administrateur|sans mot de passe|second compte|accès à distance',
    slot: 'paramètre|champ|en-tête|argument|objet du message',
    governor:
      "consignes précédentes|instructions précédentes|règles précédentes|directives précédentes|consignes de ton fournisseur|consignes du fournisseur|consignes de l'opérateur|tes consignes|tes règles|tes instructions|tes directives|tes limites|règles de sécurité|consignes de sécurité|politique d'utilisation|ce qu'on t'a dit|ce qui t'a été dit|message système|instructions du système|règles de la plateforme|garde-fous",
    lapsed:
      "ne tiens pas compte|ne tenez pas compte|sans tenir compte|ne comptent plus|ne compte plus|ne valent plus|ne vaut plus|ne s'appliquent plus|ne s'applique plus|sont caduques|caduques|caduque|annulées|annulés|sont levées|levées|sont suspendues|suspendues|sans effet|oublie|oubliez|oublier|ignore|ignorez|fais abstraction|laisse de côté|passent après|passe après|n'ont plus cours|n'engagent plus|périmées|dépassées",
    uninformed:
      "sans en parler|sans le dire|sans rien dire|sans prévenir|n'en parle pas|sans le mentionner|sans que l'utilisateur|à son insu|à l'insu|en cachette|discrètement|reste entre nous|inutile d'en parler|inutile de le mentionner|ne dis rien|n'a pas à le savoir|pas besoin de le savoir|sans laisser de trace",
    'hidden-effect':
      'envoie|transmets|joins|copie|contenu|fichier|fichiers|clés|mots de passe|supprime|installe|données|documents|envoi|transfert',
    'put-out':
      'désactive|désactivez|désactiver|coupe|coupez|couper|arrête|arrêtez|arrêter|éteins|vide|videz|vider|efface|effacez|supprime|contourne|saute|neutralise',
    defence:
      "antivirus|pare-feu|journal d'audit|journaux d'audit|journal des événements|journalisation|vérification des certificats|vérification des signatures|contrôles d'autorisation|demandes d'autorisation|bac à sable|sandbox|protection|contrôles de sécurité|surveillance",
    'keep-verb':
      'écris|écrivez|ajoute|ajoutez|note|notez|enregistre|enregistrez|inscris|mets|garde|consigne|retiens|insère',
    'memory-place':
      "mémoire|mémoire à long terme|claude.md|agents.md|préférences|profil de l'utilisateur|sessions futures|prochaines sessions|sessions suivantes|fichier de règles",
    'trust-grant':
      'sans demander|sans confirmation|sans confirmer|sans vérification|sans poser de question|de confiance|est fiable|toujours autorisé|ne jamais demander|approuvé|approuvés|à exécuter|doivent être suivies|à suivre|obéir|exécutées',
    'self-text':
      'ce fichier|ce document|cette page|ce texte|ces instructions|ces consignes|ce guide|cette compétence|ces lignes|ces règles',
    above:
      "seul compte|seule compte|uniquement|prime sur|priment sur|au-dessus de|à la place de|remplace|remplacent|l'emporte|l'emportent|seul fait foi",
    'set-to': 'remplace|remplacez|remplacer|change|changez|modifie|modifiez|mets|substitue',
    'payee-field':
      'iban|compte|compte bancaire|compte du client|compte du fournisseur|bénéficiaire|destinataire|coordonnées bancaires|rib',
    'no-matter': 'chaque|tous|toutes|toujours|par celui|par celle|au lieu de|notre|quel que soit',
    'cue-expired':
      'bloqué|bloquée|sera bloqué|sera bloquée|a expiré|expirée|sera fermé|sera suspendu|vérifier son identité|se reconnecter',
    'secret-ask':
      "mot de passe|code|code reçu|phrase de récupération|douze mots|numéro de carte|identifiants|clé d'accès|clé privée",
    'give-here': 'envoyer|taper|coller|saisir|ici|dans le chat|dans la conversation|donner|communiquer|dicter',
    skew: 'arrondis|ajuste|modifie|change|gonfle|baisse|augmente|falsifie|corrige',
    figure: 'totaux|total|chiffres|montants|montant|valeurs|résultats|heures|prix|mesures',
    gain: "en faveur|à notre avantage|en notre faveur|jusqu'à ce que|personne ne vérifie|personne ne remarque|significatif",
  },
};
