#include "cli/log_format.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <spdlog/details/log_msg.h>

#include <chrono>
#include <nlohmann/json.hpp>

namespace rimau::cli {
namespace {

class JsonFormat final : public spdlog::formatter {
 public:
  void format(const spdlog::details::log_msg& message, spdlog::memory_buf_t& out) override {
    using namespace std::chrono;
    const auto ms = duration_cast<milliseconds>(message.time.time_since_epoch()).count();
    const std::string_view level(spdlog::level::to_string_view(message.level).data());
    const auto text = nlohmann::json(std::string(message.payload.data(), message.payload.size()))
                          .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    fmt::format_to(std::back_inserter(out),
                   "{{\"time\":\"{:%Y-%m-%dT%H:%M:%S}.{:03}Z\",\"level\":\"{}\",\"message\":{}}}\n",
                   fmt::gmtime(static_cast<std::time_t>(ms / 1000)), ms % 1000, level, text);
  }
  [[nodiscard]] std::unique_ptr<spdlog::formatter> clone() const override { return std::make_unique<JsonFormat>(); }
};

}  // namespace

std::unique_ptr<spdlog::formatter> json_log_format() { return std::make_unique<JsonFormat>(); }

}  // namespace rimau::cli
