#include "server/app.hpp"

#include <spdlog/spdlog.h>

#include "base/text.hpp"
#include "server/api.hpp"
#include "server/metrics.hpp"
#include "server/negotiation.hpp"

namespace rimau::server {
namespace {

constexpr std::string_view no_web_app =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>rimau</title>"
    "<h1>rimau</h1><p>The server runs, but the web app is not there: start it with ./play, which builds it, or name "
    "its folder with rimau serve --web DIR. The game in the terminal is ./play --terminal.</p></html>\n";

Response json_response(int status, Body body) {
  Response response{.status = status, .fields = {{"Content-Type", "application/json"}}, .body = std::move(body)};
  if (status != 200) response.fields.emplace_back("Cache-Control", "no-store");
  return response;
}

Response error_response(const Error& error) {
  return json_response(http_status(error.kind), std::make_shared<const std::string>(error_json(error)));
}

// A result that stays the same while the server runs; a client that has it need not be sent it again.
Response kept_response(const Body& body, const Request& request) {
  const auto tag = entity_tag(*body);
  Response response;
  if (names_tag(request.if_none_match, tag)) response.status = 304;
  else response = json_response(200, body);
  response.fields.emplace_back("ETag", tag);
  response.fields.emplace_back("Cache-Control", "no-cache");
  return response;
}

Response method_refusal(const Request& request) {
  auto response = text_response(405, cat("Found the method ", shown(request.method), ", expected GET or HEAD."));
  response.fields.emplace_back("Allow", "GET, HEAD");
  return response;
}

bool is_of_api(std::string_view target) { return target.starts_with("/api/"); }

}  // namespace

App::App(const Catalogue& catalogue, Site site, std::shared_ptr<const tablebase::Tables> tables, const ProbeRate& rate,
         std::shared_ptr<OnlineService> online)
    : site_(std::move(site)),
      tables_(std::make_shared<const std::string>(tables_json(*tables))),
      probes_(catalogue, std::move(tables)),
      online_(std::move(online)) {
  auto games = catalogue;
  games_ = std::make_shared<const std::string>(games_json(games));
  if (rate.per_second > 0) limiter_.emplace(rate.per_second, rate.burst);
}

Response App::respond(const Request& request) {
  ++requests_;
  if (request.method != "GET" && request.method != "HEAD") return method_refusal(request);
  const auto target = parse_target(request.target);
  if (target) return route(*target, request);
  const auto& error = target.error();
  const int status = error.kind == ErrorKind::limit ? 414 : http_status(error.kind);
  if (is_of_api(request.target)) return json_response(status, std::make_shared<const std::string>(error_json(error)));
  return text_response(status, cat("The request's ", error.text(), "."));
}

Response App::route(const Target& target, const Request& request) {
  if (target.path == "/healthz") return text_response(200, "ok");
  if (target.path == "/readyz") return readiness();
  if (target.path == "/metrics") return metrics();
  if (target.path == "/api/online" && online_) return online_->connect(request);
  if (target.path == "/api/games") return kept_response(games_, request);
  if (target.path == "/api/tables") return kept_response(tables_, request);
  if (target.path == "/api/probe") return probe(target, request);
  if (target.path == "/api" || is_of_api(target.path))
    return error_response({ErrorKind::unknown, "no such request; docs/api.md lists them", {.field = "target"}});
  if (site_.empty() && target.path == "/") {
    auto page = text_response(200, "");
    page.fields.front().second = "text/html; charset=utf-8";
    page.body = std::make_shared<const std::string>(no_web_app);
    return page;
  }
  return site_.respond(target.path, request);
}

Response App::readiness() const {
  if (!online_ || online_->works()) return text_response(200, "ready");
  return text_response(503, "Games cannot be written; the log says why.");
}

Response App::metrics() const {
  auto response = text_response(200, "");
  response.fields.front().second = "text/plain; version=0.0.4; charset=utf-8";
  response.body = std::make_shared<const std::string>(
      metrics_text(requests_, online_ ? std::optional(online_->counts()) : std::nullopt));
  return response;
}

Response App::probe(const Target& target, const Request& request) {
  if (limiter_) {
    if (const auto seconds = limiter_->refusal(request.address, RateLimiter::Clock::now())) {
      spdlog::debug("probes refused: {} asks too often", shown(request.address));
      auto response = error_response({ErrorKind::busy, cat("asked too often; try again in ", *seconds, " s"), {}});
      response.fields.emplace_back("Retry-After", std::to_string(*seconds));
      return response;
    }
  }
  const auto position = target.parameter("position");
  if (!position) return error_response(position.error());
  const auto answer = probes_.answer(*position);
  return answer ? kept_response(*answer, request) : error_response(answer.error());
}

}  // namespace rimau::server
