#!/bin/sh
# step.sh WORDS COMMAND...: say what is done, every ten seconds how far it is, and at the end how long it took.
# What the command itself prints is shown if it fails.
echo "$1"
shift
log=$(mktemp)
start=$(date +%s)
"$@" > "$log" 2>&1 &
command=$!
trap 'kill "$command" 2> /dev/null; rm -f "$log"; exit 130' INT TERM
told=0
while kill -0 "$command" 2> /dev/null; do
    sleep 1
    seconds=$(($(date +%s) - start))
    if [ $((seconds - told)) -ge 10 ]; then
        told=$seconds
        printf '%6s s  %s\n' "$seconds" "$(grep -v -e '^[[:space:]]*$' -e '^WARNING' -e '^Using pip' "$log" | tail -n 1 | sed 's/^ *//' | cut -c 1-90)"
    fi
done
wait "$command"
code=$?
if [ "$code" -ne 0 ]; then
    tail -n 200 "$log" >&2
fi
rm -f "$log"
printf '%6s s  %s\n' "$(($(date +%s) - start))" "$([ "$code" -eq 0 ] && echo done || echo "failed with exit code $code")"
exit "$code"
