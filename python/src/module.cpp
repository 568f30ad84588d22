// The module rimau._core, and what its parts share.
#include <unistd.h>

#include "handles.hpp"

namespace rimau::python {

Catalogue& catalogue() {
  static auto* games = new Catalogue;  // never destroyed: objects may outlive the module
  return *games;
}

py::object type_named(const char* name) { return py::module_::import("rimau._types").attr(name); }

void raise(const Error& error) {
  const auto type = type_named("Error");
  const auto& place = error.place;
  const auto instance =
      type(error.text(), std::string(name(error.kind)), place.file, place.line, place.column, place.field);
  PyErr_SetObject(type.ptr(), instance.ptr());
  throw py::error_already_set();
}

void raise(ErrorKind kind, std::string message) { raise(Error{kind, std::move(message), {}}); }

Side side_of(const std::string& name) {
  const auto side = parse_side(name);
  if (!side) raise(ErrorKind::text, cat("found \"", shown(name), "\", expected \"tigers\" or \"men\""));
  return *side;
}

py::object told(const Outcome& outcome) {
  if (!outcome.over()) return py::none();
  return type_named("Outcome")(std::string(name(outcome.verdict)), std::string(name(outcome.reason)));
}

py::object told(const tablebase::Value& value) {
  return type_named("Value")(std::string(name(value.verdict)), value.distance);
}

std::uint64_t bytes_of_memory() {
  return static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

namespace {

// The base of all bound classes ends the process when an object of it alone is asked for, as Game.__base__() or
// pickle's oldest protocols do. From here on that is an exception, and all else is as it was.
newfunc usual_new = nullptr;

PyObject* checked_new(PyTypeObject* type, PyObject* arguments, PyObject* named) {
  if (!py::detail::all_type_info(type).empty()) return usual_new(type, arguments, named);
  PyErr_SetString(PyExc_TypeError, "this class has no objects");
  return nullptr;
}

void guard_base_class() {
  auto* base = reinterpret_cast<PyTypeObject*>(py::detail::get_internals().instance_base);
  if (base->tp_new == checked_new) return;
  usual_new = std::exchange(base->tp_new, checked_new);
}

}  // namespace

}  // namespace rimau::python

PYBIND11_MODULE(_core, module) {
  using namespace rimau::python;
  module.doc() = "The core of rimau; use the package rimau.";
  py::options options;
  options.disable_function_signatures();  // the stubs have them
  guard_base_class();
  bind_games(module);
  bind_plays(module);
  bind_batches(module);
  bind_thinking(module);
}
