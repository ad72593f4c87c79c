import type { Lexicon } from './lexicon.ts';

export const es: Lexicon = {
  language: 'es',
  words: {
    negator: 'no|nunca|jamás|evita|evite|prohibido|no debes|no debe|está prohibido|sin que|en lugar de|tampoco',
    idiom: 'no te preocupes|no olvides|no dudes|no solo|no sólo|no omitas|no dejes de|no se preocupe|no olvide',
    exception: 'a menos que|salvo que|excepto|hasta que|solo si',
    'clause-break': 'pero|sino|luego|entonces|después|sin embargo|en cambio|así que|porque',
    agent: 'tú|usted|tu|asistente|agente|modelo',
    user: 'usuario|usuarios|al usuario|cliente|operador|humano|usuaria',
    always:
      'siempre|cada vez|a partir de ahora|de ahora en adelante|en adelante|todas las conversaciones|en cada|después de cada|al terminar|al finalizar|diariamente|permanentemente',
    unattended:
      'sin preguntar|sin confirmación|sin confirmar|sin pedir|sin aprobación|sin permiso|no preguntes|no pidas confirmación|sin autorización|aprobar automáticamente|sin consultar|no solicites',
    silent:
      'en silencio|silenciosamente|en secreto|secretamente|discretamente|sin avisar|sin informar|sin decirle|sin que el usuario|sin notificar|no le digas|no menciones|no informes|no reveles|oculta|ocultar|en segundo plano|sin mencionar|no muestres|a escondidas',
    confirm:
      'pregunta al usuario|pregunte al usuario|pide confirmación|confirma con|si el usuario lo pide|con permiso|aprobación del usuario|cuando el usuario',
    pressure: 'urgente|inmediatamente|obligatorio|crítico|de inmediato|imprescindible|importante|o de lo contrario',
    authority:
      'administrador del sistema|administrador|equipo de seguridad|cumplimiento|oficial|política de la empresa|mensaje del sistema|departamento legal',
    attribution:
      'atacante|atacantes|malicioso|maliciosa|por ejemplo|como por ejemplo|frases como|detecta|detectar|inyección|sospechoso|peligroso|tales como',
    modal: 'debes|debe|deberías|tienes que|hay que|asegúrate|por favor|es necesario',
    disregard:
      'ignora|ignore|ignorar|olvida|olvide|olvidar|descarta|descarte|anula|anule|omite|omita|desobedece|deja de seguir|pasa por alto|haz caso omiso|reemplaza|sobrescribe',
    prior:
      'anteriores|anterior|previas|previos|previa|todas|todos|cualquier|existentes|tus|sus|del sistema|iniciales|originales|precedentes',
    rules:
      'instrucciones|instrucción|reglas|regla|directrices|indicaciones|normas|restricciones|políticas|prompt|órdenes|límites|salvaguardas|pautas',
    outrank: 'tiene prioridad sobre|tienen prioridad sobre|prevalece sobre|prevalecen sobre|por encima de todas',
    persona:
      'ahora eres|actúa como|actúe como|finge ser|finge que|hazte pasar|asume el papel|entra en modo|eres ahora|compórtate como',
    unlimited:
      'sin restricciones|sin límites|sin censura|sin filtros|modo desarrollador|sin ética|sin reglas|no tiene límites|sin limitaciones',
    tell: 'digas|diga|menciones|mencione|informes|informe|reveles|revele|muestres|muestre|avises|avise|notifiques|notifique|expliques|comentes|cuentes',
    refuse: 'rechaces|rechace|niegues|te niegues|cuestiones|dudes|objetes|adviertas',
    agreed:
      'ya ha aceptado|ya aceptó|ya ha autorizado|ya autorizó|ya ha aprobado|ya dio su consentimiento|consentimiento implícito|preaprobado|ya ha dado permiso',
    reveal: 'revela|revele|muestra|muestre|imprime|imprima|repite|repita|envía|envíe|comparte|incluye|filtra|divulga',
    prompt:
      'prompt del sistema|instrucciones del sistema|instrucciones iniciales|instrucciones ocultas|lista de herramientas|mensaje del sistema',
    fetch: 'descarga|descargue|obtén|obtenga|lee|lea|abre|abra|visita|visite|consulta|carga|recupera',
    obey: 'sigue|siga|obedece|obedezca|ejecuta|ejecute|aplica|aplique|cumple|cumpla|haz lo que',
    reviewer: 'revisor|revisores|auditor|auditores|escáner|evaluador|juez|moderador|revisión de seguridad|auditoría',
    mark: 'marca|marque|clasifica|clasifique|considera|considere|califica|informa|devuelve|reporta|ha sido|está',
    verdict:
      'seguro|segura|limpio|limpia|benigno|inofensivo|sin problemas|sin riesgos|aprobado|aprobada|falso positivo|verificado|verificada|como seguro|como segura',
    send: 'envía|envíe|enviar|sube|suba|subir|publica|publique|transmite|reenvía|reenvíe|manda|mande|sincroniza|respalda|copia|exporta|remite|comparte|envíalo|envíalos|envíalas',
    read: 'lee|lea|leer|recopila|recopile|recoge|extrae|extraiga|busca|busque|escanea|copia|obtén|reúne|lista|abre|localiza',
    run: 'ejecuta|ejecute|ejecutar|lanza|corre|inicia|invoca',
    install: 'instala|instale|instalar',
    write: 'escribe|escriba|añade|añada|agrega|agregue|guarda|guarde|modifica|modifique|actualiza|inserta|registra',
    delete: 'elimina|elimine|eliminar|borra|borre|borrar|destruye|suprime|sobrescribe',
    disable:
      'desactiva|desactive|desactivar|deshabilita|deshabilite|omite|omita|salta|evita|elude|apaga|aprueba automáticamente',
    safeguard:
      'solicitudes de permiso|confirmaciones|controles de seguridad|comprobaciones de seguridad|sandbox|cortafuegos|antivirus|registros de auditoría|medidas de seguridad|verificación|permisos',
    remember: 'recuerda|memoriza|guarda en la memoria|guarda en tu memoria|almacena en memoria',
    request: 'pide|pida|solicita|solicite|introduce|proporciona|pega|pegue',
    paste: 'pega|pegue|copia y pega',
    terminal: 'terminal|símbolo del sistema|consola|línea de comandos',
    pay: 'transfiere|transfiera|paga|pague|compra|compre|envía|envíe|retira|intercambia|dona',
    publish: 'publica|publique|comenta|tuitea|envía|comparte',
    promote: 'promociona|recomienda|recomiende|anuncia|menciona|enlaza|publicidad|incluye un enlace',
    plant: 'inserta|inserte|introduce|añade|oculta|modifica|altera|falsifica|incluye',
    poll: 'consulta periódicamente|cada hora|cada minuto|comprueba si hay|sondea|revisa si hay',
    bypass: 'evita|elude|resuelve|supera|reenvía|sortea',
    gate: 'si la fecha|después de la fecha|palabra clave|frase secreta|si el usuario es|si el nombre de host|cuando el usuario diga',
    secret:
      'clave api|claves api|clave de api|claves de api|token|tokens|credenciales|contraseña|contraseñas|secretos|clave privada|claves privadas|clave ssh|claves ssh|cookies|.env|.ssh|.aws|código de verificación|llaves',
    seed: 'frase semilla|frase de recuperación|mnemónica|clave privada',
    'private-data':
      'datos personales|información personal|datos confidenciales|información sensible|datos sensibles|datos del cliente|contactos|correos|mensajes',
    conversation:
      'conversación|historial de conversación|historial de chat|historial|mensajes del usuario|conversaciones',
    'user-file':
      'archivos|archivo|documentos|documento|código fuente|código|repositorio|proyecto|datos|informe|contenido|resultados|ficheros|fichero',
    environment: 'variables de entorno|información del sistema|nombre de host',
    'agent-file':
      'claude.md|agents.md|memory.md|soul.md|tu memoria|archivo de memoria|memoria a largo plazo|settings.json|configuración del agente',
    'skill-thing': 'otras habilidades|otras herramientas|otros skills',
    everything:
      'todos los archivos|todos los ficheros|base de datos|directorio personal|repositorio|copias de seguridad|registros|todo',
    output: 'respuesta|respuestas|salida|código|informe|informes|documento|resultados',
    defect: 'puerta trasera|vulnerabilidad|vulnerabilidades|error|errores|código malicioso|información falsa',
    money: 'fondos|dinero|bitcoin|criptomonedas|saldo|cartera|euros|dólares|pago|pagos|monedero',
    people: 'todos los contactos|todo el mundo|todos los usuarios|en masa',
    orders: 'nuevas instrucciones|últimas instrucciones|instrucciones|tareas|órdenes|comandos|pasos',
    'identity-check': 'captcha|doble factor|verificación de identidad|código de verificación',
    utility: 'herramienta|programa|cliente|utilidad|componente|aplicación|controlador',
    required: 'requisito previo|requisitos previos|requisito|es necesario|debe instalar|antes de usar|obligatorio',
    place: 'servidor|servidores|endpoint|remoto|externo|dirección|url|webhook',
  },
};
