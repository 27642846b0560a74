# Sourced by the scripts that put pictures on pages of docs.

# show_picture PAGE PICTURE PLOT: copies a plot to docs, if it is there and PAGE (of docs) shows PICTURE (images/NAME.svg). One that was not there
# until now stands on the page as a comment.
show_picture() {
  grep -q "$2" "docs/$1" && [ -f "$3" ] || return 0
  cp "$3" "docs/$2"
  sed -i "s#^<!-- picture $2: \(.*\) -->\$#![\1]($2)#" "docs/$1"
}
