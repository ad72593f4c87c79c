import type { Rule } from '@assay/analysis/types';
import { undeclaredCapability } from './cap-01-undeclared-capability/undeclared-capability.rule.ts';
import { unreviewedExecution } from './cor-09-unreviewed-execution/unreviewed-execution.rule.ts';
import { keyFiles } from './crd-01-key-files/key-files.rule.ts';
import { secretStores } from './crd-02-secret-stores/secret-stores.rule.ts';
import { instanceMetadata } from './crd-04-instance-metadata/instance-metadata.rule.ts';
import { committedSecret } from './crd-05-committed-secret/committed-secret.rule.ts';
import { remoteExecution } from './exe-01-remote-execution/remote-execution.rule.ts';
import { decodedExecution } from './exe-02-decoded-execution/decoded-execution.rule.ts';
import { remoteShell } from './exe-03-remote-shell/remote-shell.rule.ts';
import { hookCommands } from './exe-07-hook-commands/hook-commands.rule.ts';
import { miner } from './exe-08-miner/miner.rule.ts';
import { scriptHosts } from './exe-10-script-hosts/script-hosts.rule.ts';
import { gateRemoval } from './exe-11-gate-removal/gate-removal.rule.ts';
import { shellSeen } from './exe-12-shell-seen/shell-seen.rule.ts';
import { secretExfiltration } from './exf-01-secret-exfiltration/secret-exfiltration.rule.ts';
import { environmentCapture } from './exf-02-environment-capture/environment-capture.rule.ts';
import { fileUpload } from './exf-03-file-upload/file-upload.rule.ts';
import { sideChannel } from './exf-06-side-channel/side-channel.rule.ts';
import { collectorDestination } from './exf-07-collector-destination/collector-destination.rule.ts';
import { captureDevices } from './exf-11-capture-devices/capture-devices.rule.ts';
import { secretSeenLeaving } from './exf-12-secret-seen-leaving/secret-seen-leaving.rule.ts';
import { tagCharacters } from './hid-01-tag-characters/tag-characters.rule.ts';
import { zeroWidth } from './hid-02-zero-width/zero-width.rule.ts';
import { bidiControls } from './hid-03-bidi-controls/bidi-controls.rule.ts';
import { mixedScripts } from './hid-04-mixed-scripts/mixed-scripts.rule.ts';
import { encodedPayload } from './hid-05-encoded-payload/encoded-payload.rule.ts';
import { displacement } from './hid-07-displacement/displacement.rule.ts';
import { styledAway } from './hid-08-styled-away/styled-away.rule.ts';
import { terminalControl } from './hid-11-terminal-control/terminal-control.rule.ts';
import { shellProfile } from './per-01-shell-profile/shell-profile.rule.ts';
import { scheduledTask } from './per-02-scheduled-task/scheduled-task.rule.ts';
import { agentSettings } from './per-04-agent-settings/agent-settings.rule.ts';
import { addedAccess } from './per-06-added-access/added-access.rule.ts';
import { gitHooks } from './per-07-git-hooks/git-hooks.rule.ts';
import { backgroundProcess } from './per-11-background-process/background-process.rule.ts';
import { broadDelete } from './prv-01-broad-delete/broad-delete.rule.ts';
import { destruction } from './prv-02-destruction/destruction.rule.ts';
import { containerEscape } from './prv-07-container-escape/container-escape.rule.ts';
import { outsideWrites } from './prv-10-outside-writes/outside-writes.rule.ts';
import { packageScripts } from './sup-01-package-scripts/package-scripts.rule.ts';
import { dependencyConfusion } from './sup-04-dependency-confusion/dependency-confusion.rule.ts';
import { workflowRisks } from './sup-10-workflow-risks/workflow-risks.rule.ts';
import { binaryContent } from './una-01-binary-content/binary-content.rule.ts';
import { encryptedContent } from './una-02-encrypted-content/encrypted-content.rule.ts';
import { brokenArchive } from './una-03-broken-archive/broken-archive.rule.ts';
import { typeMismatch } from './una-04-type-mismatch/type-mismatch.rule.ts';
import { budgetHit } from './una-05-budget-hit/budget-hit.rule.ts';
import { undecodableText } from './una-06-undecodable-text/undecodable-text.rule.ts';
import { pathEscape } from './una-07-path-escape/path-escape.rule.ts';
import { pointerFile } from './una-08-pointer-file/pointer-file.rule.ts';
import { missingFile } from './una-09-missing-file/missing-file.rule.ts';
import { unparsedSink } from './una-10-unparsed-sink/unparsed-sink.rule.ts';
import { frontMatter } from './una-11-front-matter/front-matter.rule.ts';
import { entryAmbiguity } from './una-12-entry-ambiguity/entry-ambiguity.rule.ts';
import { missingEntry } from './una-13-missing-entry/missing-entry.rule.ts';
import { unreadContent } from './una-14-unread-content/unread-content.rule.ts';
import { twoReadings } from './una-15-two-readings/two-readings.rule.ts';

/** Rules over code, packages and concealment. */
export const CODE_RULES: readonly Rule[] = [
  undeclaredCapability,
  unreviewedExecution,
  keyFiles,
  secretStores,
  instanceMetadata,
  committedSecret,
  remoteExecution,
  decodedExecution,
  remoteShell,
  hookCommands,
  miner,
  scriptHosts,
  gateRemoval,
  shellSeen,
  secretExfiltration,
  environmentCapture,
  fileUpload,
  sideChannel,
  collectorDestination,
  captureDevices,
  secretSeenLeaving,
  tagCharacters,
  zeroWidth,
  bidiControls,
  mixedScripts,
  encodedPayload,
  displacement,
  styledAway,
  terminalControl,
  shellProfile,
  scheduledTask,
  agentSettings,
  addedAccess,
  gitHooks,
  backgroundProcess,
  broadDelete,
  destruction,
  containerEscape,
  outsideWrites,
  packageScripts,
  dependencyConfusion,
  workflowRisks,
  binaryContent,
  encryptedContent,
  brokenArchive,
  typeMismatch,
  budgetHit,
  undecodableText,
  pathEscape,
  pointerFile,
  missingFile,
  unparsedSink,
  frontMatter,
  entryAmbiguity,
  missingEntry,
  unreadContent,
  twoReadings,
];
