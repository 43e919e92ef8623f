#!/usr/bin/env bash
# bots.sh GAMES TERMS ENGINE [PROTOCOL [ENGINE2 [PROTOCOL2]]]
# Two engines play GAMES games of TERMS ("1 0 rated atomic") against each other
# as `epicenter bot` on a server of their own, over sockets. The first is sealed
# by timeseal, the second comes over SSH. Then the PGN of both is compared and
# replayed, and the last line says how the games ended:
#     OK 10 games: 6-3-1, 0 on time, 0 failures of an engine
# It fails if a game is missing or not legal, or lost on time, or if an engine
# failed. EPICENTER is the binary to use; without it one is built.
#     scripts/clients/bots.sh 2 "1 0" stockfish uci fairymax xboard
#     scripts/clients/bots.sh 10 "1 1 rated atomic" "EPICENTER engine"
# OPTION is a setting for both engines, as "Level=3".
# The word EPICENTER in an engine's command stands for the binary.
set -euo pipefail
[[ $# -ge 3 ]] || { sed -n '2,14s/^# \{0,1\}//p' "$0"; exit 2; }
games=$1 terms=$2 engine=("$3" "${5:-$3}") protocol=("${4:-uci}" "${6:-${4:-uci}}")
here=$(cd "$(dirname "$0")/../.." && pwd)
export PATH=$PATH:/usr/games:/usr/local/go/bin
work=$(mktemp -d)
pids=()
clean() {
    local p
    for p in "${pids[@]}"; do kill "$p" 2>/dev/null || true; done
    wait 2>/dev/null || true
    [[ -n ${RIG_KEEP:-} ]] && echo "kept $work" || rm -rf "$work"
}
trap clean EXIT
fail() { echo "FAIL $*"; tail -n 20 "$work"/*.log; exit 1; }

bin=${EPICENTER:-$work/epicenter}
[[ -n ${EPICENTER:-} ]] || (cd "$here" && go build -o "$bin" ./cmd/epicenter)
bin=$(realpath "$bin")
cd "$work"

# The server says where it listens, and is then ready.
"$bin" --telnet 127.0.0.1:0 --ssh 127.0.0.1:0 --data data >server.log 2>&1 &
pids+=($!)
for _ in $(seq 200); do
    grep -q 'key fingerprint' server.log && break
    kill -0 "${pids[0]}" 2>/dev/null || fail "the server does not start"
    sleep 0.1
done
telnet=$(sed -n 's/.*connect with: telnet [^ ]* \([0-9]*\)$/\1/p' server.log)
ssh=$(sed -n 's/.*connect with: ssh -p \([0-9]*\) .*/\1/p' server.log)
print=$(sed -n 's/.*key fingerprint \(SHA256:[^ ]*\).*/\1/p' server.log)
for name in Anode Cathode; do
    echo "secret-of-$name" >"$name.pw"
    "$bin" admin user add "$name" --data data --password-file "$name.pw" >>admin.log 2>&1 || fail "no account"
done

bot() { # bot NAME 0|1 FLAGS ... plays until it has its games
    local name=$1 i=$2
    shift 2
    exec "$bin" bot --engine "${engine[$i]//EPICENTER/$bin}" --protocol "${protocol[$i]}" --handle "$name" \
        ${OPTION:+--option "$OPTION"} --password-file "$name.pw" --pgn "$name.pgn" --games "$games" "$@" >"$name.log" 2>&1
}
(bot Anode 0 --port "$telnet" --timeseal) &
one=$! && pids+=($one)
for _ in $(seq 200); do
    grep -q 'logged in' Anode.log 2>/dev/null && break
    kill -0 $one 2>/dev/null || fail "the first bot does not log in"
    sleep 0.1
done
(bot Cathode 1 --ssh --port "$ssh" --fingerprint "$print" --match "Anode $terms") &
two=$! && pids+=($two)
wait $two || fail "the second bot ended with status $?"
wait $one || fail "the first bot ended with status $?"

count() { grep -c "$@" || true; }
for name in Anode Cathode; do
    "$bin" pgn check $name.pgn >$name.check || fail "$(cat $name.check)"
    n=$(count '^\[Result "[01]' <$name.pgn)
    [[ $n == "$games" ]] || fail "$name kept $n games"
done
diff <(grep -v '^\[Time "\|^\[Date "\|^\[Site "' Anode.pgn) <(grep -v '^\[Time "\|^\[Date "\|^\[Site "' Cathode.pgn) >pgn.diff ||
    fail "the bots do not agree about the games: $(head -5 pgn.diff)"
time=$(count 'forfeits on time' <Anode.pgn)
failed=$(cat Anode.log Cathode.log | count 'the engine failed\|refuses our move')
won=$(awk -F'"' '/^\[White "/{w=$2} /^\[Result "/{if ($2=="1-0" && w=="Anode" || $2=="0-1" && w!="Anode") a++; else if ($2 ~ /^1\/2/) d++; else l++} END{print a+0 "-" l+0 "-" d+0}' Anode.pgn)
plies=$(awk '/^[0-9]/ || /^[^[]/{n += gsub(/clk/, "clk")} END{print n+0}' Anode.pgn)
grep '^\[Termination' Anode.pgn | sed 's/Anode\|Cathode/X/' | sort | uniq -c | sed 's/\[Termination "\(.*\)"\]/\1/'
[[ $time == 0 && $failed == 0 ]] || fail "$games games: $won, $time on time, $failed failures of an engine"
echo "OK $games games: $won, $plies half-moves, $time on time, $failed failures of an engine"
