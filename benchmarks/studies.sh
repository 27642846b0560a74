#!/usr/bin/env bash
# The studies on this machine (docs/studies.md): runs them with their profile small, about a quarter of an hour each on two cores, and copies their
# reports, claims and plots to docs. It goes on where it was interrupted.
# Usage: STUDIES="pools threads" benchmarks/studies.sh [folder] [arguments of `driver study` ...]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. benchmarks/picture.sh
folder=${1:-results/studies}
all="pools persistence documents threads"
page=docs/studies.md
dotnet build src/Driver -c Release -v quiet -nologo -clp:NoSummary
mkdir -p docs/studies
for study in ${STUDIES:-$all}; do
  dotnet artifacts/bin/Driver/release/Driver.dll study "config/studies/$study.json" --quiet --output "$folder/$study" "${@:2}" && code=0 || code=$?
  if [ "$code" -ne 0 ]; then
    echo "$study ended with exit code $code; docs keep what they have of it" >&2
    if [ "$code" -eq 130 ]; then exit 130; fi
    continue
  fi
  cp "$folder/$study/study.md" "docs/studies/$study.md"
  # Of each claim: its id, what it says, what was published and measured, and the verdict.
  claims=$(awk -F'|' '/^## /{ isIn = $0 == "## Claims" } isIn && /^\|/ { print "|" $2 "|" $3 "|" $5 "|" $6 "|" $7 "|" }' "$folder/$study/study.md")
  awk -v study="$study" -v claims="$claims" '
    $0 == "<!-- end of claims -->" { isIn = 0 }
    !isIn
    $0 == "<!-- claims of " study " -->" { isIn = 1; print ""; print claims; print "" }' "$page" > "$page.new"
  mv "$page.new" "$page"
  for plot in "$folder/$study"/plots/*.svg; do
    show_picture studies.md "images/study-$study-$(basename "$plot")" "$plot"
  done
done
echo "Reports: docs/studies/*.md and $folder/*/study.html"
