# Writes OUTPUT, a C++ source whose FUNCTION (declared in HEADER) answers the files that match FILES as texts. Run at
# build time:
#   cmake -DOUTPUT=… -DROOT=… -DFILES=games/*.toml -DHEADER=game/embedded.hpp -DFUNCTION=embedded_files -P EmbedFiles.cmake
file(GLOB files RELATIVE ${ROOT} ${ROOT}/${FILES})
list(SORT files)
set(entries "")
foreach(file IN LISTS files)
  file(READ ${ROOT}/${file} text)
  string(APPEND entries "    {\"${file}\", R\"TEXT(${text})TEXT\"},\n")
endforeach()
file(WRITE ${OUTPUT} "// Made from ${FILES} by cmake/EmbedFiles.cmake.
#include \"${HEADER}\"

namespace rimau {

std::span<const EmbeddedFile> ${FUNCTION}() {
  static constexpr EmbeddedFile files[] = {
${entries}  };
  return files;
}

}  // namespace rimau
")
