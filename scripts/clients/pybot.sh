#!/usr/bin/env bash
# pybot.sh HOST PORT [USER PASSWORD]
# The bot of docs/bots.md plays a whole atomic game against another copy of
# itself; the last line says how it ended.
set -euo pipefail
host=${1:?host} port=${2:?port} user=${3:-} password=${4:-}
here=$(cd "$(dirname "$0")" && pwd)
out=$(mktemp -d)
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; rm -rf "$out"' EXIT
# A time control of their own, so that no other seek is met.
terms="4 3 unrated atomic"
timeout 240 python3 "$here/pybot.py" "$host" "$port" "$user" "$password" "$terms" >"$out/1" 2>&1 & pids+=($!)
timeout 240 python3 "$here/pybot.py" "$host" "$port" "" "" "$terms" >"$out/2" 2>&1 & pids+=($!)
for p in "${pids[@]}"; do
    wait "$p" || { echo "FAIL pybot"; cat "$out"/[12]; exit 1; }
done
one=$(tail -n 1 "$out/1") two=$(tail -n 1 "$out/2")
if [[ $one != "$two" || ! $one =~ ^\{Game.*\}\ (1-0|0-1|1/2-1/2)$ ]]; then
    echo "FAIL pybot: $one / $two"; cat "$out"/[12]; exit 1
fi
echo "OK pybot: a whole game, $one"
