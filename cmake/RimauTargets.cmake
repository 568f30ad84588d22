# How every target of the project is made, so that each CMakeLists.txt only says what it is.

# rimau_library(NAME SOURCES … LINKS …): the library of one folder under src/, as rimau::NAME.
function(rimau_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINKS;PRIVATE_LINKS" ${ARGN})
  add_library(rimau_${name} STATIC ${arg_SOURCES})
  add_library(rimau::${name} ALIAS rimau_${name})
  target_include_directories(rimau_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(rimau_${name} PUBLIC ${arg_LINKS} PRIVATE ${arg_PRIVATE_LINKS} rimau_options)
endfunction()

# rimau_test(NAME SOURCES … LINKS …): a GoogleTest program; each of its tests is one of ctest's.
function(rimau_test name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINKS" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(${name} PRIVATE ${arg_LINKS} GTest::gmock GTest::gtest_main rimau_options)
  target_compile_definitions(${name} PRIVATE RIMAU_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60)
endfunction()
