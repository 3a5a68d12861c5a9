#!/bin/sh
# Runs as root while the container is built; options come as $VERSION and $EXTRAS.
set -eu
package="memory-md${EXTRAS:+[$EXTRAS]}"
[ "${VERSION:-latest}" = latest ] || package="$package==$VERSION"
home=/usr/local/share/memory-md

fits() { python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

if ! fits; then
    if command -v apt-get >/dev/null; then
        apt-get update && apt-get install -y --no-install-recommends python3-venv git
        rm -rf /var/lib/apt/lists/*
    elif command -v apk >/dev/null; then
        apk add --no-cache python3 git
    fi
    fits || { echo "memory-md needs Python 3.11 or later; add a feature that brings it" >&2; exit 1; }
fi
python3 -m venv "$home"
"$home/bin/python" -m pip install --disable-pip-version-check --no-cache-dir --quiet "$package"
for name in mem mem-md; do ln -sf "$home/bin/$name" "/usr/local/bin/$name"; done
mem-md --version
