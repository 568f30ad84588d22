// Whole files in, whole files out: what is found under a file's name, whatever happens while it is written.
#include "base/files.hpp"

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <filesystem>

#include "base/new_file.hpp"
#include "new_folder.hpp"

namespace rimau {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string contents_of(const std::string& path) { return read_file(path, 1 << 20).value_or("cannot be read"); }

void write_to(NewFile& file, std::string_view text) {
  const auto done = file.write(text.data(), text.size());
  ASSERT_TRUE(done) << done.error().text();
}

class Files : public ::testing::Test {
 protected:
  [[nodiscard]] std::string path(std::string_view name) const { return folder_.path() + "/" + std::string(name); }
  // What there is beside each other.
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
      found.push_back(entry.path().filename());
    std::ranges::sort(found);
    return found;
  }

 private:
  testing::Folder folder_;
};

TEST_F(Files, AreThereOnlyOncePlaced) {
  ASSERT_TRUE(write_file(path("a"), "old"));
  auto file = NewFile::create(path("a"));
  ASSERT_TRUE(file) << file.error().text();
  write_to(*file, "new and ");
  EXPECT_EQ(contents_of(path("a")), "old");
  write_to(*file, "longer");
  ASSERT_TRUE(file->place());
  EXPECT_EQ(contents_of(path("a")), "new and longer");
  EXPECT_THAT(names(), ElementsAre("a"));
}

TEST_F(Files, LeaveNothingWhenGivenUp) {
  ASSERT_TRUE(write_file(path("a"), "old"));
  {
    auto file = NewFile::create(path("a"));
    ASSERT_TRUE(file) << file.error().text();
    write_to(*file, "half");
    const NewFile moved = std::move(*file);  // only the last owner removes it
    EXPECT_EQ(names().size(), 2U);
  }
  EXPECT_EQ(contents_of(path("a")), "old");
  EXPECT_THAT(names(), ElementsAre("a"));
}

TEST_F(Files, AreReadableByAll) {
  ASSERT_TRUE(write_file(path("a"), "text"));
  struct stat status{};
  ASSERT_EQ(::stat(path("a").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0644U);
}

TEST_F(Files, OfALinkAreItsTarget) {
  ASSERT_TRUE(write_file(path("target"), "old"));
  std::filesystem::create_symlink("target", path("link"));
  ASSERT_TRUE(write_file(path("link"), "new"));
  EXPECT_TRUE(std::filesystem::is_symlink(path("link")));
  EXPECT_EQ(contents_of(path("target")), "new");
}

// The system refuses larger files, as it does when a disk is full.
class SmallFiles {
 public:
  explicit SmallFiles(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  SmallFiles(const SmallFiles&) = delete;
  SmallFiles& operator=(const SmallFiles&) = delete;
  ~SmallFiles() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int) = std::signal(SIGXFSZ, SIG_IGN);
};

TEST_F(Files, ThatCannotBeWrittenLeaveTheOldOnes) {
  ASSERT_TRUE(write_file(path("a"), "old"));
  Result<void> done;
  {
    const SmallFiles limit(1000);
    done = write_file(path("a"), std::string(5000, 'x'));
  }
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind, ErrorKind::unavailable);
  EXPECT_THAT(done.error().text(), HasSubstr(path("a") + ": cannot write: "));
  EXPECT_EQ(contents_of(path("a")), "old");
  EXPECT_THAT(names(), ElementsAre("a"));
}

TEST_F(Files, NeedTheirFolder) {
  const auto done = write_file(path("none/a"), "text");
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().text(), HasSubstr(path("none/a") + ": cannot create: "));
}

TEST_F(Files, LargerThanAllowedAreNotRead) {
  ASSERT_TRUE(write_file(path("a"), std::string(1001, 'x')));
  EXPECT_TRUE(read_file(path("a"), 1001));
  const auto read = read_file(path("a"), 1000);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().kind, ErrorKind::limit);
  EXPECT_EQ(read_file(path("."), 1000).error().kind, ErrorKind::unavailable);
  EXPECT_EQ(read_file(path("b"), 1000).error().kind, ErrorKind::unavailable);
}

}  // namespace
}  // namespace rimau
