#!/usr/bin/env bash
# Runs a command with a folder as its root, as a container engine would: a mount and a process namespace of its own, in
# which the command is process 1. The base image's userland is this machine's own, read-only, with the Node.js of
# NODE_DIR in front. Needs root.
# Usage: enter-root.sh build|run ROOT UID:GID WORKDIR [NAME=VALUE...] -- COMMAND...
#   build: the folder may be written, npm's cache is the machine's. run: nothing at all may be written.
set -euo pipefail
mode=$1 root=$2 user=$3 workdir=$4
shift 4

if [[ ${IN_NAMESPACE:-} != yes ]]; then
  IN_NAMESPACE=yes exec unshare --mount --pid --fork --kill-child=SIGKILL -- \
    bash "${BASH_SOURCE[0]}" "$mode" "$root" "$user" "$workdir" "$@"
fi

# bind SOURCE TARGET: there, and read-only
bind() {
  mkdir -p "$root$2"
  mount --bind "$1" "$root$2"
  mount -o remount,bind,ro "$root$2"
}

mount --make-rprivate /
mkdir -p "$root"/{proc,dev,tmp,root,opt}
# What is mounted below stays out of the folder itself.
mount --bind "$root" "$root"
for folder in usr bin sbin lib lib64 etc; do
  if [[ -L /$folder ]]; then
    [[ -L $root/$folder ]] || ln -s "$(readlink "/$folder")" "$root/$folder"
  elif [[ -d /$folder ]]; then
    bind "/$folder" "/$folder"
  fi
done
bind "$NODE_DIR" /opt/node
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/root"
if [[ $mode == build ]]; then
  mkdir -p "$HOME/.npm" "$root/root/.npm"
  mount --bind "$HOME/.npm" "$root/root/.npm"
  if [[ -f $HOME/.npmrc ]]; then cp "$HOME/.npmrc" "$root/root/.npmrc"; fi
else
  mount -o remount,ro "$root/root"
  mount -o remount,bind,ro "$root"
fi

environment=(HOME=/root PATH=/opt/node/bin:/usr/local/bin:/usr/bin:/bin)
while [[ $1 != -- ]]; do
  environment+=("$1")
  shift
done
shift
identity=(--reuid="${user%:*}" --regid="${user#*:}" --clear-groups --no-new-privs)
if [[ $mode == run ]]; then identity+=(--inh-caps=-all --bounding-set=-all); fi
# Each of these becomes the next by exec, so that the command itself is process 1.
exec env -i "${environment[@]}" /usr/sbin/chroot "$root" /usr/bin/setpriv "${identity[@]}" env --chdir="$workdir" "$@"
