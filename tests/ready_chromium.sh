#!/bin/sh
# Prints the path of Chromium, in which the tests look at the pages. Where it is missing, root gets it
# from Debian; anybody else is told what to type.
set -eu

browser() {
    for name in chromium chromium-browser google-chrome google-chrome-stable; do
        command -v "$name" && return
    done
    false
}

browser && exit
if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
    echo 'installing Chromium, in which the tests look at the pages' >&2
    export DEBIAN_FRONTEND=noninteractive
    apt-get -qq update > /dev/null &&
        apt-get -qq install --no-install-recommends chromium > /dev/null || true
    browser && exit
fi
echo "error: the tests need Chromium: install it, on Debian and Ubuntu with" \
    "'apt-get install chromium'." >&2
exit 1
