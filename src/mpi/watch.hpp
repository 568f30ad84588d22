// A word when a process of a run is killed.
#pragma once

namespace rimau::mpi {

// To be called before MPI begins. Goes on in a child of this process; this one waits for it, passes on the signals
// that ask to stop, ends with the child's exit code, and says on standard error which rank it was if a signal
// killed it (the system does so when memory runs out), since not every launcher tells.
void go_on_in_watched_child();

}  // namespace rimau::mpi
