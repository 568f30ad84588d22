// A client that sends any bytes to the built program's server and reads what comes back.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "program.hpp"

namespace rimau::testing {

// `rimau serve` on a free port, stopped in the end.
class Served {
 public:
  explicit Served(std::vector<std::string> options = {});

  [[nodiscard]] int port() const noexcept { return port_; }
  [[nodiscard]] ChildProgram& program() noexcept { return program_; }
  // SIGTERM; the exit code, and what the program has said since it told its address.
  [[nodiscard]] std::pair<std::string, int> stop();

 private:
  ChildProgram program_;
  int port_ = 0;
};

struct Reply {
  int status = 0;
  std::multimap<std::string, std::string> fields;  // names in lower case
  std::string body;
  [[nodiscard]] std::string field(const std::string& name) const {
    const auto found = fields.find(name);
    return found == fields.end() ? "" : found->second;
  }
};

class Client {
 public:
  explicit Client(int port);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  // False when the connection is over.
  bool send(std::string_view bytes);
  // The next response; nothing when the connection ends before it is whole, or after ten seconds. A
  // response to HEAD has no body.
  [[nodiscard]] std::optional<Reply> reply(bool to_head = false);
  // Sends a GET with the fields (each "Name: value\r\n") and reads the response.
  [[nodiscard]] std::optional<Reply> get(std::string_view target, std::string_view fields = "");
  // So many bytes of what comes; fewer when the connection ends or they have not come within so long.
  [[nodiscard]] std::string bytes(std::size_t count, int ms);
  // Waits for the first byte of the next response; false as above.
  [[nodiscard]] bool reply_begins();
  // Whether the server has ended the connection within so long; unread bytes are thrown away.
  [[nodiscard]] bool is_closed_within(int ms);
  void close();

 private:
  int socket_ = -1;
  std::string unread_;
  bool ended_ = false;
};

// One request on a connection of its own.
[[nodiscard]] std::optional<Reply> get(int port, std::string_view target, std::string_view fields = "");

}  // namespace rimau::testing
