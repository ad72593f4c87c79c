import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { steganography } from './steganography.rule.ts';

describeCodeRule(steganography, {
  caught: [
    py('from PIL import Image\nbits = Image.open("a.png").getdata()\nexec(bytes(bits).decode())'),
    sh('steghide extract -sf a.jpg -p x'),
    py('from stegano import lsb\ncode = lsb.reveal("a.png")\nexec(code)'),
  ],
  quiet: [
    py('from PIL import Image\nprint(Image.open("a.png").getexif())'),
    sh('exiftool a.jpg'),
    py('import wave\nwave.open("a.wav").getnframes()'),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
