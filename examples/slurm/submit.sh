#!/bin/bash
# Submits a comparison as an array of four jobs, and a job behind it that merges and analyses.
#
#   RESULTS=results ./submit.sh --old node-22 --new node-26 --runs 30 string_decoder
#
# COREBENCH is the command to run (npx corebench), RESULTS a folder that all nodes see, SHARDS how many jobs (4),
# ANALYZE the options of analyze (--test paired --max-regression 5).
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export COREBENCH=${COREBENCH:-npx corebench}
RESULTS=${RESULTS:-results}
mkdir -p "$RESULTS"
RESULTS=$(cd "$RESULTS" && pwd)
export RESULTS

array=$(sbatch --parsable --export=ALL --array="1-${SHARDS:-4}" \
  --output="$RESULTS/shard-%a.log" "$here/measure.sbatch" "$@")
# shellcheck disable=SC2086 # several options
merge=$(sbatch --parsable --export=ALL --dependency="afterany:$array" \
  --output="$RESULTS/merge.log" "$here/merge.sbatch" ${ANALYZE:---test paired --max-regression 5})
echo "measuring in job $array, merging in job $merge; results in $RESULTS"
