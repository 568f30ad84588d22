#include "proof/prove.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <mutex>

#include "base/files.hpp"
#include "base/text.hpp"
#include "base/threads.hpp"
#include "proof/check.hpp"
#include "proof/opening_list.hpp"

namespace rimau::proof {
namespace {

constexpr std::size_t most_list_bytes = 16 << 20;
constexpr auto report_interval = std::chrono::milliseconds(200);

class Run {
 public:
  Run(const Game& game, const Walled& walled, const ProveOptions& options, const ProveProgress& progress,
      const Leaves& leaves, const Ground& ground)
      : game_(game),
        walled_(walled),
        options_(options),
        progress_(progress),
        leaves_(leaves),
        ground_(ground),
        at_work_(std::max(1U, options.threads)) {
    for (const auto& node : openings(game)) report_.openings.push_back({node, Standing::open, {}, 0, 0});
    status_.wanted = std::min(options.openings, report_.openings.size());
  }

  Result<ProveReport> execute() {
    for (std::size_t number = 0; number < status_.wanted; ++number)
      if (auto taken = take_up(number); !taken) return std::unexpected(std::move(taken).error());
    if (auto taken = take_up_list(); !taken) return std::unexpected(std::move(taken).error());
    report_.found_proven = status_.found_proven;
    stop_ = progress_ && !progress_(status_);
    parallel_for(status_.wanted, options_.threads, [&](std::size_t number, unsigned worker) {
      if (report_.openings[number].standing == Standing::open && !stop_) treat(number, at_work_[worker]);
    });
    if (error_) return std::unexpected(*error_);
    report_.leaf_bytes = leaves_.bytes();
    report_.stopped = stop_;
    if (auto kept = write_file(list_path(options_.folder), written(game_, report_.openings)); !kept)
      return std::unexpected(std::move(kept).error());
    return std::move(report_);
  }

 private:
  // An opening that an earlier run has proven.
  Result<void> take_up(std::size_t number) {
    const auto path = certificate_path(options_.folder, number);
    if (std::error_code ignored; !std::filesystem::exists(path, ignored)) return {};
    const auto certificate = read_certificate_file(path);
    if (!certificate) return std::unexpected(certificate.error());
    auto& opening = report_.openings[number];
    if (certificate->fingerprint != game_.fingerprint() ||
        certificate->rest_fingerprint != walled_.rest().fingerprint() || certificate->start != opening.node.key())
      return fail(ErrorKind::illegal, "is of another game or opening; choose an empty folder", {.file = path});
    opening.standing = Standing::proven;
    opening.numbers = Numbers::proven();
    opening.work = certificate->work;
    opening.replies = certificate->replies.size();
    ++status_.found_proven;
    return {};
  }

  // What earlier runs found out about openings that they left open.
  Result<void> take_up_list() {
    const auto path = list_path(options_.folder);
    if (std::error_code ignored; !std::filesystem::exists(path, ignored)) return {};
    const auto text = read_file(path, most_list_bytes);
    if (!text) return std::unexpected(text.error());
    if (auto taken = take_up_open(*text, game_, report_.openings); !taken)
      return std::unexpected(std::move(taken).error().in_file(path));
    return {};
  }

  // What a thread is at.
  struct AtWork {
    std::atomic<std::size_t> opening{0};
    std::atomic<std::uint64_t> nodes{0};
  };

  void treat(std::size_t number, AtWork& at_work) {
    auto& opening = report_.openings[number];
    const auto earlier = opening;
    at_work.opening = number;
    Search search(ground_, options_.max_nodes, stop_, [&](std::uint64_t nodes) {
      at_work.nodes += nodes;
      return tell(nodes);
    });
    const auto numbers = search.prove(opening.node);
    if (!numbers) return end(numbers.error());
    if (numbers->settled() || search.nodes() >= opening.work) {
      opening.numbers = *numbers;
      opening.work = search.nodes();
    }
    if (numbers->is_disproven()) opening.standing = Standing::disproven;
    if (numbers->is_proven())
      if (auto kept = keep(number, search); !kept) {
        opening = earlier;
        if (kept.error().kind != ErrorKind::cancelled) end(kept.error());
        return;
      }
    if (stop_) return;
    at_work.nodes = 0;
    ++done_;
    tell(0);
  }

  Result<void> keep(std::size_t number, Search& search) {
    auto& opening = report_.openings[number];
    search.allow(options_.max_nodes);
    auto replies = search.replies(opening.node);
    if (!replies) return std::unexpected(std::move(replies).error());
    opening.replies = replies->size();
    const Certificate certificate{
        game_.id(),         walled_.rest().id(), game_.fingerprint(), walled_.rest().fingerprint(),
        opening.node.key(), opening.work,        *std::move(replies)};
    opening.standing = Standing::proven;
    return write_file(certificate_path(options_.folder, number), written(certificate));
  }

  // From any thread, often.
  bool tell(std::uint64_t nodes) {
    nodes_ += nodes;
    const std::unique_lock lock(telling_, std::try_to_lock);
    const auto now = std::chrono::steady_clock::now();
    if (!lock || now < next_ || !progress_) return true;
    next_ = now + report_interval;
    status_.done = done_;
    status_.nodes = nodes_;
    status_.opening_nodes = 0;
    for (const auto& at_work : at_work_)
      if (const auto spent = at_work.nodes.load(); spent > status_.opening_nodes) {
        status_.opening = at_work.opening;
        status_.opening_nodes = spent;
      }
    if (!progress_(status_)) stop_ = true;
    return !stop_;
  }

  void end(const Error& error) {
    const std::lock_guard lock(telling_);
    if (!error_) error_ = error;
    stop_ = true;
  }

  const Game& game_;
  const Walled& walled_;
  const ProveOptions& options_;
  const ProveProgress& progress_;
  const Leaves& leaves_;
  const Ground& ground_;
  ProveReport report_;
  std::vector<AtWork> at_work_;  // by thread
  std::atomic<std::size_t> done_{0};
  std::atomic<std::uint64_t> nodes_{0};
  std::atomic<bool> stop_{false};
  std::mutex telling_;  // of what follows, and the calls of progress_
  ProveStatus status_;
  std::chrono::steady_clock::time_point next_{};
  std::optional<Error> error_;
};

Result<void> make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return fail(ErrorKind::unavailable, error.message(), {.file = folder});
  return {};
}

}  // namespace

std::size_t ProveReport::count(Standing standing) const noexcept {
  return static_cast<std::size_t>(std::ranges::count(openings, standing, &Opening::standing));
}

std::string list_path(const std::string& folder) { return cat(folder, "/openings.tsv"); }

std::string certificate_path(const std::string& folder, std::size_t opening) {
  const auto number = std::to_string(opening);
  return cat(folder, "/opening-", std::string(number.size() < 4 ? 4 - number.size() : 0, '0'), number,
             certificate_extension);
}

Result<ProveReport> prove(const Game& game, const Walled& walled, const tablebase::Tables& tables,
                          const ProveOptions& options, const ProveProgress& progress) {
  if (auto made = make_folder(options.folder); !made) return std::unexpected(std::move(made).error());
  auto memory = Memory::make(options.memory_mib);
  if (!memory) return std::unexpected(std::move(memory).error());
  const Leaves leaves(tables, walled.rest());
  const auto ground = Ground::make(game, walled, leaves, *memory);
  if (!ground) return std::unexpected(ground.error());
  return Run(game, walled, options, progress, leaves, *ground).execute();
}

}  // namespace rimau::proof
