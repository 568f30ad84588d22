// Logs for programs that read them.
#pragma once

#include <spdlog/formatter.h>

#include <memory>

namespace rimau::cli {

// One JSON object a line: time (UTC, RFC 3339 with milliseconds), level, message.
[[nodiscard]] std::unique_ptr<spdlog::formatter> json_log_format();

}  // namespace rimau::cli
