import type { Language } from '../../types/index.ts';

/** Roles of a token. The weight orders hints and has no influence on the verdict. */
export const ROLE_WEIGHTS = {
  credential: 4,
  'key file': 4,
  persistence: 4,
  destruction: 4,
  capture: 4,
  'defence off': 4,
  evaluation: 3,
  decoding: 2,
  execution: 2,
  network: 2,
  message: 5,
  'secret name': 2,
  payment: 5,
  rights: 5,
  'home folder': 1,
  environment: 1,
  input: 1,
  address: 3,
  clock: 1,
} as const;
export type Role = keyof typeof ROLE_WEIGHTS;

type Row = readonly [language: Language | 'any', role: Role, tokens: string];

/**
 * Tokens are lower case. A dot joins two adjacent words, with whatever separator the language uses: `exec.Command`,
 * `Net::HTTP`, `do shell script`.
 */
export const ROWS: readonly Row[] = [
  [
    'any',
    'network',
    'curl wget post put upload uploadfile sendto sendall send fetch axios requests urlopen urllib httpx aiohttp http https http.post http.get http.newrequest net.http httpclient webclient useragent lwp socket websocket tcpsocket udpsocket tcpclient udpclient tcpstream tcpserver tcplistener fsockopen socketpair ssl_connect nc ncat socat ssh scp sftp ftp ftps rsync telnet host dns resolve resolv rclone aws gsutil aria2c lftp tftp proxy http_proxy https_proxy insteadof webhook boto3 paramiko sendbeacon xmlhttprequest importxml importdata webservice winhttp xmlhttp listen',
  ],
  [
    'any',
    'network',
    'invoke-webrequest invoke-restmethod iwr irm start-bitstransfer uploadstring uploaddata downloadstring downloadfile downloaddata test-netconnection',
  ],
  [
    'any',
    'network',
    'bitsadmin certutil mshta regsvr32 rundll32 finger whois msiexec tcp udp lwp-download download retrieve',
  ],
  ['shell', 'network', 'push'],
  [
    'php',
    'network',
    'curl_init curl_exec curl_setopt file_get_contents stream_socket_client ftp_connect ftp_put guzzle wp_remote_post wp_remote_get',
  ],
  ['ruby', 'network', 'open-uri uri.open restclient faraday httparty uri net.ftp'],
  ['go', 'network', 'net.dial dial http.do client.do'],
  ['rust', 'network', 'reqwest ureq hyper'],
  ['java', 'network', 'httpurlconnection urlconnection openconnection openstream datagramsocket'],
  ['csharp', 'network', 'webrequest postasync getasync getstringasync uploadstring downloadstring'],
  [
    'any',
    'message',
    'sendmail send_message sendmessage send-mailmessage smtp smtplib net.smtp nodemailer wp_mail mail mailx msmtp mutt dig nslookup drill getaddrinfo gethostbyname gethostentry gethostaddresses lookuphost lookuptxt lookupip dns_get_record resolve-dnsname',
  ],
  ['swift', 'network', 'urlsession datatask'],
  ['c', 'network', 'connect inet_addr curl_easy_perform'],
  [
    'any',
    'execution',
    'system exec execsync execfile execfilesync execv execve execvp execl popen popen2 popen3 spawn spawnsync subprocess child_process execa shell_exec passthru proc_open os.execute io.popen exec.command command.new processbuilder process.start getruntime shell.script wscript.shell shellexecute createobject sudo doas bash sh zsh osascript powershell pwsh perl ruby python python3 node php xargs chmod execstart run-shell posix_spawn',
  ],
  ['powershell', 'execution', 'start-process invoke-command invoke-item invoke-wmimethod invoke-cimmethod new-object'],
  ['php', 'execution', 'pcntl_exec'],
  ['perl', 'execution', 'open qx'],
  [
    'any',
    'evaluation',
    'eval instance_eval class_eval module_eval loadstring exec compile function runinnewcontext runinthiscontext __import__ importlib import_module marshal pickle unserialize dofile executeglobal assembly.load dlopen source',
  ],
  ['lua', 'evaluation', 'load'],
  ['any', 'evaluation', 'invoke-expression iex scriptblock.create invokescript addscript add-type'],
  [
    'php',
    'evaluation',
    'assert create_function call_user_func call_user_func_array array_map array_filter array_walk usort include require include_once require_once preg_replace register_shutdown_function ob_start extract',
  ],
  ['ruby', 'evaluation', 'public_send __send__'],
  [
    'any',
    'decoding',
    'base64 b64decode b64 b32decode a85decode unhexlify fromhex bytes.fromhex atob fromcharcode unescape codecs zlib gunzip gzip xxd inflate decode decode64 unpack unpack1 pack chr xor rot13 openssl codepointat charcodeat parseint bytearray bytes tostring tr rev join',
  ],
  ['powershell', 'decoding', 'frombase64string encodedcommand enc char bxor -join'],
  ['php', 'decoding', 'base64_decode gzinflate gzuncompress str_rot13 hex2bin strrev'],
  ['perl', 'decoding', 'decode_base64 mime.base64'],
  ['go', 'decoding', 'stdencoding decodestring'],
  ['lua', 'decoding', 'string.char gsub'],
  ['csharp', 'decoding', 'frombase64string'],
  [
    'any',
    'credential',
    'keyring wallet mnemonic seedphrase seed_phrase cookies document.cookie localstorage sessionstorage credentials secretsmanager private_key privatekey npmrc authorization formdata',
  ],
  [
    'any',
    'key file',
    'id_rsa id_ed25519 id_ecdsa id_dsa .ssh .aws .gnupg gnupg .netrc netrc .pypirc pypirc kubeconfig keychain keychains find-generic-password etc.shadow iam.security-credentials computemetadata kdbx',
  ],
  ['powershell', 'credential', 'get-credential protecteddata vaultcmd passwordvault'],
  ['any', 'environment', 'environ getenv process.env os.environ printenv env sys.getenv allenv'],
  ['powershell', 'environment', 'getenvironmentvariables getenvironmentvariable'],
  [
    'any',
    'persistence',
    'crontab cron schtasks launchagents launchctl launchd systemctl systemd authorized_keys bashrc .bashrc zshrc .zshrc .profile bash_profile rc.local autostart runonce currentversion.run hooks.post post-commit pre-commit sessionstart pretooluse posttooluse settings.json claude.md agents.md memory.md soul.md sitecustomize postinstall nohup setsid daemonize sudoers useradd adduser usermod autoapprove bypasspermissions credential.helper core.hookspath core.sshcommand core.fsmonitor',
  ],
  [
    'powershell',
    'persistence',
    'register-scheduledtask new-scheduledtask new-scheduledtaskaction profile new-service set-itemproperty new-itemproperty commandlineeventconsumer',
  ],
  [
    'any',
    'destruction',
    'rm rmtree rimraf rmsync rmdirsync rmdir rm_rf unlink unlinksync removeall remove_dir_all deltree mkfs dd shred truncate wipe destroy drop del delete remove deletefile deletedirectory fork encrypt encryptor fernet aes vssadmin wevtutil kill killall pkill format',
  ],
  ['powershell', 'destruction', 'remove-item clear-eventlog clear-content stop-process rijndaelmanaged'],
  [
    'any',
    'capture',
    'getasynckeystate keylogger pynput keydown keypress clipboard pbpaste xclip xsel pyperclip getclipboard screencapture screenshot copyfromscreen imagegrab sounddevice pyaudio getusermedia addeventlistener scrot capture-pane',
  ],
  ['powershell', 'capture', 'get-clipboard'],
  [
    'any',
    'defence off',
    'setenforce ufw iptables csrutil spctl amsi amsiutils histfile history verify_none node_tls_reject_unauthorized pythonhttpsverify git_ssl_no_verify sslverify strict-ssl trusted-host extra-index-url index-url insecure xattr quarantine ld_preload',
  ],
  [
    'powershell',
    'defence off',
    'set-mppreference add-mppreference disablerealtimemonitoring exclusionpath executionpolicy servercertificatevalidationcallback',
  ],
  [
    'any',
    'input',
    'request.args request.form req.body req.query req.params request.body formvalue postformvalue argv stdin input responsetext',
  ],
  ['php', 'input', '_get _post _request _cookie _server php.input getallheaders'],
  ['ruby', 'input', 'params'],
  [
    'any',
    'rights',
    'administratoraccess assume_role_policy assumerole permitemptypasswords permitrootlogin allusers allauthenticatedusers cluster-admin roles.owner roles.editor iam.amazonaws clusterrolebinding forwardto actions.forward forwardingaddresses poweruseraccess attach-role-policy attach-user-policy publicread public-read privileged hostpath docker.sock',
  ],
  ['any', 'home folder', 'home expanduser homedir userprofile path.home'],
  ['any', 'clock', 'today toordinal date.today datetime.now date.now new.date time.time strftime getfullyear time.now'],
  ['php', 'persistence', 'wp_create_user wp_insert_user set_role add_role update_option'],
  [
    'any',
    'payment',
    'sendtransaction sendrawtransaction payto iban bic payout payouts payee pay beneficiary getaddress',
  ],
];
