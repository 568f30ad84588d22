# The Debian package: `cpack` in a build with RIMAU_SYSTEM (preset deb; scripts/build-deb does it all).
if(RIMAU_SYSTEM)
  configure_file(${PROJECT_SOURCE_DIR}/packaging/rimau.service.in ${PROJECT_BINARY_DIR}/rimau.service @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/rimau.service DESTINATION lib/systemd/system COMPONENT program)
  install(FILES ${PROJECT_SOURCE_DIR}/packaging/rimau.default DESTINATION ${CMAKE_INSTALL_FULL_SYSCONFDIR}/default RENAME rimau
          COMPONENT program)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright COMPONENT program)
  install(FILES ${PROJECT_SOURCE_DIR}/CHANGELOG.md ${PROJECT_SOURCE_DIR}/CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR}
          COMPONENT program)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME rimau)
set(CPACK_PACKAGE_VENDOR "the rimau authors")
set(CPACK_PACKAGE_CONTACT "the rimau authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "tiger hunt games of the Malay world")
set(CPACK_COMPONENTS_ALL program)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME rimau)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "Plays, studies and solves games in which a few tigers eat and many men hem them in: Rimau,
Meurimueng-rimueng-do, Pulijudam, Bagh-chal and others, in the terminal, and in
a browser by the server that comes with it (rimau serve).")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_CONTROL_EXTRA
    ${PROJECT_SOURCE_DIR}/packaging/conffiles
    ${PROJECT_SOURCE_DIR}/packaging/postinst
    ${PROJECT_SOURCE_DIR}/packaging/prerm
    ${PROJECT_SOURCE_DIR}/packaging/postrm)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_STRIP_FILES ON)
include(CPack)
