#!/bin/sh
# Runs `arbscope`. A secret that is mounted under the name of a variable of Arbscope becomes that
# variable: so it stands in no command line, no image and no `docker inspect`.
set -eu
for file in "${ARBSCOPE_SECRETS:-/run/secrets}"/ARBSCOPE_*; do
  [ -f "$file" ] || continue
  value=$(cat "$file")
  export "${file##*/}=$value"
done
exec arbscope "$@"
