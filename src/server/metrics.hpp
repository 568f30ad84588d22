// What is counted, in the text form that Prometheus reads (exposition format 0.0.4).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "online/hub.hpp"

namespace rimau::server {

// The requests answered over HTTP, and online play's counts where there is online play.
[[nodiscard]] std::string metrics_text(std::uint64_t requests, const std::optional<online::HubCounts>& online);

}  // namespace rimau::server
