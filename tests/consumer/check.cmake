# Installs the development files of a build into a folder of its own, moves them (nothing may depend on where they were
# made), builds the project beside this file against them by CMake and by pkg-config, and looks at what its programs say.
#   cmake -DBUILD=… -DSOURCE=… -DWORK=… -DCOMPILER=… -DVERSION=… -P check.cmake
cmake_minimum_required(VERSION 3.25)

function(run result)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGN}\n${output}")
  endif()
  set(${result} "${output}" PARENT_SCOPE)
endfunction()
function(expect what found expected)
  if(NOT found STREQUAL expected)
    message(FATAL_ERROR "${what}: found\n${found}\nexpected\n${expected}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
run(ignored ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/first --component development)
file(RENAME ${WORK}/first ${WORK}/installed)

file(GLOB_RECURSE headers ${WORK}/installed/include/*)
foreach(header IN LISTS headers)
  file(STRINGS ${header} includes REGEX "^ *# *include +[<\"](toml|zstd|xxh|fmt|spdlog|boost|CLI|nlohmann|ncurses)")
  expect("third-party headers in ${header}" "${includes}" "")
endforeach()

run(ignored ${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/build -G Ninja -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_BUILD_TYPE=
    -DCMAKE_PREFIX_PATH=${WORK}/installed -DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF -DEXPECTED_VERSION=${VERSION})
run(ignored ${CMAKE_COMMAND} --build ${WORK}/build --parallel 2)

set(expected "${VERSION}
rimau-24:flanks=stop tigers=b2 men=a1,a3,e2,e3,e4,f2,f3,f4 hand=0/13 captured=0 turn=tigers stage=play ply=4
men: missing; a position needs tigers, men, hand and turn
[Game \"rimau-24:flanks=stop\"]
[Result \"*\"]

1. d2,d3,d4 2. @a1 3. c3-b2 4. @a3 *
")
run(told ${WORK}/build/rules)
expect("rules and notation" "${told}" "${expected}")
file(MAKE_DIRECTORY ${WORK}/tables)
run(told ${WORK}/build/thinking ${WORK}/tables)
expect("the tables and the search" "${told}" "men 1\nc4-c3\n")

file(GLOB_RECURSE pc ${WORK}/installed/rimau.pc)
get_filename_component(pc_folder ${pc} DIRECTORY)
set(ENV{PKG_CONFIG_PATH} ${pc_folder})
run(flags pkg-config --cflags --libs rimau)
separate_arguments(flags UNIX_COMMAND "${flags}")
run(ignored ${COMPILER} -std=c++23 ${SOURCE}/rules.cpp -o ${WORK}/rules ${flags})
run(again ${WORK}/rules)
run(told ${WORK}/build/rules)
expect("the program built with pkg-config" "${again}" "${told}")
