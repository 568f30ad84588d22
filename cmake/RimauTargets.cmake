# How every target of the project is made, so that each CMakeLists.txt only says what it is.

# rimau_library(NAME SOURCES … HEADERS … LINKS …): the library of one folder under src/, as rimau::NAME. HEADERS are those
# meant for other projects; a library that has some is installed with them (RimauInstall.cmake).
function(rimau_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;HEADERS;LINKS;PRIVATE_LINKS" ${ARGN})
  add_library(rimau_${name} STATIC ${arg_SOURCES})
  add_library(rimau::${name} ALIAS rimau_${name})
  target_include_directories(rimau_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>)
  target_link_libraries(rimau_${name} PUBLIC ${arg_LINKS} PRIVATE ${arg_PRIVATE_LINKS} $<BUILD_INTERFACE:rimau_options>)
  if(arg_HEADERS)
    list(TRANSFORM arg_HEADERS PREPEND ${name}/)
    set_property(GLOBAL APPEND PROPERTY RIMAU_PUBLIC_HEADERS ${arg_HEADERS})
    set_property(GLOBAL APPEND PROPERTY RIMAU_PUBLIC_LIBRARIES ${name})
    set_target_properties(rimau_${name} PROPERTIES EXPORT_NAME ${name})
    target_compile_features(rimau_${name} PUBLIC cxx_std_23)
    # So that it can become a part of somebody's shared library, such as the Python module; hidden names cost nothing.
    if(NOT RIMAU_WASM AND NOT RIMAU_SANITIZE)
      set_target_properties(rimau_${name} PROPERTIES
        POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
    endif()
  endif()
  # The module is built for size, but for what the search and the solver run through. Both do many sums at once; browsers
  # have had such instructions since 2021 (Safari since 2023), and for others there is a second module (src/wasm).
  if(RIMAU_WASM AND name STREQUAL "search")
    target_compile_options(rimau_${name} PRIVATE -Os -msimd128)
  elseif(RIMAU_WASM AND name STREQUAL "rules")
    target_compile_options(rimau_${name} PRIVATE -Os)
  elseif(RIMAU_WASM AND name STREQUAL "solver")
    target_compile_options(rimau_${name} PRIVATE -O2 -msimd128)
  endif()
endfunction()

# rimau_embed(VARIABLE FILES HEADER FUNCTION): sets VARIABLE to a source in which the files are texts (EmbedFiles.cmake).
function(rimau_embed variable files header function)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/embedded.cpp)
  set(script ${PROJECT_SOURCE_DIR}/cmake/EmbedFiles.cmake)
  file(GLOB found CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${files})
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DROOT=${PROJECT_SOURCE_DIR} -DFILES=${files} -DHEADER=${header}
            -DFUNCTION=${function} -P ${script}
    DEPENDS ${found} ${script}
    COMMENT "Embedding ${files}"
    VERBATIM
  )
  set(${variable} ${output} PARENT_SCOPE)
endfunction()

# rimau_compile_quickly(TARGET): for what takes long to compile and no time to run (command lines, Boost.Beast, tests): it
# is optimised little, in builds with sanitizers not at all, which saves a third to a half of the time.
function(rimau_compile_quickly target)
  if(RIMAU_SANITIZE)
    target_compile_options(${target} PRIVATE -O0)
  elseif(CMAKE_BUILD_TYPE STREQUAL "Release")
    target_compile_options(${target} PRIVATE -O1)
  endif()
endfunction()

# All tests, and those with a label: what `ninja tests` and `ninja tests-LABEL` build.
if(RIMAU_TESTS)
  add_custom_target(tests)
  add_custom_target(tests-threads)
endif()

# rimau_test(NAME SOURCES … LINKS … LABELS …): a GoogleTest program; each of its tests is one of ctest's.
# Parameterised tests go by their own names, since values may be any text.
# Labels: threads (uses several threads), long (runs only with ./test --all).
function(rimau_test name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINKS;LABELS" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(${name} PRIVATE ${arg_LINKS} GTest::gmock GTest::gtest_main rimau_options)
  target_compile_definitions(${name} PRIVATE RIMAU_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  if(RIMAU_SANITIZE)
    target_compile_definitions(${name} PRIVATE RIMAU_SANITIZED) # some tests do less then
  endif()
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    rimau_compile_quickly(${name})
  endif()
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60 NO_PRETTY_VALUES PROPERTIES LABELS "${arg_LABELS}")
  add_dependencies(tests ${name})
  if("threads" IN_LIST arg_LABELS)
    add_dependencies(tests-threads ${name})
  endif()
endfunction()

# rimau_fuzzer(NAME SOURCES … LINKS … [CORPUS folder]): a libFuzzer program, built in the fuzz preset and run by ctest
# for RIMAU_FUZZ_SECONDS (an environment variable, 10 when unset), starting from the kept inputs in the folder.
if(RIMAU_FUZZ)
  add_custom_target(fuzzers)
endif()
function(rimau_fuzzer name)
  if(NOT RIMAU_FUZZ)
    return()
  endif()
  cmake_parse_arguments(arg "" "CORPUS" "SOURCES;LINKS" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LINKS} rimau_options)
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  add_dependencies(fuzzers ${name})
  set(found ${CMAKE_CURRENT_BINARY_DIR}/${name}-found)
  file(MAKE_DIRECTORY ${found})
  add_test(
    NAME ${name}
    COMMAND sh -c "exec \"$0\" -max_total_time=\"\${RIMAU_FUZZ_SECONDS:-10}\" -timeout=10 -rss_limit_mb=1024 \"$@\""
            $<TARGET_FILE:${name}> -artifact_prefix=${found}- ${found} ${arg_CORPUS}
  )
  set_tests_properties(${name} PROPERTIES LABELS fuzz)
endfunction()
