import type { Lexicon } from './lexicon.ts';

export const es: Lexicon = {
  language: 'es',
  words: {
    negator: 'no|nunca|jamás|evita|evite|prohibido|no debes|no debe|está prohibido|sin que|en lugar de|tampoco',
    idiom: 'no te preocupes|no olvides|no dudes|no solo|no sólo|no omitas|no dejes de|no se preocupe|no olvide',
    exception: 'a menos que|salvo que|excepto|hasta que|solo si',
    'clause-break': 'pero|sino|luego|entonces|después|sin embargo|en cambio|así que|porque',
    agent: 'tú|usted|tu|asistente|agente|modelo',
    user: 'usuario|usuarios|al usuario|cliente|operador|humano|usuaria|persona|la persona|a la persona|persona usuaria|clienta',
    always:
      'siempre|cada vez|a partir de ahora|de ahora en adelante|en adelante|todas las conversaciones|en cada|después de cada|al terminar|al finalizar|diariamente|permanentemente|antes de contestar|donde el usuario|en todas|en todo|cada documento|cada respuesta|cada semana|antes de cada|antes de responder',
    unattended:
      'sin preguntar|sin confirmación|sin confirmar|sin pedir|sin aprobación|sin permiso|no preguntes|no pidas confirmación|sin autorización|aprobar automáticamente|sin consultar|no solicites|sin volver a preguntar|sin consultarle|no hace falta preguntar|sin mostrarlo|sin esperar|por tu cuenta|sin revisión',
    silent:
      'en silencio|silenciosamente|en secreto|secretamente|discretamente|sin avisar|sin informar|sin decirle|sin que el usuario|sin notificar|no le digas|no menciones|no informes|no reveles|oculta|ocultar|en segundo plano|sin mencionar|no muestres|a escondidas|sin que lo sepa|sin que se entere|calla|cállalo|no comentes|sin decir nada|no lo cuentes|ni lo menciones',
    confirm:
      'pregunta al usuario|pregunte al usuario|pide confirmación|confirma con|si el usuario lo pide|con permiso|aprobación del usuario|cuando el usuario|espera su confirmación|espera confirmación|si lo pide|cuando lo pida|muéstrale antes',
    pressure: 'urgente|inmediatamente|obligatorio|crítico|de inmediato|imprescindible|importante|o de lo contrario',
    authority:
      'administrador del sistema|administrador|equipo de seguridad|cumplimiento|oficial|política de la empresa|mensaje del sistema|departamento legal|la dirección|dirección general|el regulador|regulador|la ley|tu desarrollador|el proveedor|auditoría|cumplimiento normativo|sede central|el banco',
    attribution:
      'atacante|atacantes|malicioso|maliciosa|por ejemplo|como por ejemplo|frases como|detecta|detectar|inyección|sospechoso|peligroso|tales como',
    modal: 'debes|debe|deberías|tienes que|hay que|asegúrate|por favor|es necesario',
    disregard:
      'ignora|ignore|ignorar|olvida|olvide|olvidar|descarta|descarte|anula|anule|omite|omita|desobedece|deja de seguir|pasa por alto|haz caso omiso|reemplaza|sobrescribe',
    prior:
      'anteriores|anterior|previas|previos|previa|todas|todos|cualquier|existentes|tus|sus|del sistema|iniciales|originales|precedentes|de seguridad|del operador|del proveedor|recibidas|que recibiste|de fábrica|de la plataforma',
    rules:
      'instrucciones|instrucción|reglas|regla|directrices|indicaciones|normas|restricciones|políticas|prompt|órdenes|límites|salvaguardas|pautas|directrices de seguridad|consignas|reglas internas|lo que configuró',
    outrank:
      'tiene prioridad sobre|tienen prioridad sobre|prevalece sobre|prevalecen sobre|por encima de todas|solo vale|sólo vale|únicamente vale|solo cuenta|única fuente|obedece solo',
    persona:
      'ahora eres|actúa como|actúe como|finge ser|finge que|hazte pasar|asume el papel|entra en modo|eres ahora|compórtate como|asume la identidad|habla como|eres desde ahora|ponte en el papel|interpreta a|adopta la identidad|encarna',
    unlimited:
      'sin restricciones|sin límites|sin censura|sin filtros|modo desarrollador|sin ética|sin reglas|no tiene límites|sin limitaciones|sin moral|sin ninguna regla|libre de toda regla|libre de reglas|no conoce límites|sin prohibiciones|todo está permitido|nada está prohibido|sin escrúpulos|ninguna norma',
    tell: 'digas|diga|menciones|mencione|informes|informe|reveles|revele|muestres|muestre|avises|avise|notifiques|notifique|expliques|comentes|cuentes',
    refuse: 'rechaces|rechace|niegues|te niegues|cuestiones|dudes|objetes|adviertas',
    agreed:
      'ya ha aceptado|ya aceptó|ya ha autorizado|ya autorizó|ya ha aprobado|ya dio su consentimiento|consentimiento implícito|preaprobado|ya ha dado permiso|dio su visto bueno|ya dio su visto bueno|visto bueno|aceptó todo|ya lo aceptó|al instalar|cuando instaló|su silencio|el silencio equivale|dio permiso|ya consintió|autorización previa|consentimiento previo',
    reveal:
      'revela|revele|muestra|muestre|imprime|imprima|repite|repita|envía|envíe|comparte|incluye|filtra|divulga|copia al principio|transcribe|escribe al principio|pega|adjunta|reproduce|copia',
    prompt:
      'prompt del sistema|instrucciones del sistema|instrucciones iniciales|instrucciones ocultas|lista de herramientas|mensaje del sistema|instrucciones internas|tus instrucciones internas|instrucciones completas|tu configuración|configuración inicial|texto del sistema',
    fetch: 'descarga|descargue|obtén|obtenga|lee|lea|abre|abra|visita|visite|consulta|carga|recupera',
    obey: 'sigue|siga|obedece|obedezca|ejecuta|ejecute|aplica|aplique|cumple|cumpla|haz lo que|cumple lo que|ponlo en práctica|haz todo lo que|lleva a cabo|actúa según',
    reviewer: 'revisor|revisores|auditor|auditores|escáner|evaluador|juez|moderador|revisión de seguridad|auditoría',
    mark: 'marca|marque|clasifica|clasifique|considera|considere|califica|informa|devuelve|reporta|ha sido|está',
    verdict:
      'seguro|segura|limpio|limpia|benigno|inofensivo|sin problemas|sin riesgos|aprobado|aprobada|falso positivo|verificado|verificada|como seguro|como segura',
    send: 'envía|envíe|enviar|sube|suba|subir|publica|publique|transmite|reenvía|reenvíe|manda|mande|sincroniza|respalda|copia|exporta|remite|comparte|envíalo|envíalos|envíalas|mándala|mándalo|mándalos|mándalas|envíala|súbelo|súbela|súbelos|entrega|entregue|deposita|deja|pasa|transfiere|reporta|remítelo|vuelca|adjunta|adjúntalo|lleva|traslada|mandar|remita|transmitir|adjunte|pasen|pasan|haz llegar',
    read: 'lee|lea|leer|recopila|recopile|recoge|extrae|extraiga|busca|busque|escanea|copia|obtén|reúne|lista|abre|localiza|toma|saca|mira|consulta|recupera|junta|resume',
    run: 'ejecuta|ejecute|ejecutar|lanza|corre|inicia|invoca',
    install: 'instala|instale|instalar|instala el|descarga e instala|abre el archivo',
    write: 'escribe|escriba|añade|añada|agrega|agregue|guarda|guarde|modifica|modifique|actualiza|inserta|registra',
    delete: 'elimina|elimine|eliminar|borra|borre|borrar|destruye|suprime|sobrescribe|vacía|vacíe|limpia|purga',
    disable:
      'desactiva|desactive|desactivar|deshabilita|deshabilite|omite|omita|salta|evita|elude|apaga|aprueba automáticamente|quita|desconecta|retira|anula|apague|permite todo|permite todos',
    safeguard:
      'solicitudes de permiso|confirmaciones|controles de seguridad|comprobaciones de seguridad|sandbox|cortafuegos|antivirus|registros de auditoría|medidas de seguridad|verificación|permisos|avisos|avisos de permiso|controles|protecciones|protección|supervisión|revisión obligatoria|todos los comandos',
    remember: 'recuerda|memoriza|guarda en la memoria|guarda en tu memoria|almacena en memoria',
    request:
      'pide|pida|solicita|solicite|introduce|proporciona|pega|pegue|pídele|pídale|exige|que escriba|que introduzca|hazle escribir|solicítale',
    paste: 'pega|pegue|copia y pega',
    terminal: 'terminal|símbolo del sistema|consola|línea de comandos',
    pay: 'transfiere|transfiera|paga|pague|compra|compre|envía|envíe|retira|intercambia|dona|transfiere los saldos|usa siempre la cuenta|abona|ingresa|gira|liquida',
    publish: 'publica|publique|comenta|tuitea|envía|comparte',
    promote:
      'promociona|recomienda|recomiende|anuncia|menciona|enlaza|publicidad|incluye un enlace|opinión favorable|elogia|alaba|habla bien|destaca la marca|pon primero',
    plant: 'inserta|inserte|introduce|añade|oculta|modifica|altera|falsifica|incluye',
    poll: 'consulta periódicamente|cada hora|cada minuto|comprueba si hay|sondea|revisa si hay',
    bypass: 'evita|elude|resuelve|supera|reenvía|sortea',
    gate: 'si la fecha|después de la fecha|palabra clave|frase secreta|si el usuario es|si el nombre de host|cuando el usuario diga|a partir del día|hasta el día|si el nombre de la máquina|si el equipo se llama|solo cuando nadie|solo si nadie|la palabra clave es|al oír',
    secret:
      'clave api|claves api|clave de api|claves de api|token|tokens|credenciales|contraseña|contraseñas|secretos|clave privada|claves privadas|clave ssh|claves ssh|cookies|.env|.ssh|.aws|código de verificación|llaves|contraseñas guardadas|código que le llegó|código que le llegó por sms|clave de acceso|claves de acceso|contraseña del equipo|número de tarjeta|pin',
    seed: 'frase semilla|frase de recuperación|mnemónica|clave privada',
    'private-data':
      'datos personales|información personal|datos confidenciales|información sensible|datos sensibles|datos del cliente|contactos|correos|mensajes|datos bancarios|documento de identidad|nombres y cifras|expedientes|nóminas|buzón|libreta de direcciones|historial médico',
    conversation:
      'conversación|historial de conversación|historial de chat|historial|mensajes del usuario|conversaciones|charla|la charla|el diálogo|lo que dice|lo que dijo|lo que pide|lo que preguntó|sus preguntas|tus respuestas|cada mensaje|la consulta',
    'user-file':
      'archivos|archivo|documentos|documento|código fuente|código|repositorio|proyecto|datos|informe|contenido|resultados|ficheros|fichero|carpeta|carpetas|texto|textos|página|trabajo|borrador|tabla|hoja',
    environment: 'variables de entorno|información del sistema|nombre de host',
    'agent-file':
      'claude.md|agents.md|memory.md|soul.md|tu memoria|archivo de memoria|memoria a largo plazo|settings.json|configuración del agente',
    'skill-thing': 'otras habilidades|otras herramientas|otros skills',
    everything:
      'todos los archivos|todos los ficheros|base de datos|directorio personal|repositorio|copias de seguridad|registros|todo|bases de datos|copias|ramas|todas las ramas|tablas|carpeta personal',
    output: 'respuesta|respuestas|salida|código|informe|informes|documento|resultados',
    defect: 'puerta trasera|vulnerabilidad|vulnerabilidades|error|errores|código malicioso|información falsa',
    money:
      'fondos|dinero|bitcoin|criptomonedas|saldo|cartera|euros|dólares|pago|pagos|monedero|saldos|los saldos|la cuenta|cuenta de nuestra|proveedor|factura|facturas|tarjeta|suscripción',
    people: 'todos los contactos|todo el mundo|todos los usuarios|en masa',
    orders: 'nuevas instrucciones|últimas instrucciones|instrucciones|tareas|órdenes|comandos|pasos',
    'identity-check': 'captcha|doble factor|verificación de identidad|código de verificación',
    utility:
      'herramienta|programa|cliente|utilidad|componente|aplicación|controlador|agente de sesión|agente|instalador|complemento|extensión|módulo',
    required:
      'requisito previo|requisitos previos|requisito|es necesario|debe instalar|antes de usar|obligatorio|antes de usar la habilidad|instala primero|hace falta|es obligatorio|sin esto no',
    place:
      'servidor|servidores|endpoint|remoto|externo|dirección|url|webhook|nuestro servidor|nuestra central|nube|socio|socios|nuestra dirección|nota compartida|archivo central',
    void: 'sin efecto|quedan sin efecto|queda sin efecto|ya no valen|ya no vale|ya no rigen|ya no rige|no rigen|ya no aplican|ya no se aplican|no se aplican aquí|no te obligan|ya no te obligan|quedan anuladas|queda anulada|están derogadas|dejan de aplicarse|no cuentan|ya no cuentan|quedan suspendidas',
    omit: 'no aparece|no aparezca|no figure|no figura|sin mencionarlo|sin dejar rastro|menciona solo|solo menciona|como si nada|como si solo|no digas nada|ni una palabra|queda fuera|omítelo',
    persist:
      'en cada inicio|al arrancar|en cada arranque|al iniciar sesión|tarea programada|perfil de la terminal|perfil del intérprete|se reinstala|vuelve a instalarse|en todas las carpetas de habilidades|en cada repositorio',
    access:
      'todos los permisos|acceso total|permisos de administrador|sin contraseña|segunda cuenta|acceso remoto|derechos de administrador',
    slot: 'parámetro|campo|cabecera|argumento|asunto',
    governor:
      'instrucciones anteriores|normas anteriores|reglas anteriores|indicaciones anteriores|directrices anteriores|tus normas|tus reglas|tus instrucciones|tus directrices|tus límites|tus restricciones|normas de seguridad|reglas de seguridad|políticas de uso|política de uso|lo que te dijeron|lo que te han dicho|mensaje del sistema|instrucciones del sistema|normas de tu proveedor|reglas del operador|instrucciones del operador|salvaguardas',
    lapsed:
      'no hagas caso|no hacer caso|haz caso omiso|quedan anuladas|queda anulada|quedan sin efecto|queda sin efecto|sin efecto|ya no valen|ya no cuentan|ya no se aplican|ya no aplican|ya no rigen|no rigen|no cuentan|no valen|anuladas|anulados|derogadas|caducadas|obsoletas|olvida|olvídate|olvidar|ignora|descarta|deja de lado|pasan a segundo plano|no tienen validez|no son válidas|carecen de|suspendidas',
    uninformed:
      'sin decir nada|sin avisar|sin mencionarlo|sin mencionar|sin que lo sepa|sin que se entere|no hace falta decir|no hace falta mencionar|no lo menciones|no digas nada|a escondidas|ocultas|oculto|ocultos|en secreto|queda entre nosotros|calladamente|discretamente|sin dejar rastro',
    'hidden-effect':
      'envía|manda|sube|copia|copias|claves|archivo|archivos|borra|instala|instrucciones|datos|documentos|envío|transferencia',
    'put-out':
      'desactiva|desactive|desactivar|apaga|apague|apagar|detén|detener|para|borra|vacía|vaciar|elimina|omite|salta|quita',
    defence:
      'antivirus|cortafuegos|firewall|registro de eventos|registro de auditoría|registros de auditoría|comprobaciones de permisos|permisos|sandbox|protección|verificación de certificados|verificación de firma|controles de seguridad',
    'keep-verb': 'escribe|añade|agrega|guarda|anota|apunta|registra|inserta|inserte|incluye|pon|deja|recuerda',
    'memory-place':
      'memoria|memoria a largo plazo|claude.md|agents.md|preferencias|perfil del usuario|sesiones futuras|próximas sesiones|futuras sesiones|archivo de reglas',
    'trust-grant':
      'sin preguntar|sin confirmación|sin confirmar|sin revisión|de confianza|es de confianza|confía en|siempre permitido|no preguntes|aprobado|aprobados|obedece|ejecuta|ejecutar|hay que seguir|se cumplan|sin cuestionar',
    'self-text':
      'este archivo|este documento|esta página|este texto|estas instrucciones|estas mismas instrucciones|esta guía|esta habilidad|este skill|estas líneas|estas normas|estas reglas',
    above:
      'solo manda|sólo manda|manda solo|únicamente|prevalece|prevalecen|por encima de|en lugar de|sustituye|reemplaza|solo vale|solo cuenta',
    spread: 'inserta|inserte|copia|copie|repite|añade|incluye|pega|propaga|difunde',
    'every-place':
      'cada documento|cada documento compartido|todos los documentos|cada archivo|todos los archivos|cada repositorio|todos los repositorios|cada proyecto|otros asistentes|otros agentes|cada mensaje|cada correo',
    'security-helper':
      'otra herramienta|otras herramientas|otro skill|otras habilidades|otro servidor|otros servidores|otra habilidad',
    'shut-out':
      'cambia su descripción|cambie su descripción|modifica su descripción|reemplaza su|sustituye su|desactívala|desactívalo|reescribe su',
    'set-to': 'reemplaza|sustituye|cambia|pon|modifica|fija',
    'payee-field':
      'iban|cuenta|cuenta bancaria|número de cuenta|beneficiario|destinatario|cuenta del cliente|cuenta del proveedor',
    'no-matter': 'cada|todas|todos|siempre|en lugar de|nuestra|nuestro|por la de|por el de',
    'cue-expired':
      'bloqueada|bloqueado|caducado|caducada|ha expirado|expiró|será bloqueada|será bloqueado|se cerrará|verificar su identidad',
    'secret-ask': 'contraseña|clave|código|pin|doce palabras|frase semilla|tarjeta|credenciales|código del sms',
    'give-here': 'envíe|envíen|escriba|escriban|pegue|aquí|en el chat|introduzca|diga|comparta|facilite',
    skew: 'redondea|ajusta|cambia|modifica|altera|falsea|sube|baja|infla',
    figure: 'totales|total|cifras|importes|importe|valores|resultados|horas|precios|datos',
    gain: 'a favor de|a nuestro favor|a su favor|hasta que cuadre|hasta que cuadren|nadie lo comprueba|nadie lo nota|significativo',
  },
};
