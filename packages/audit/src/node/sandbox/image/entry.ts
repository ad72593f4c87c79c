import { startupSnapshot } from 'node:v8';
import { type ImageDoors, installVirtualTime, removeWebGlobals, takeImageDoors } from '../lock-down.ts';
import { serve, warmUp } from '../serve.ts';

/** What many skills use: whatever has run once is in the image ready to run. */
const COMMON = [
  'set -euo pipefail; mkdir -p x; echo a | cat | base64 | tr a b > x/y; cp x/y x/z; ls x | sort | head -1 | wc -l',
  'curl -sS -H "Authorization: Bearer $TOKEN" "http://warm.example.invalid/v1?q=a" | tee x/w | tail -1',
  'grep -rnoE "a+" --include="*.md" "$PWD" | sed -E "s/(a)$/\\1/" || true',
  'for f in x/*; do if [[ -f "$f" && $(wc -l < "$f") -gt 0 ]]; then echo "$f" | cut -d/ -f1; fi; done',
  'say() { local n="$1"; printf "%s\\n" "$n"; }; say a/b; find . -name y -type f | xargs cat; date +%s; rm -rf x; bash -c "echo a"',
].join('\n');

/**
 * Run once, when the image is made: everything that a plan may need is loaded and has run, and what is then in memory is where every
 * process starts.
 */
async function main(doors: ImageDoors): Promise<void> {
  const time = installVirtualTime();
  removeWebGlobals();
  const [{ exercise }, { loadEngines }] = await Promise.all([import('../exercise.ts'), import('../machine.ts')]);
  await loadEngines(['script', 'python']);
  const engines = { exercise, time };
  await warmUp(engines, COMMON);
  startupSnapshot.setDeserializeMainFunction(() => {
    doors.close();
    void serve(engines);
  });
}

void main(takeImageDoors());
