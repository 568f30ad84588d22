# Copies the HEADERS, a list of paths under ROOT, to the folder OUTPUT, and lets them find each other there: what includes
# "rules/move.hpp" includes "rimau/rules/move.hpp". Run at build time:
#   cmake -DROOT=… -DOUTPUT=…/rimau "-DHEADERS=…" -P PublicHeaders.cmake
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE ${OUTPUT})
foreach(header IN LISTS HEADERS)
  file(READ ${ROOT}/${header} text)
  string(REGEX MATCHALL "#include \"[^\"]+\"" includes "${text}")
  foreach(include IN LISTS includes)
    string(REGEX REPLACE "#include \"(.+)\"" "\\1" included "${include}")
    if(NOT included IN_LIST HEADERS)
      message(FATAL_ERROR "${header} is public and includes ${included}, which is not")
    endif()
  endforeach()
  string(REGEX REPLACE "#include \"([^\"]+)\"" "#include \"rimau/\\1\"" text "${text}")
  file(WRITE ${OUTPUT}/${header} "${text}")
endforeach()
