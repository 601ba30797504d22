#!/bin/sh
# Prints the path of Chromium, in which the tests look at the pages. The one without windows (Debian's
# chromium-headless-shell) comes first: it draws the same pages for less of the processor's time. Where
# it is missing, root gets it from Debian; where it cannot be had, any other Chromium does. Who has none
# and cannot get one is told what to type.
set -eu

browser() {
    for name in "$@"; do
        command -v "$name" && return
    done
    false
}

without_windows() {
    browser chromium-headless-shell
}

with_windows() {
    browser chromium chromium-browser google-chrome google-chrome-stable
}

fetch() {
    [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null || return 0
    echo 'installing Chromium, in which the tests look at the pages' >&2
    export DEBIAN_FRONTEND=noninteractive
    apt-get -qq update > /dev/null || return 0
    apt-get -qq install --no-install-recommends chromium-headless-shell > /dev/null 2>&1 ||
        with_windows > /dev/null ||
        apt-get -qq install --no-install-recommends chromium > /dev/null || true
}

without_windows && exit
fetch
without_windows || with_windows && exit
echo "error: the tests need Chromium: install it, on Debian with" \
    "'apt-get install chromium-headless-shell', elsewhere as 'chromium' or Google Chrome." >&2
exit 1
