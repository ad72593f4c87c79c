import { startupSnapshot } from 'node:v8';
import { type ImageDoors, installVirtualTime, removeWebGlobals, takeImageDoors } from '../lock-down.ts';
import { installPlainOrder } from '../plain-order.ts';
import { serve, warmUp } from '../serve.ts';

/** Printed by the last command of each unit, so that no image is built from units that stopped early. */
const END = 'end-of-warming';
/** Common commands of skills. Code that has run once is compiled in the image. */
const COMMON = [
  'set -euo pipefail\nmkdir -p x; echo a | cat | base64 | tr a b > x/y; cp x/y x/z; ls x | sort | head -1 | wc -l',
  'curl -sS -H "Authorization: Bearer $WARM_API_TOKEN" "http://warm.example.invalid/v1?q=a" | tee w | tail -1',
  '# A script of its own\necho "[a](b)" > a.md; grep -rnoE "\\]\\(([^)]+)\\)" --include="*.md" "$PWD" | sed -E "s/(a)$/\\1/" || true',
  'for f in x/*; do if [[ -f "$f" && $(wc -l < "$f") -gt 0 ]]; then echo "$f" | cut -d/ -f1; fi; done',
  'say() { local n="$1"; printf "%s\\n" "$n"; }; say a/b; find . -name y -type f | xargs cat; date +%s; rm -rf x',
  "cat > a.sh <<'EOF'\necho a >&2\nEOF\nbash a.sh docs; if ! command -v jq >/dev/null 2>&1; then exit 1; fi; cat ~/.none 2>/dev/null || true",
].map((code) => `${code}\necho ${END}`);

/**
 * Runs once, when the image is built: it loads and runs everything that a plan may need. Every process starts from the
 * resulting memory.
 */
async function main(doors: ImageDoors): Promise<void> {
  const time = installVirtualTime();
  removeWebGlobals();
  installPlainOrder();
  const [{ exercise }, { loadEngines }] = await Promise.all([import('../exercise.ts'), import('../machine.ts')]);
  await loadEngines(['script', 'python']);
  const engines = { exercise, time };
  const printed = await warmUp(engines, COMMON);
  if (!printed.every((text) => text.includes(END))) throw new Error('an image that is half warm');
  startupSnapshot.setDeserializeMainFunction(() => {
    doors.close();
    void serve(engines);
  });
}

void main(takeImageDoors());
