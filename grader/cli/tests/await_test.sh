#!/bin/bash
# test: sanitized
# lockstep await: what is a save, and what is none.
. grader/tests/tap.sh
: "${LOCKSTEP:=build/lockstep}"
make_scratch
LOCKSTEP=$(realpath "$LOCKSTEP")
mkdir "$scratch/work" && cd "$scratch" || exit 1
: >work/a.c
: >elsewhere.c
ln -s ../elsewhere.c work/b.c

# begin: waits in the background; `answer` gets what it says.
begin() {
    timeout 60 "$LOCKSTEP" await state work a.c b.c c.h >answer 2>&1 &
    waiter=$!
}
# says NAME STATUS ANSWER: the one in the background ends so.
says() {
    local status
    wait "$waiter"
    status=$?
    [ $status -eq "$2" ] && [ "$(cat answer)" = "$3" ]
    ok $? "$1" || echo "# status $status: $(cat answer)"
}

begin
says 'where nothing is known yet, it does not wait' 0 ''
begin
sleep 0.5
: >work/d.c
mv work/d.c work/.a.c.swp
sleep 0.5
kill -0 "$waiter"
ok $? 'files of other names are no saves'
chmod 755 work/a.c
ln work/a.c work/a.c~
mv work/a.c work/aside.c
mv work/aside.c work/a.c
sleep 0.5
kill -0 "$waiter"
ok $? 'neither is another mode, a link to the file, or that it was away for a moment'
rm work/a.c~
echo 'int a;' >work/a.c
says 'a file that is written' 0 a.c
echo 'int b;' >elsewhere.c
begin
says 'one that was written before anybody waited, in another folder, where it is a link to' 0 b.c
begin
sleep 0.5
echo 'int a; // again' >elsewhere.c
says 'one there that is written meanwhile' 0 b.c
begin
echo 'int c;' >work/c.h
says 'a file that is new' 0 c.h
begin
mv work/a.c work/a.c~
sleep 0.4
echo 'int a = 1;' >work/a.c
says 'a file that an editor moves away before it writes it anew' 0 a.c
[ "$(sed 's/ .*//' state | tr '\n' ' ')" = 'a.c b.c c.h ' ]
ok $? '… which is there by then' || sed 's/^/# /' state
begin
sleep 0.5
exec 5>work/a.c
echo 'int a = 2;' >&5
says 'a file that stays open' 0 a.c
exec 5>&-
rm work/a.c
begin
says 'a file that stays away' 0 a.c
begin
sleep 0.5
rm -r work
says 'a folder that is gone' 1 ''

mkdir work
rm state
"$LOCKSTEP" await state work a.c
bash -c '"$0" await state work a.c & echo $! >inner; wait' "$LOCKSTEP" >answer 2>&1 &
outer=$!
until [ "$(readlink "/proc/$(cat inner 2>/dev/null)/exe")" = "$LOCKSTEP" ]; do sleep 0.1; done
sleep 0.5
kill -9 "$outer"
wait "$outer" 2>/dev/null
for _ in $(seq 100); do
    kill -0 "$(cat inner)" 2>/dev/null || break
    sleep 0.1
done
! kill -0 "$(cat inner)" 2>/dev/null
ok $? 'nobody waits for whoever is gone'
tap_end
