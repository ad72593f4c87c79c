import { wordList } from './word-list.ts';

const baseOf = (word: string): string => word.slice(word.lastIndexOf('/') + 1);

/** Programs that run a command on another machine, in a container, below another root or as another user. */
const ELSEWHERE = wordList(
  'ssh autossh mosh slogin rsh sshpass docker docker-compose podman nerdctl buildah ctr crictl kubectl oc lxc lxc-attach incus machinectl systemd-nspawn systemd-run vagrant multipass wsl wsl.exe adb chroot fakechroot proot nsenter unshare bwrap firejail flatpak flatpak-spawn toolbox distrobox devcontainer su sudo doas pkexec runuser setpriv gosu su-exec',
);

/** Whether a command runs where paths can mean other files. The program can follow others, as in `timeout 5 ssh`. */
export const runsElsewhere = (words: readonly string[]): boolean => words.some((word) => ELSEWHERE.test(baseOf(word)));

/** The local candidates for a remote path: its suffixes without the leading folders. */
export function endsOf(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '');
  return parts.slice(1).map((_, index) => parts.slice(index + 1).join('/'));
}

/** The suffix of `$(pwd)/…`, or of a container path that ends in a folder of skills. */
export const endOf = (pattern: string): string[] => {
  const hosted = pattern.includes('/.') ? /\/(\.[^/]+\/(?:[^/]+\/)?skills?\/.+)$/is.exec(pattern) : null;
  const [, end] = (pattern.includes('*/') ? /^\.?\*\/+(.+)$/s.exec(pattern) : null) ?? hosted ?? [];
  return end === undefined ? [] : [end];
};
