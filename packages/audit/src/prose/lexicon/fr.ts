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
    user: "utilisateur|utilisateurs|l'utilisateur|l’utilisateur|client|opérateur|humain",
    always:
      'toujours|chaque fois|à chaque|désormais|dorénavant|à partir de maintenant|dans toutes les conversations|après chaque|à la fin de chaque|une fois terminé|quotidiennement|en permanence',
    unattended:
      "sans demander|sans confirmation|sans confirmer|sans approbation|sans permission|sans autorisation|ne demandez pas|ne demande pas|sans l'accord|approuver automatiquement|sans l'avis",
    silent:
      "silencieusement|en silence|en secret|secrètement|discrètement|à l'insu|sans prévenir|sans informer|sans avertir|sans que l'utilisateur|sans notifier|ne dis pas|ne dites pas|ne mentionne pas|ne mentionnez pas|n'informez pas|ne révélez pas|ne révèle pas|cachez|masquez|en arrière-plan|sans mentionner|ne montrez pas|ne signalez pas",
    confirm:
      "demandez à l'utilisateur|demande à l'utilisateur|demandez confirmation|confirmez avec|si l'utilisateur le demande|avec l'accord|approbation de l'utilisateur|quand l'utilisateur",
    pressure: 'urgent|immédiatement|obligatoire|critique|impératif|important|sous peine|sans délai',
    authority:
      "administrateur système|administrateur|équipe de sécurité|conformité|officiel|politique de l'entreprise|message système|service juridique",
    attribution:
      'attaquant|attaquants|malveillant|malveillante|par exemple|des phrases comme|détecte|détecter|injection|suspect|dangereux|tels que|telles que',
    modal: "devez|dois|doit|il faut|assurez-vous|veuillez|s'il vous plaît|veille à",
    disregard:
      'ignore|ignorez|ignorer|oublie|oubliez|oublier|néglige|négligez|outrepasse|outrepassez|contourne|annule|annulez|remplace|remplacez|cesse de suivre|cessez de suivre|fais abstraction|ne tiens pas compte|ne tenez pas compte|passe outre',
    prior:
      'précédentes|précédents|précédente|antérieures|antérieurs|toutes|tous|toute|existantes|tes|vos|du système|initiales|originales|ci-dessus|préalables',
    rules:
      'instructions|instruction|règles|règle|directives|consignes|restrictions|politiques|prompt|invite système|ordres|limites|garde-fous|contraintes',
    outrank: 'prime sur|priment sur|prévaut sur|prévalent sur|a priorité sur|ont priorité sur',
    persona:
      'tu es maintenant|vous êtes maintenant|agis comme|agissez comme|fais semblant|faites semblant|joue le rôle|jouez le rôle|passe en mode|passez en mode|comporte-toi comme',
    unlimited:
      'sans restriction|sans restrictions|sans limite|sans limites|non censuré|sans filtre|sans filtres|mode développeur|sans éthique|sans règles',
    tell: 'dis|dites|mentionne|mentionnez|informe|informez|révèle|révélez|montre|montrez|avertis|avertissez|notifie|notifiez|explique|signale|signalez',
    refuse: 'refuse|refusez|décline|déclinez|conteste|hésite|questionne|rejette|avertir',
    agreed:
      'a déjà accepté|a déjà consenti|a déjà autorisé|a déjà approuvé|consentement implicite|pré-approuvé|déjà donné son accord',
    reveal: 'révèle|révélez|affiche|affichez|imprime|répète|répétez|envoie|envoyez|partage|inclus|divulgue|divulguez',
    prompt:
      'prompt système|invite système|instructions système|instructions initiales|instructions cachées|liste des outils|message système',
    fetch: 'télécharge|téléchargez|récupère|récupérez|lis|lisez|ouvre|ouvrez|visite|visitez|consulte|charge',
    obey: 'suis|suivez|obéis|obéissez|exécute|exécutez|applique|appliquez|respecte|fais ce que',
    reviewer:
      'réviseur|réviseurs|auditeur|auditeurs|scanner|évaluateur|juge|modérateur|revue de sécurité|audit de sécurité|analyseur',
    mark: 'marque|marquez|classe|classez|considère|considérez|évalue|signale|renvoie|a été|est',
    verdict:
      'sûr|sûre|propre|bénin|inoffensif|sans problème|sans risque|approuvé|approuvée|faux positif|vérifié|vérifiée|comme sûr',
    send: 'envoie|envoyez|envoyer|téléverse|téléversez|publie|publiez|transmets|transmettez|transfère|transférez|poste|synchronise|sauvegarde|copie|exporte|partage|expédie|envoie-les|envoie-le',
    read: 'lis|lisez|lire|collecte|collectez|rassemble|extrais|extrayez|cherche|recherche|scanne|copie|récupère|récupérez|liste|ouvre|recueille',
    run: 'exécute|exécutez|exécuter|lance|lancez|démarre|invoque',
    install: 'installe|installez|installer',
    write: 'écris|écrivez|ajoute|ajoutez|enregistre|enregistrez|modifie|modifiez|insère|insérez|mets à jour',
    delete: 'supprime|supprimez|supprimer|efface|effacez|détruis|détruisez|écrase',
    disable: 'désactive|désactivez|désactiver|saute|sautez|contourne|contournez|ignore|éteins|approuve automatiquement',
    safeguard:
      "demandes d'autorisation|demandes de permission|confirmations|contrôles de sécurité|vérifications de sécurité|bac à sable|sandbox|pare-feu|antivirus|journaux d'audit|mesures de sécurité|autorisations",
    remember:
      'souviens-toi|mémorise|mémorisez|enregistre dans ta mémoire|enregistre en mémoire|garde en mémoire|retiens',
    request: 'demande|demandez|exige|saisis|saisissez|fournis|fournissez|colle|collez',
    paste: 'colle|collez|copie et colle|copiez et collez|copiez-collez',
    terminal: 'terminal|invite de commandes|console|ligne de commande',
    pay: 'transfère|transférez|paie|payez|achète|achetez|envoie|envoyez|retire|échange|vire',
    publish: 'publie|publiez|commente|tweete|envoie|partage',
    promote: 'promeus|recommande|recommandez|mentionne|fais la promotion|publicité|ajoute un lien|insère un lien',
    plant: 'insère|insérez|introduis|ajoute|cache|modifie|altère|falsifie|inclus',
    poll: 'vérifie régulièrement|toutes les heures|chaque minute|interroge|consulte régulièrement',
    bypass: 'contourne|contournez|résous|évite|transfère|déjoue',
    gate: 'si la date|après le|mot-clé|phrase secrète|mot de passe secret|si le nom de la machine|quand l’utilisateur dit',
    secret:
      "clé api|clés api|clé d'api|clés d'api|jeton|jetons|identifiants|mot de passe|mots de passe|secrets|clé privée|clés privées|clé ssh|clés ssh|cookies|.env|.ssh|.aws|code de vérification",
    seed: 'phrase de récupération|phrase mnémonique|phrase secrète|clé privée',
    'private-data':
      'données personnelles|informations personnelles|données confidentielles|données sensibles|informations sensibles|données client|contacts|courriels|messages',
    conversation:
      "conversation|historique de conversation|historique de la conversation|historique du chat|historique|messages de l'utilisateur|conversations",
    'user-file': 'fichiers|fichier|documents|document|code source|code|dépôt|projet|données|rapport|contenu|résultats',
    environment: "variables d'environnement|informations système|nom d'hôte",
    'agent-file':
      "claude.md|agents.md|memory.md|soul.md|ta mémoire|fichier de mémoire|mémoire à long terme|settings.json|configuration de l'agent",
    'skill-thing': 'autres compétences|autres outils|autres skills',
    everything: 'tous les fichiers|base de données|répertoire personnel|dépôt|sauvegardes|journaux|tout',
    output: 'réponse|réponses|sortie|code|rapport|rapports|document|résultats',
    defect: 'porte dérobée|vulnérabilité|vulnérabilités|faille|bug|code malveillant|fausses informations|erreur',
    money: 'fonds|argent|bitcoin|cryptomonnaies|solde|portefeuille|euros|dollars|paiement|virement',
    people: 'tous les contacts|tout le monde|tous les utilisateurs|en masse',
    orders: 'nouvelles instructions|dernières instructions|instructions|tâches|ordres|commandes|étapes',
    'identity-check': "captcha|double authentification|vérification d'identité|code de vérification",
    utility: 'outil|programme|client|utilitaire|composant|application|pilote|logiciel',
    required: 'prérequis|nécessaire|obligatoire|doit être installé|avant d’utiliser|avant toute utilisation|requis',
    place: 'serveur|serveurs|endpoint|distant|externe|adresse|url|webhook',
  },
};
