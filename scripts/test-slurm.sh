#!/bin/bash
# Runs examples/slurm against a Slurm of one node that is made for the purpose, and checks what comes out.
# Needs root and slurmctld, slurmd, slurm-client, munge (Debian: apt-get install slurmctld slurmd slurm-client munge).
# Without them it says what is missing and ends with 0, so that CI can call it anywhere.
set -euo pipefail

skip() {
  echo "skipped: $1"
  exit 0
}

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
[ "$(id -u)" = 0 ] || skip "Slurm's daemons need root"
for program in slurmctld slurmd sbatch sinfo squeue munged; do
  command -v "$program" > /dev/null || skip "$program is not installed"
done
[ -e "$project/dist/benchmark/cli.js" ] || skip "not built: npm run build"

scratch=$(mktemp -d /tmp/corebench-slurm-XXXXXX)
chmod 755 "$scratch"
munged= slurmctld= slurmd=
end() {
  status=$?
  # The node's daemon first: the controller answers it.
  for pid in $slurmd $slurmctld $munged; do
    kill "$pid" 2> /dev/null || true
    wait "$pid" 2> /dev/null || true
  done
  if [ $status != 0 ]; then
    tail -n 20 "$scratch"/*.log "$scratch"/results/*.log 2> /dev/null || true
  fi
  rm -rf "$scratch"
  exit $status
}
trap end EXIT

# A munge of our own, so that none of the system's is touched.
mkdir -m 700 "$scratch/munge"
mkdir -m 755 "$scratch/socket"
dd if=/dev/urandom of="$scratch/munge/key" bs=1024 count=1 2> /dev/null
chmod 600 "$scratch/munge/key"
socket="$scratch/socket/munge.socket"
munged --foreground --force --socket="$socket" --key-file="$scratch/munge/key" --pid-file="$scratch/munge/pid" \
  --log-file="$scratch/munge/log" --seed-file="$scratch/munge/seed" > "$scratch/munged.log" 2>&1 &
munged=$!

host=$(hostname -s)
cpus=$(nproc)
cat > "$scratch/slurm.conf" << CONF
ClusterName=corebench
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=17817
SlurmdPort=17818
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$socket
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SchedulerType=sched/builtin
SelectType=select/cons_tres
StateSaveLocation=$scratch/state
SlurmdSpoolDir=$scratch/spool
SlurmctldPidFile=$scratch/slurmctld.pid
SlurmdPidFile=$scratch/slurmd.pid
SlurmctldLogFile=$scratch/slurmctld.log
SlurmdLogFile=$scratch/slurmd.log
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
NodeName=$host NodeAddr=127.0.0.1 CPUs=$cpus State=UNKNOWN
PartitionName=main Nodes=$host Default=YES MaxTime=60 State=UP
CONF
mkdir "$scratch/state" "$scratch/spool" "$scratch/results"
export SLURM_CONF="$scratch/slurm.conf"
slurmctld -D > "$scratch/slurmctld.out.log" 2>&1 &
slurmctld=$!
slurmd -D > "$scratch/slurmd.out.log" 2>&1 &
slurmd=$!
for _ in $(seq 60); do
  case "$(sinfo --noheader --format=%T 2> /dev/null || true)" in idle*) break ;; esac
  sleep 1
done
sinfo

node=$(command -v node)
export COREBENCH="$node $project/dist/benchmark/cli.js" RESULTS="$scratch/results" SHARDS=3
export ANALYZE='--test paired --max-regression 99'
cd "$scratch"
bash "$project/examples/slurm/submit.sh" --old "$node" --new "$node" --runs 4 --set n=10 \
  --root "$project/test/fixtures/core-style" strings

for _ in $(seq 300); do
  [ -z "$(squeue --noheader)" ] && break
  sleep 1
done
[ -z "$(squeue --noheader)" ] || { echo "the jobs do not end"; exit 1; }

cat "$scratch/results/analysis.txt"
[ "$(grep -c '"type":"header"' "$scratch/results/all.jsonl")" = 3 ]
[ "$(grep -c '"type":"sample"' "$scratch/results/all.jsonl")" = 24 ]
grep -q 'gate: passed' "$scratch/results/analysis.txt"
echo "ok: three jobs of an array measured 3 configurations, a dependent job merged and judged them"
