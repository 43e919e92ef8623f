package world

// shutdownMarks are the remaining times at which a coming shutdown is told
// again, ms, the greatest first.
var shutdownMarks = [...]int64{
	3_600_000, 1_800_000, 900_000, 600_000, 300_000, 120_000, 60_000, 30_000, 10_000, 0,
}

// Shutdown lets the server go down at a moment (Unix ms); 0 calls it off.
func (t *Turn) Shutdown(at int64, reason string) {
	t.state.shutdownAt, t.state.shutdownReason = at, reason
	t.setShutdownMark()
}

// setShutdownMark finds the next moment at which something is to be said or
// done about the shutdown.
func (t *Turn) setShutdownMark() {
	t.state.shutdownMark = 0
	if t.state.shutdownAt == 0 {
		return
	}
	for _, m := range shutdownMarks {
		if at := t.state.shutdownAt - m; at > t.At {
			t.state.shutdownMark = at
			return
		}
	}
	t.state.shutdownMark = t.state.shutdownAt
}

// ShutdownIn is how long the server will still run, ms, and why it goes down
// then; false when it does not.
func (t *Turn) ShutdownIn() (left int64, reason string, ok bool) {
	return t.state.shutdownAt - t.At, t.state.shutdownReason, t.state.shutdownAt != 0
}

// ShutdownDue moves the shutdown's deadline on. It reports whether its moment
// has come; otherwise everybody is to be told how long is left.
func (t *Turn) ShutdownDue() (now bool) {
	if t.state.shutdownAt == 0 {
		return false
	}
	if t.At >= t.state.shutdownAt {
		t.state.shutdownAt, t.state.shutdownMark = 0, 0
		return true
	}
	t.setShutdownMark()
	return false
}

// StopServer makes this turn the last one: the loop ends once it is on disk
// and handed out.
func (t *Turn) StopServer() { t.state.stopping = true }

// Stops tells whether the turn is the last one.
func (t *Turn) Stops() bool { return t.state.stopping }
