# For Doxygen: a run of // lines is the documentation of what follows, the first of a file that of the file, a comment at
# the end of a line that of its declaration. Indented lines (drawings, lists) stay as they are. What would be a command or
# markup to Doxygen is text.
function plain(text) {
  gsub(/[\\@<>&#]/, "\\\\&", text)
  return text
}
function end_drawing() {
  if (drawing) print "\\endverbatim"
  drawing = 0
}
match($0, /^ *\/\/( |$)/) {
  text = substr($0, index($0, "//") + 2)
  if (!inside) print "/*!" (NR == 1 ? " \\file" : "")
  inside = 1
  drawn = text ~ /^   / || (drawing && text ~ /^ *$/)
  if (!drawn) end_drawing()
  else if (!drawing) print "\\verbatim"
  drawing = drawn
  print drawn ? text : plain(text)
  next
}
inside {
  end_drawing()
  print "*/"
  inside = 0
}
match($0, /[;,{})] +\/\/ /) && !/NOLINT/ {
  at = RSTART + index(substr($0, RSTART), "//") - 1
  print substr($0, 1, at - 1) "///<" plain(substr($0, at + 2))
  next
}
{ print }
