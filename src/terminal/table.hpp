// A game and all that goes on around it: the computer's thinking, records, the game kept for the next
// start. What both views of the terminal do, without showing anything.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>

#include "terminal/command.hpp"
#include "terminal/keeper.hpp"
#include "terminal/session.hpp"
#include "terminal/thinker.hpp"

namespace rimau::terminal {

struct Message {
  std::string text;
  bool fault = false;  // something asked for was not done
};

// One thread at a time; the computer thinks in a thread of its own.
class Table {
 public:
  // save_path: a file to which the record is written after every turn; may be empty.
  Table(Catalogue& catalogue, Session session, std::unique_ptr<Keeper> keeper, std::uint64_t seed,
        std::string save_path);

  [[nodiscard]] const Catalogue& catalogue() const noexcept { return *catalogue_; }
  [[nodiscard]] const Session& session() const noexcept { return session_; }
  [[nodiscard]] TurnBuilder& turn() noexcept { return session_.turn(); }
  [[nodiscard]] bool flipped() const noexcept { return flipped_; }
  [[nodiscard]] bool paused() const noexcept { return paused_; }
  [[nodiscard]] std::optional<Move> hint() const noexcept { return hint_; }
  // What was last said to the people at the table.
  [[nodiscard]] const Message& message() const noexcept { return message_; }
  void say(std::string text) { message_ = {std::move(text), false}; }
  void complain(std::string text) { message_ = {std::move(text), true}; }

  // Plays with these tables from now on, or with none; hints then tell what the tables know.
  void use(std::shared_ptr<const tablebase::Tables> tables) { thinker_.use(std::move(tables)); }

  // Lets the computer think when it is to move and is not paused; takes its answer when that is there.
  // Does not block. Returns true when something has changed.
  bool tick();
  // The same, blocking until the computer has moved or answered; false if nothing is to wait for.
  bool wait();
  [[nodiscard]] bool thinking() const noexcept { return thinker_.busy(); }

  // A move made or typed by the person to move.
  void make(Move move);
  void type(const std::string& text);
  // Carries out a command that changes the game or the table; the message says what came of it. Those
  // that only show something (moves, board, rules, help, quit) do nothing here.
  void run(const Command& command);

  // Whether saving to that path, as typed, would replace a file that this table did not write. Verb::save
  // then refuses, and Verb::overwrite does it.
  [[nodiscard]] bool would_overwrite(const std::string& path) const;

  // Whether the game has changed since it was last saved by somebody.
  [[nodiscard]] bool unsaved() const noexcept;

 private:
  void after_change();
  void answered(Move move);
  void give_hint(Move move);
  void complain_of_tables();
  void ask_hint();
  void take_back();
  void make_again();
  void restart();
  void save(const std::string& path);
  void load(const std::string& path);
  void replace(Session session);
  void keep();

  Catalogue* catalogue_;
  Session session_;
  std::unique_ptr<Keeper> keeper_;
  std::string save_path_;
  std::set<std::string> written_;  // the files saved to
  Thinker thinker_;
  bool hinting_ = false;  // the thought under way is for a hint
  bool paused_ = false;
  bool flipped_ = false;
  bool keeping_failed_ = false;
  bool tables_failed_ = false;
  std::optional<Move> hint_;
  Message message_;
  std::uint64_t saved_revision_ = 0;
};

// A path as typed: a leading ~/ stands for $HOME/.
[[nodiscard]] std::string expanded(const std::string& path);

inline constexpr std::size_t max_loaded_bytes = 16 << 20;

// The first game of a record file. Fails as parse_records() does, or when there is none; the error names
// the file.
[[nodiscard]] Result<Record> load_record(Catalogue& catalogue, const std::string& path);

}  // namespace rimau::terminal
