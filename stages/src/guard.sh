# Ends the process group whose number is the first line of the input, as soon as that input ends: because the run
# is done with the stage, or because the run was killed and can do nothing itself. SIGTERM first, then SIGKILL
# after five seconds.
read -r group || exit 0
read -r _
kill -s TERM -- "-$group" 2>/dev/null || exit 0
tenths=0
while [ "$tenths" -lt 50 ]; do
    sleep 0.1
    kill -s 0 -- "-$group" 2>/dev/null || exit 0
    tenths=$((tenths + 1))
done
kill -s KILL -- "-$group" 2>/dev/null
