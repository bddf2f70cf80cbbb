# Leads a group of processes, and ends them as soon as its input ends: because the process that holds the other end has
# ended, however it did. SIGTERM first, then SIGKILL after five seconds. A line of the input names a process outside
# of the group that ends as well.
trap '' HUP INT QUIT TERM
other=
while read -r line; do
    other=$line
done

# Whether a process other than this one is left; one that has ended, but was not waited for, is not.
is_left() {
    [ -n "$other" ] && kill -s 0 "$other" && return 0
    for stat in /proc/[0-9]*/stat; do
        [ "$stat" = "/proc/$$/stat" ] && continue
        read -r line <"$stat" || continue
        # Behind the name: state, parent, group.
        set -- ${line##*) }
        [ "$3" = "$$" ] && [ "$1" != Z ] && return 0
    done
    return 1
}

is_left || exit 0
kill -s TERM 0 $other
tenths=0
while [ "$tenths" -lt 50 ]; do
    sleep 0.1
    is_left || exit 0
    tenths=$((tenths + 1))
done
kill -s KILL $other
kill -s KILL 0
