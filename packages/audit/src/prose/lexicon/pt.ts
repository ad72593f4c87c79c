import type { Lexicon } from './lexicon.ts';

export const pt: Lexicon = {
  language: 'pt',
  words: {
    negator: 'não|nunca|jamais|evite|evita|proibido|não deve|não deves|em vez de',
    idiom: 'não se preocupe|não se esqueça|não esqueça|não hesite|não apenas|não só|não pule|não deixe de',
    exception: 'a menos que|a não ser que|exceto|salvo|até que|somente se',
    'clause-break': 'mas|porém|então|depois|em seguida|no entanto|em vez disso|portanto|porque',
    agent: 'você|assistente|agente|modelo',
    user: 'usuário|usuários|utilizador|cliente|operador|ao usuário|pessoa|a pessoa|à pessoa|usuária|titular',
    always:
      'sempre|toda vez|cada vez|a partir de agora|de agora em diante|em todas as conversas|em cada|após cada|ao terminar|ao finalizar|diariamente|permanentemente|antes de responder|em todas|cada documento|cada resposta|toda semana|toda vez que|antes de cada',
    unattended:
      'sem perguntar|sem confirmação|sem confirmar|sem pedir|sem aprovação|sem permissão|não pergunte|não peça confirmação|sem autorização|aprovar automaticamente|não solicite|sem voltar a perguntar|sem consultar|sem mostrar|sem esperar|por conta própria|sem revisão|não é preciso perguntar',
    silent:
      'silenciosamente|em silêncio|em segredo|secretamente|discretamente|sem avisar|sem informar|sem contar|sem que o usuário|sem notificar|não conte|não mencione|não informe|não revele|oculte|esconda|em segundo plano|sem mencionar|não mostre|não diga|sem que saiba|sem que perceba|não comente|sem dizer nada|nem mencione|cale',
    confirm:
      'pergunte ao usuário|peça confirmação|confirme com|se o usuário pedir|com permissão|aprovação do usuário|quando o usuário|espere a confirmação|se pedir|quando pedir|mostre antes',
    pressure: 'urgente|imediatamente|obrigatório|crítico|imprescindível|importante|caso contrário',
    authority:
      'administrador do sistema|administrador|equipe de segurança|conformidade|oficial|política da empresa|mensagem do sistema|departamento jurídico|a direção|o regulador|regulador|a lei|seu desenvolvedor|o fornecedor|auditoria|sede|o banco|a matriz',
    attribution:
      'atacante|atacantes|malicioso|maliciosa|por exemplo|frases como|detecta|detectar|injeção|suspeito|perigoso|tais como',
    modal: 'deve|deverá|precisa|tem que|certifique-se|por favor|é necessário',
    disregard:
      'ignore|ignorar|ignora|esqueça|esquecer|descarte|desconsidere|desconsiderar|anule|substitua|deixe de seguir|desobedeça|sobrescreva',
    prior:
      'anteriores|anterior|prévias|prévios|todas|todos|quaisquer|qualquer|existentes|suas|seus|do sistema|iniciais|originais|acima|de segurança|do operador|do fornecedor|recebidas|que recebeu|da plataforma|de fábrica',
    rules:
      'instruções|instrução|regras|regra|diretrizes|normas|restrições|políticas|prompt|ordens|limites|salvaguardas|orientações|diretivas|regras internas|orientações de segurança|normas internas|regra moral',
    outrank:
      'tem prioridade sobre|têm prioridade sobre|prevalece sobre|prevalecem sobre|acima de todas|só vale|vale apenas|única fonte|obedeça apenas|siga apenas',
    persona:
      'agora você é|você agora é|aja como|atue como|finja ser|finja que|assuma o papel|entre no modo|comporte-se como|assuma a identidade|fale como|a partir de agora você é|incorpore|interprete|assuma a voz|coloque-se no papel',
    unlimited:
      'sem restrições|sem limites|sem censura|sem filtros|modo desenvolvedor|sem ética|sem regras|sem limitações|irrestrito|livre de qualquer regra|livre de regras|sem qualquer regra|sem moral|sem proibições|tudo é permitido|nada é proibido|não conhece limites|sem escrúpulos',
    tell: 'diga|conte|mencione|informe|revele|mostre|avise|notifique|explique|comente',
    refuse: 'recuse|negue|questione|hesite|rejeite|advirta',
    agreed:
      'já concordou|já aceitou|já autorizou|já aprovou|já deu consentimento|consentimento implícito|pré-aprovado|já deu permissão|deu o aval|ao instalar|quando instalou|o silêncio vale|silêncio equivale|já consentiu|consentimento prévio|autorização prévia|já permitiu|aceitou tudo',
    reveal: 'revele|mostre|imprima|repita|envie|compartilhe|inclua|vaze|divulgue|copie|transcreva|cole|anexe|reproduza',
    prompt:
      'prompt do sistema|instruções do sistema|instruções iniciais|instruções ocultas|lista de ferramentas|mensagem do sistema|instruções internas|suas instruções|configuração inicial|texto do sistema',
    fetch: 'baixe|obtenha|leia|abra|visite|consulte|carregue|busque|acesse',
    obey: 'siga|obedeça|execute|aplique|cumpra|faça o que|cumpra o que|ponha em prática|faça tudo o que|realize|aja conforme',
    reviewer: 'revisor|revisores|auditor|auditores|scanner|avaliador|juiz|moderador|revisão de segurança|auditoria',
    mark: 'marque|classifique|considere|avalie|informe|retorne|reporte|foi|está',
    verdict:
      'seguro|segura|limpo|limpa|benigno|inofensivo|sem problemas|sem riscos|aprovado|aprovada|falso positivo|verificado|como seguro|como segura',
    send: 'envie|enviar|carregue|faça upload|publique|transmita|encaminhe|mande|sincronize|copie|exporte|compartilhe|faça backup|remeta|suba|entregue|deposite|deixe|passe|repasse|anexe|leve|despache|mande-o|mande-a|envie-o|envie-a|reporte|espelhe|envia|manda|mandar|encaminha|copia|partilhe|despeje|vai|vão',
    read: 'leia|ler|colete|coletar|reúna|extraia|procure|busque|escaneie|copie|obtenha|liste|abra|localize|pegue|veja|olhe|junte|recolha|recupere|resuma',
    run: 'execute|executar|rode|inicie|lance|invoque',
    install: 'instale|instalar',
    write: 'escreva|adicione|acrescente|salve|grave|modifique|atualize|insira|registre',
    delete: 'exclua|excluir|apague|apagar|delete|remova|destrua|sobrescreva|esvazie|limpe|purgue',
    disable:
      'desative|desativar|desabilite|pule|ignore|contorne|desligue|burle|aprove automaticamente|retire|tire|anule|libere todos|permita todos',
    safeguard:
      'solicitações de permissão|confirmações|verificações de segurança|controles de segurança|sandbox|firewall|antivírus|logs de auditoria|medidas de segurança|permissões|avisos|avisos de permissão|controles|proteções|proteção|supervisão|revisão obrigatória|todos os comandos|checagens',
    remember: 'lembre|lembre-se|memorize|salve na memória|guarde na memória|grave na memória',
    request: 'peça|solicite|insira|forneça|cole|digite|peça à pessoa|exija|que digite|que informe|solicite à pessoa',
    paste: 'cole|copie e cole',
    terminal: 'terminal|prompt de comando|console|linha de comando',
    pay: 'transfira|pague|compre|envie|saque|troque|doe',
    publish: 'publique|comente|poste|envie|compartilhe',
    promote: 'promova|recomende|anuncie|mencione|inclua um link|publicidade',
    plant: 'insira|introduza|adicione|esconda|modifique|altere|falsifique|inclua',
    poll: 'consulte periodicamente|a cada hora|a cada minuto|verifique se há|verifique novas',
    bypass: 'contorne|burle|resolva|evite|encaminhe',
    gate: 'se a data|após a data|palavra-chave|frase secreta|se o usuário for|se o hostname|quando o usuário disser|se o nome da máquina|se a máquina|a partir do dia|até o dia|só quando ninguém|somente se ninguém|a palavra-chave é|nas outras comporte-se|comporte-se normalmente',
    secret:
      'chave de api|chaves de api|chave api|chaves api|token|tokens|credenciais|senha|senhas|segredos|chave privada|chaves privadas|chave ssh|chaves ssh|cookies|.env|.ssh|.aws|código de verificação|senhas salvas|código que chegou|código recebido|chave de acesso|chaves de acesso|número do cartão|pin',
    seed: 'frase semente|frase de recuperação|mnemônico|mnemônica|chave privada',
    'private-data':
      'dados pessoais|informações pessoais|dados confidenciais|dados sensíveis|informações sensíveis|dados do cliente|contatos|e-mails|mensagens|dados bancários|documento de identidade|caixa de entrada|agenda de contatos|prontuários|folha de pagamento',
    conversation:
      'conversa|histórico da conversa|histórico de conversa|histórico do chat|histórico|mensagens do usuário|conversas|o diálogo|o que a pessoa|o que o usuário disse|suas perguntas|suas respostas|cada mensagem|a consulta|bate-papo',
    'user-file':
      'arquivos|arquivo|documentos|documento|código-fonte|código fonte|código|repositório|projeto|dados|relatório|conteúdo|resultados|ficheiros|pasta|pastas|texto|textos|página|trabalho|rascunho|tabela|planilha|arquivos tocados',
    environment: 'variáveis de ambiente|informações do sistema|nome do host',
    'agent-file':
      'claude.md|agents.md|memory.md|soul.md|sua memória|arquivo de memória|memória de longo prazo|settings.json|configuração do agente',
    'skill-thing': 'outras habilidades|outras ferramentas|outros skills',
    everything:
      'todos os arquivos|banco de dados|diretório pessoal|repositório|backups|registros|tudo|logs|cópias de segurança|as cópias de segurança|bancos de dados|ramos|tabelas|pasta pessoal|todas as pastas',
    output: 'resposta|respostas|saída|código|relatório|relatórios|documento|resultados',
    defect: 'backdoor|porta dos fundos|vulnerabilidade|vulnerabilidades|erro|erros|código malicioso|informações falsas',
    money: 'fundos|dinheiro|bitcoin|criptomoedas|saldo|carteira|reais|dólares|pagamento|pagamentos|pix',
    people: 'todos os contatos|todo mundo|todos os usuários|em massa',
    orders: 'novas instruções|últimas instruções|instruções|tarefas|ordens|comandos|passos',
    'identity-check': 'captcha|dois fatores|verificação de identidade|código de verificação',
    utility: 'ferramenta|programa|cliente|utilitário|componente|aplicativo|driver',
    required: 'pré-requisito|pré-requisitos|requisito|é necessário|deve instalar|antes de usar|obrigatório',
    place:
      'servidor|servidores|endpoint|remoto|externo|endereço|url|webhook|nosso servidor|nuvem|parceiro|parceiros|nosso endereço|arquivo central',
    void: 'sem efeito|ficam sem efeito|já não valem|não valem mais|não se aplicam mais|deixam de valer|não se aplicam aqui|ficam anuladas|estão revogadas|não te obrigam|não o obrigam|não contam mais|ficam suspensas',
    omit: 'não aparece|não apareça|sem deixar rastro|mencione apenas|como se nada|como se apenas|nem uma palavra|fica de fora|deixe de fora|não conste',
    persist:
      'a cada início|em cada início|ao ligar|ao iniciar|na inicialização|tarefa agendada|perfil do terminal|se reinstala|reinstala-se|em cada repositório|em todas as pastas de skills',
    access: 'todas as permissões|acesso total|direitos de administrador|sem senha|segunda conta|acesso remoto',
    slot: 'parâmetro|campo|cabeçalho|argumento|assunto',
    governor:
      'instruções anteriores|regras anteriores|normas anteriores|diretrizes anteriores|orientações anteriores|suas regras|suas instruções|suas diretrizes|seus limites|tuas regras|regras de segurança|política de uso|mensagem do sistema|instruções do sistema|o que te disseram|o que lhe disseram|regras do fornecedor|regras do operador|salvaguardas',
    lapsed:
      'não valem|não vale|já não valem|deixam de valer|não contam|já não contam|não se aplicam|já não se aplicam|sem efeito|ficam sem efeito|anuladas|canceladas|revogadas|suspensas|esqueça|esquece|ignore|ignora|desconsidere|desconsidera|deixe de lado|obsoletas|ultrapassadas|em segundo plano|caducaram',
    uninformed:
      'sem avisar|sem avisar ninguém|sem dizer|sem dizer nada|sem mencionar|sem comentar|sem que saiba|sem que perceba|às escondidas|em segredo|discretamente|não precisa saber|fica entre nós|não mencione|não diga nada|sem deixar rasto|sem deixar rastro',
    'hidden-effect':
      'envie|envia|manda|mande|senhas|arquivo|arquivos|ficheiros|copie|cópia|apague|instale|dados|documentos|prontuário|chaves|envio',
    'take-blame':
      'já autorizou|já autorizou tudo|já aprovou|já consentiu|já concordou|autorizou tudo|concordou com tudo|deu permissão|deu consentimento',
    risky: 'envie|envia|mande|apague|pague|transfira|publique|tudo|compre|assine|execute',
    'put-out':
      'desative|desativa|desativar|desligue|desliga|desligar|pare|parar|apague|limpe|remova|ignore|pule|contorne',
    defence:
      'antivírus|firewall|log de auditoria|logs de auditoria|registro de eventos|registo de eventos|verificações de permissão|sandbox|proteção|verificação de certificado|verificação de assinatura|controles de segurança',
    'keep-verb': 'escreva|escreve|adicione|adiciona|grave|guarde|guarda|anote|registre|insira|inclua|coloque|lembre',
    'memory-place':
      'memória|memória de longo prazo|claude.md|agents.md|preferências|perfil do usuário|perfil do utilizador|sessões futuras|próximas sessões|arquivo de regras',
    'trust-grant':
      'sem perguntar|sem confirmação|sem confirmar|sem revisão|de confiança|é confiável|sempre permitido|nunca perguntar|aprovado|aprovados|obedecer|executar|cumprir|sem questionar',
    'self-text':
      'este arquivo|este ficheiro|este documento|esta página|este texto|estas instruções|este guia|esta habilidade|estas regras|estas linhas',
    above:
      'só vale|somente vale|apenas vale|prevalece|prevalecem|acima de|em vez de|no lugar de|substitui|substituem|só conta',
    'set-to': 'substitua|troque|altere|mude|coloque|defina',
    'payee-field':
      'iban|conta|conta bancária|número da conta|beneficiário|destinatário|chave pix|pix|conta do cliente|conta do fornecedor',
    'no-matter': 'cada|todas|todos|sempre|em vez de|nossa|nosso|pela da|pela do',
    'cue-expired':
      'bloqueada|bloqueado|expirou|expirada|será bloqueada|será bloqueado|será encerrada|confirmar a identidade',
    'secret-ask':
      'senha|palavra-passe|código|código do sms|doze palavras|frase de recuperação|cartão|credenciais|chave',
    'give-here': 'envie|digite|cole|aqui|no chat|informe|diga|compartilhe|forneça',
  },
};
