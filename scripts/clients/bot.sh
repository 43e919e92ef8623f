#!/bin/sh
# bot.sh HOST PORT BOT PASSWORD BOT2 PASSWORD [ADMIN PASSWORD] - see README.md
exec xvfb-run -a python3 "$(dirname "$0")/bot.py" "$@"
