// Checking certificates for `rimau verify`.
#pragma once

#include "cli/command.hpp"

namespace rimau::cli {

// Whether the folder holds certificates.
[[nodiscard]] bool holds_certificates(const std::string& folder);

// Checks every certificate of the folder by the rules and the tables, and whether together they prove the game. The
// exit code: 0 when there is no fault and no opening is missing, 1 otherwise.
[[nodiscard]] Result<int> verify_proof(Session& session, const std::string& folder, const std::string& tables,
                                       unsigned threads);

}  // namespace rimau::cli
