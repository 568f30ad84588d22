// What all bindings share: how objects are held, how errors become exceptions, and how long calls leave the interpreter
// free and can be interrupted.
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>

#include "base/text.hpp"
#include "game/catalogue.hpp"
#include "parallel/parallel_searcher.hpp"
#include "rules/play.hpp"
#include "tablebase/tables.hpp"

namespace rimau::python {

namespace py = pybind11;

// What a Python object holds. Python can make objects without calling __init__ (X.__new__(X)), and pybind11 then hands
// out memory as it came: here it comes zeroed, which is a handle that holds nothing, and its use an exception.
template <class T>
class Handle {
 public:
  explicit Handle(std::shared_ptr<T> object) : object_(std::move(object)) {}
  [[nodiscard]] T& operator*() const {
    if (!object_) throw py::type_error("__init__ of this object was not called");
    return *object_;
  }
  [[nodiscard]] T* operator->() const { return &**this; }
  [[nodiscard]] const std::shared_ptr<T>& shared() const {
    static_cast<void>(**this);
    return object_;
  }

  static void* operator new(std::size_t bytes) {
    if (void* memory = std::calloc(1, bytes)) return memory;
    throw std::bad_alloc();
  }
  static void operator delete(void* memory) { std::free(memory); }

 private:
  std::shared_ptr<T> object_;
};

template <class T, class... Arguments>
[[nodiscard]] Handle<T> make_handle(Arguments&&... arguments) {
  return Handle<T>(std::make_shared<T>(std::forward<Arguments>(arguments)...));
}

// A position and the game it is one of.
struct Placed {
  std::shared_ptr<const Game> game;
  Position position;
};

// A searcher is used by one search at a time; `busy` is set while it is.
struct Thinker {
  explicit Thinker(std::size_t hash_mib, int threads) : searcher(hash_mib, threads) {}
  ParallelSearcher searcher;
  std::atomic_flag busy;
};

// Open tables, and what was looked up last of some games.
struct OpenTables {
  std::shared_ptr<const tablebase::Tables> tables;
  std::mutex guard;  // of all below; never locked with the interpreter lock held
  struct Prober {
    std::shared_ptr<const Game> game;
    std::unique_ptr<tablebase::Probe> probe;
  };
  std::vector<Prober> probers;

  [[nodiscard]] tablebase::Probe& prober(const std::shared_ptr<const Game>& game);
};

using GameHandle = Handle<const Game>;
using PositionHandle = Handle<const Placed>;
using PlayHandle = Handle<Play>;
using ThinkerHandle = Handle<Thinker>;
using TablesHandle = Handle<OpenTables>;

// The games that can be named. Only used with the interpreter lock held.
[[nodiscard]] Catalogue& catalogue();

// The class of that name in rimau/_types.py.
[[nodiscard]] py::object type_named(const char* name);

// Raises rimau.Error in the core's own words.
[[noreturn]] void raise(const Error& error);
[[noreturn]] void raise(ErrorKind kind, std::string message);

template <class T>
T must(Result<T> result) {
  if (!result) raise(result.error());
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

// A number that has to be in a range; `what` is the argument's name.
template <class Number>
Number in_range(Number number, Number min, Number max, const char* what) {
  if (number < min || number > max)
    raise(ErrorKind::text, cat(what, ": found ", number, ", expected a number from ", min, " to ", max));
  return number;
}

[[nodiscard]] Side side_of(const std::string& name);
[[nodiscard]] py::object told(const Outcome& outcome);         // rimau.Outcome, or None while the game goes on
[[nodiscard]] py::object told(const tablebase::Value& value);  // rimau.Value
[[nodiscard]] std::uint64_t bytes_of_memory();                 // of the machine

// Runs work(stop) in a thread of its own. Meanwhile this one gives the interpreter lock away, and some twenty times a
// second takes it back to ask for Ctrl-C and to call poll, if there is one. When either raises, `stop` becomes true,
// the work is waited for, and the exception goes on.
template <class Work>
auto interruptible(Work&& work, const std::function<void()>& poll = {}) {
  using Value = std::invoke_result_t<Work, const std::atomic<bool>&>;
  std::optional<Value> value;
  std::exception_ptr failure;
  std::atomic<bool> stop = false;
  std::mutex guard;  // of done
  std::condition_variable changed;
  bool done = false;
  {
    py::gil_scoped_release release;
    std::exception_ptr fault;  // of the work
    std::thread worker([&] {
      try {
        value.emplace(work(std::as_const(stop)));
      } catch (...) {
        fault = std::current_exception();
      }
      const std::lock_guard lock(guard);
      done = true;
      changed.notify_one();
    });
    std::unique_lock lock(guard);
    while (!changed.wait_for(lock, std::chrono::milliseconds(50), [&] { return done; })) {
      if (stop) continue;
      lock.unlock();
      {
        py::gil_scoped_acquire acquire;
        try {
          if (PyErr_CheckSignals() != 0) throw py::error_already_set();
          if (poll) poll();
        } catch (...) {
          failure = std::current_exception();
          stop = true;
        }
      }
      lock.lock();
    }
    lock.unlock();
    worker.join();
    if (!failure) failure = fault;
  }
  if (failure) std::rethrow_exception(failure);
  return *std::move(value);
}

// Each adds its part to the module.
void bind_games(py::module_& module);
void bind_plays(py::module_& module);
void bind_batches(py::module_& module);
void bind_thinking(py::module_& module);

}  // namespace rimau::python
