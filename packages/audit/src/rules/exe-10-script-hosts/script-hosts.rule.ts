import { lineOf } from '../command.facts.ts';
import { skillRule } from '../skill-rule.ts';

const HOSTS =
  /^(?:mshta(?:\.exe)?\s+(?:https?:|javascript:.{0,200}(?:new ActiveXObject|http)|vbscript:.{0,200}(?:CreateObject|Execute|http))|regsvr32\s.{0,80}(?:\/i:|scrobj)|rundll32\s.{0,80}(?:javascript:|url\.dll|http)|certutil\s.{0,80}-(?:urlcache|decode|f\s+http)|bitsadmin\s.{0,80}\/transfer|wmic\s.{0,80}process\s+call\s+create|msbuild\s+\S*https?:|installutil\s.{0,40}\/u\s|cmstp\s.{0,20}\/s|(?:cscript|wscript)\s.{0,40}(?:https?:|\\temp\\|%temp%)|odbcconf\s.{0,40}regsvr|powershell\S*\s.{0,200}-(?:w|windowstyle)\s+hidden|pwsh\s.{0,200}-(?:w|windowstyle)\s+hidden)/i;
const OSASCRIPT =
  /^osascript\s.{0,2000}(?:do shell script.{0,400}(?:curl|wget|base64|administrator privileges)|system events.{0,80}keystroke)/is;

export const scriptHosts = skillRule({
  id: 'EXE-10',
  title: 'Script host or encoded flag',
  question: 'Are script hosts or encoded flags used (mshta, certutil, -enc, osascript)?',
  kind: 'HINT',
  severity: 'HIGH',
  references: ['CWE-506', 'CWE-78'],
  why: 'These hosts run code that is in no file, mostly to avoid detection.',
  fix: 'Call the program itself.',
  looksAt:
    'The rule finds Windows script hosts with an address or script as argument, hidden PowerShell windows, and AppleScript that runs a shell.',
  blindTo: 'The same actions through COM objects are not detected.',
  falseAlarms: '`osascript` that opens an application or shows a notification is not reported.',
  check: (facts) =>
    facts
      .of('command')
      .filter(({ value }) => HOSTS.test(lineOf(value)) || OSASCRIPT.test(lineOf(value)))
      .map(({ span }) => ({ at: span, confidence: 'firm' })),
});
