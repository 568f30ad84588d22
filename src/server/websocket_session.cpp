#include "server/websocket_session.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

namespace rimau::server {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

constexpr auto as_result = asio::as_tuple(asio::use_awaitable);
constexpr std::size_t frames_at_once = 64;
// Pings and pongs of a client: more is no way to find out whether a server is there.
constexpr double controls_per_second = 5;
constexpr double controls_at_once = 50;

// How often to look whether a time is over: often enough for the shortest, and no more than that.
std::chrono::milliseconds look_time(const WebSocketTimes& times) {
  const auto shortest = std::min({times.ping, times.silence, times.message, times.write, times.closing});
  return std::clamp(shortest / 2, std::chrono::milliseconds(10), std::chrono::milliseconds(1000));
}

}  // namespace

WebSocketSession::WebSocketSession(asio::ip::tcp::socket socket, std::string_view unread,
                                   std::shared_ptr<Conversation> conversation, const WebSocketTimes& times)
    : socket_(std::move(socket)),
      strand_(socket_.get_executor()),
      conversation_(std::move(conversation)),
      times_(times),
      controls_(controls_at_once, Clock::now()),
      timer_(strand_),
      heard_(Clock::now()),
      message_began_(heard_) {
  reader_.put(unread);
}

asio::awaitable<void> WebSocketSession::run() {
  // Not through shared_from_this alone: the one who awaits this may be destroyed first, when the server stops.
  const auto self = shared_from_this();
  asio::co_spawn(strand_, [self]() -> asio::awaitable<void> { return self->watch(); }, asio::detached);
  conversation_->begin(self);
  begun_ = true;
  for (;;) {
    take_events();
    const auto [error, size] = co_await socket_.async_read_some(asio::buffer(bytes_), as_result);
    if (error) break;
    heard_ = Clock::now();
    pinged_ = false;
    // What comes after the end of the talk is not looked at.
    if (closing_) continue;
    if (!reader_.is_waiting()) message_began_ = heard_;
    reader_.put({bytes_.data(), size});
  }
  end();
}

void WebSocketSession::abandon() { end(); }

void WebSocketSession::end() {
  if (over_ || !begun_) return;
  over_ = true;
  conversation_->end();
  timer_.cancel();
  cut();
}

void WebSocketSession::take_events() {
  while (!closing_) {
    auto event = reader_.next();
    if (!event) return;
    if (const auto* text = std::get_if<FrameReader::Text>(&*event)) {
      conversation_->hear(text->text);
      message_began_ = heard_;
    } else if (const auto* fault = std::get_if<FrameReader::Fault>(&*event)) {
      refuse(fault->code, fault->why);
    } else if (const auto* end = std::get_if<FrameReader::Close>(&*event)) {
      push_close(end->code == 1005 ? 1000 : end->code, {});
    } else if (controls_.take(controls_per_second, controls_at_once, Clock::now())) {
      refuse(1008, "too many control frames");
    } else if (const auto* ping = std::get_if<FrameReader::Ping>(&*event)) {
      push(pong_frame(ping->payload));
    }
  }
}

void WebSocketSession::send(std::shared_ptr<const std::string> text) {
  asio::post(strand_, [self = shared_from_this(), text = std::move(text)] {
    if (!self->closing_ && !self->over_) self->push(text_frame(*text));
  });
}

void WebSocketSession::close(std::uint16_t code, std::string_view reason) {
  asio::post(strand_,
             [self = shared_from_this(), code, reason = std::string(reason)] { self->push_close(code, reason); });
}

void WebSocketSession::push_close(std::uint16_t code, std::string_view reason) {
  if (closing_ || over_) return;
  push(close_frame(code, reason));
  closing_ = true;
  closing_since_ = Clock::now();
}

void WebSocketSession::refuse(std::uint16_t code, std::string_view why) {
  if (closing_ || over_) return;
  spdlog::info("online: a connection is ended with {}: {}", code, why);
  push_close(code, why);
}

void WebSocketSession::push(std::string frame) {
  // One message may be longer than that; what counts is what was there before it.
  if (unsent_ > max_unsent_bytes) {
    if (!closing_) spdlog::info("online: a connection is cut off: it reads too slowly");
    return cut();
  }
  unsent_ += frame.size();
  queue_.push_back(std::move(frame));
  if (!writing_) write();
}

void WebSocketSession::write() {
  writing_ = true;
  write_began_ = Clock::now();
  written_.clear();
  std::vector<asio::const_buffer> buffers;
  while (!queue_.empty() && written_.size() < frames_at_once) {
    written_.push_back(std::move(queue_.front()));
    queue_.pop_front();
  }
  buffers.reserve(written_.size());
  for (const auto& frame : written_) buffers.push_back(asio::buffer(frame));
  asio::async_write(socket_, buffers,
                    asio::bind_executor(strand_, [self = shared_from_this()](error_code error, std::size_t) {
                      self->written(static_cast<bool>(error));
                    }));
}

void WebSocketSession::written(bool failed) {
  writing_ = false;
  for (const auto& frame : written_) unsent_ -= frame.size();
  written_.clear();
  if (failed) return cut();
  if (!queue_.empty()) return write();
  if (!closing_) return;
  error_code ignored;
  socket_.shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
}

// The end, without another word.
void WebSocketSession::cut() {
  closing_ = true;
  closing_since_ = Clock::now();
  queue_.clear();
  error_code ignored;
  socket_.close(ignored);
}

asio::awaitable<void> WebSocketSession::watch() {
  const auto self = shared_from_this();
  const auto pause = look_time(times_);
  while (!over_) {
    timer_.expires_after(pause);
    co_await timer_.async_wait(as_result);
    if (over_) co_return;
    const auto now = Clock::now();
    if (closing_ && now - closing_since_ > times_.closing) cut();
    else if (writing_ && now - write_began_ > times_.write) cut();
    else if (now - heard_ > times_.silence) cut();
    else if (closing_) continue;
    else if (reader_.is_waiting() && now - message_began_ > times_.message) refuse(1008, "a message takes too long");
    else if (now - heard_ > times_.ping && !pinged_) {
      pinged_ = true;
      push(ping_frame());
    }
  }
}

}  // namespace rimau::server
