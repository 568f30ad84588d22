# Writes OUTPUT, a C++ source that holds the files of games/ as texts. Run at build time:
#   cmake -DOUTPUT=… -DROOT=… -P EmbedGames.cmake
file(GLOB files RELATIVE ${ROOT} ${ROOT}/games/*.toml)
list(SORT files)
set(entries "")
foreach(file IN LISTS files)
  file(READ ${ROOT}/${file} text)
  string(APPEND entries "    {\"${file}\", R\"TOML(${text})TOML\"},\n")
endforeach()
file(WRITE ${OUTPUT} "// Made from games/ by cmake/EmbedGames.cmake.
#include \"game/embedded.hpp\"

namespace rimau {

std::span<const EmbeddedFile> embedded_files() {
  static constexpr EmbeddedFile files[] = {
${entries}  };
  return files;
}

}  // namespace rimau
")
