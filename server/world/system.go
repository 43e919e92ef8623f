package world

// SetConfig takes over a reloaded configuration.
func (t *Turn) SetConfig(c Config) { t.cfg = c }

// SetStoreDown notes whether commits fail.
func (t *Turn) SetStoreDown(down bool) { t.state.storeDown = down }

// Resize notes the size of a session's terminal.
func (t *Turn) Resize(id SessionID, width, height int) {
	if s := t.Session(id); s != nil {
		s.Traits.Width, s.Traits.Height = width, height
		t.Relook(id)
	}
}

// SpeaksUTF8 notes that a session understands UTF-8.
func (t *Turn) SpeaksUTF8(id SessionID) {
	if s := t.Session(id); s != nil {
		s.Traits.UTF8 = true
		t.Relook(id)
	}
}
