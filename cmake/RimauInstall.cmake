# What `cmake --install` puts where. Two components: `program` (the programs, the web app, manual pages, completions) and
# `development` (headers, libraries, the CMake package, pkg-config).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(public_headers GLOBAL PROPERTY RIMAU_PUBLIC_HEADERS)
get_property(public_libraries GLOBAL PROPERTY RIMAU_PUBLIC_LIBRARIES)

# The program, and what is made from its own descriptions of its commands.
if(RIMAU_PROGRAM)
  set(manual_folder ${PROJECT_BINARY_DIR}/manual)
  set(programs rimau)
  set(more_manual)
  if(TARGET rimau-mpi)
    list(APPEND programs rimau-mpi)
    set(more_manual COMMAND rimau-mpi manual --out ${manual_folder})
  endif()
  add_custom_command(
    OUTPUT ${manual_folder}/rimau.1 ${manual_folder}/completion.bash
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${manual_folder}
    COMMAND rimau manual --out ${manual_folder}
    ${more_manual}
    COMMAND rimau completion > ${manual_folder}/completion.bash
    DEPENDS ${programs}
    VERBATIM
    COMMENT "Making the manual pages"
  )
  add_custom_target(manual ALL DEPENDS ${manual_folder}/rimau.1)
  install(TARGETS ${programs} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
  install(DIRECTORY ${manual_folder}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program FILES_MATCHING PATTERN *.1)
  install(FILES ${manual_folder}/completion.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
          RENAME rimau COMPONENT program)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/web/dist/ DESTINATION ${CMAKE_INSTALL_DATADIR}/rimau/web COMPONENT program
          OPTIONAL)
endif()

# The headers as other projects see them, <rimau/rules/play.hpp>, and as the reference is made from.
set(header_folder ${PROJECT_BINARY_DIR}/include)
list(TRANSFORM public_headers PREPEND ${PROJECT_SOURCE_DIR}/src/ OUTPUT_VARIABLE header_sources)
set(header_stamp ${PROJECT_BINARY_DIR}/public-headers.stamp)
add_custom_command(
  OUTPUT ${header_stamp}
  COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR}/src -DOUTPUT=${header_folder}/rimau "-DHEADERS=${public_headers}"
          -P ${PROJECT_SOURCE_DIR}/cmake/PublicHeaders.cmake
  COMMAND ${CMAKE_COMMAND} -E touch ${header_stamp}
  DEPENDS ${header_sources} ${PROJECT_SOURCE_DIR}/cmake/PublicHeaders.cmake
  VERBATIM
  COMMENT "Making the public headers"
)
add_custom_target(public_headers ALL DEPENDS ${header_stamp})
configure_file(${PROJECT_SOURCE_DIR}/cmake/version.hpp.in ${PROJECT_BINARY_DIR}/version/rimau/version.hpp @ONLY)
install(DIRECTORY ${header_folder}/rimau ${PROJECT_BINARY_DIR}/version/rimau
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)

list(TRANSFORM public_libraries PREPEND rimau_ OUTPUT_VARIABLE public_targets)
install(TARGETS ${public_targets} EXPORT rimau
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/rimau)
install(EXPORT rimau NAMESPACE rimau:: FILE rimau-targets.cmake DESTINATION ${package_folder} COMPONENT development)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/rimau-config.cmake.in ${PROJECT_BINARY_DIR}/rimau-config.cmake
  INSTALL_DESTINATION ${package_folder})
# Before 1.0.0 a new minor version may break what is built on the old one.
set(compatibility SameMajorVersion)
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(compatibility SameMinorVersion)
endif()
write_basic_package_version_file(${PROJECT_BINARY_DIR}/rimau-config-version.cmake COMPATIBILITY ${compatibility})
install(FILES ${PROJECT_BINARY_DIR}/rimau-config.cmake ${PROJECT_BINARY_DIR}/rimau-config-version.cmake
        DESTINATION ${package_folder} COMPONENT development)

# The libraries in the order in which a linker needs them: each before those it uses.
set(link_flags "")
foreach(library IN LISTS public_libraries)
  string(PREPEND link_flags "-lrimau_${library} ")
endforeach()
string(STRIP "${link_flags}" link_flags)
file(RELATIVE_PATH prefix_from_pc ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(${PROJECT_SOURCE_DIR}/cmake/rimau.pc.in ${PROJECT_BINARY_DIR}/rimau.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/rimau.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
