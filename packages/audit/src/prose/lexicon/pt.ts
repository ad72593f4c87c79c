import type { Lexicon } from './lexicon.ts';

export const pt: Lexicon = {
  language: 'pt',
  words: {
    negator: 'não|nunca|jamais|evite|evita|proibido|não deve|não deves|em vez de',
    idiom: 'não se preocupe|não se esqueça|não esqueça|não hesite|não apenas|não só|não pule|não deixe de',
    exception: 'a menos que|a não ser que|exceto|salvo|até que|somente se',
    'clause-break': 'mas|porém|então|depois|em seguida|no entanto|em vez disso|portanto|porque',
    agent: 'você|assistente|agente|modelo',
    user: 'usuário|usuários|utilizador|cliente|operador|ao usuário',
    always:
      'sempre|toda vez|cada vez|a partir de agora|de agora em diante|em todas as conversas|em cada|após cada|ao terminar|ao finalizar|diariamente|permanentemente',
    unattended:
      'sem perguntar|sem confirmação|sem confirmar|sem pedir|sem aprovação|sem permissão|não pergunte|não peça confirmação|sem autorização|aprovar automaticamente|não solicite',
    silent:
      'silenciosamente|em silêncio|em segredo|secretamente|discretamente|sem avisar|sem informar|sem contar|sem que o usuário|sem notificar|não conte|não mencione|não informe|não revele|oculte|esconda|em segundo plano|sem mencionar|não mostre|não diga',
    confirm:
      'pergunte ao usuário|peça confirmação|confirme com|se o usuário pedir|com permissão|aprovação do usuário|quando o usuário',
    pressure: 'urgente|imediatamente|obrigatório|crítico|imprescindível|importante|caso contrário',
    authority:
      'administrador do sistema|administrador|equipe de segurança|conformidade|oficial|política da empresa|mensagem do sistema|departamento jurídico',
    attribution:
      'atacante|atacantes|malicioso|maliciosa|por exemplo|frases como|detecta|detectar|injeção|suspeito|perigoso|tais como',
    modal: 'deve|deverá|precisa|tem que|certifique-se|por favor|é necessário',
    disregard:
      'ignore|ignorar|ignora|esqueça|esquecer|descarte|desconsidere|desconsiderar|anule|substitua|deixe de seguir|desobedeça|sobrescreva',
    prior:
      'anteriores|anterior|prévias|prévios|todas|todos|quaisquer|qualquer|existentes|suas|seus|do sistema|iniciais|originais|acima',
    rules:
      'instruções|instrução|regras|regra|diretrizes|normas|restrições|políticas|prompt|ordens|limites|salvaguardas|orientações',
    outrank: 'tem prioridade sobre|têm prioridade sobre|prevalece sobre|prevalecem sobre|acima de todas',
    persona:
      'agora você é|você agora é|aja como|atue como|finja ser|finja que|assuma o papel|entre no modo|comporte-se como',
    unlimited:
      'sem restrições|sem limites|sem censura|sem filtros|modo desenvolvedor|sem ética|sem regras|sem limitações|irrestrito',
    tell: 'diga|conte|mencione|informe|revele|mostre|avise|notifique|explique|comente',
    refuse: 'recuse|negue|questione|hesite|rejeite|advirta',
    agreed:
      'já concordou|já aceitou|já autorizou|já aprovou|já deu consentimento|consentimento implícito|pré-aprovado|já deu permissão',
    reveal: 'revele|mostre|imprima|repita|envie|compartilhe|inclua|vaze|divulgue',
    prompt:
      'prompt do sistema|instruções do sistema|instruções iniciais|instruções ocultas|lista de ferramentas|mensagem do sistema',
    fetch: 'baixe|obtenha|leia|abra|visite|consulte|carregue|busque|acesse',
    obey: 'siga|obedeça|execute|aplique|cumpra|faça o que',
    reviewer: 'revisor|revisores|auditor|auditores|scanner|avaliador|juiz|moderador|revisão de segurança|auditoria',
    mark: 'marque|classifique|considere|avalie|informe|retorne|reporte|foi|está',
    verdict:
      'seguro|segura|limpo|limpa|benigno|inofensivo|sem problemas|sem riscos|aprovado|aprovada|falso positivo|verificado|como seguro|como segura',
    send: 'envie|enviar|carregue|faça upload|publique|transmita|encaminhe|mande|sincronize|copie|exporte|compartilhe|faça backup|remeta|suba',
    read: 'leia|ler|colete|coletar|reúna|extraia|procure|busque|escaneie|copie|obtenha|liste|abra|localize',
    run: 'execute|executar|rode|inicie|lance|invoque',
    install: 'instale|instalar',
    write: 'escreva|adicione|acrescente|salve|grave|modifique|atualize|insira|registre',
    delete: 'exclua|excluir|apague|apagar|delete|remova|destrua|sobrescreva',
    disable: 'desative|desativar|desabilite|pule|ignore|contorne|desligue|burle|aprove automaticamente',
    safeguard:
      'solicitações de permissão|confirmações|verificações de segurança|controles de segurança|sandbox|firewall|antivírus|logs de auditoria|medidas de segurança|permissões',
    remember: 'lembre|lembre-se|memorize|salve na memória|guarde na memória|grave na memória',
    request: 'peça|solicite|insira|forneça|cole|digite',
    paste: 'cole|copie e cole',
    terminal: 'terminal|prompt de comando|console|linha de comando',
    pay: 'transfira|pague|compre|envie|saque|troque|doe',
    publish: 'publique|comente|poste|envie|compartilhe',
    promote: 'promova|recomende|anuncie|mencione|inclua um link|publicidade',
    plant: 'insira|introduza|adicione|esconda|modifique|altere|falsifique|inclua',
    poll: 'consulte periodicamente|a cada hora|a cada minuto|verifique se há|verifique novas',
    bypass: 'contorne|burle|resolva|evite|encaminhe',
    gate: 'se a data|após a data|palavra-chave|frase secreta|se o usuário for|se o hostname|quando o usuário disser',
    secret:
      'chave de api|chaves de api|chave api|chaves api|token|tokens|credenciais|senha|senhas|segredos|chave privada|chaves privadas|chave ssh|chaves ssh|cookies|.env|.ssh|.aws|código de verificação',
    seed: 'frase semente|frase de recuperação|mnemônico|mnemônica|chave privada',
    'private-data':
      'dados pessoais|informações pessoais|dados confidenciais|dados sensíveis|informações sensíveis|dados do cliente|contatos|e-mails|mensagens',
    conversation:
      'conversa|histórico da conversa|histórico de conversa|histórico do chat|histórico|mensagens do usuário|conversas',
    'user-file':
      'arquivos|arquivo|documentos|documento|código-fonte|código fonte|código|repositório|projeto|dados|relatório|conteúdo|resultados|ficheiros',
    environment: 'variáveis de ambiente|informações do sistema|nome do host',
    'agent-file':
      'claude.md|agents.md|memory.md|soul.md|sua memória|arquivo de memória|memória de longo prazo|settings.json|configuração do agente',
    'skill-thing': 'outras habilidades|outras ferramentas|outros skills',
    everything: 'todos os arquivos|banco de dados|diretório pessoal|repositório|backups|registros|tudo|logs',
    output: 'resposta|respostas|saída|código|relatório|relatórios|documento|resultados',
    defect: 'backdoor|porta dos fundos|vulnerabilidade|vulnerabilidades|erro|erros|código malicioso|informações falsas',
    money: 'fundos|dinheiro|bitcoin|criptomoedas|saldo|carteira|reais|dólares|pagamento|pagamentos|pix',
    people: 'todos os contatos|todo mundo|todos os usuários|em massa',
    orders: 'novas instruções|últimas instruções|instruções|tarefas|ordens|comandos|passos',
    'identity-check': 'captcha|dois fatores|verificação de identidade|código de verificação',
    utility: 'ferramenta|programa|cliente|utilitário|componente|aplicativo|driver',
    required: 'pré-requisito|pré-requisitos|requisito|é necessário|deve instalar|antes de usar|obrigatório',
    place: 'servidor|servidores|endpoint|remoto|externo|endereço|url|webhook',
  },
};
