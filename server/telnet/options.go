package telnet

// options is the negotiation with one client. We offer nothing but ECHO while a
// password is typed, and ask for nothing but the window's size, and for that
// only from a client that has shown that it speaks telnet: chess clients take
// an unexpected IAC for text (docs/clients.md §2).
//
// A loop is impossible: a request is answered by a refusal, a refusal never,
// and the answers to our own requests are counted off instead of answered, which
// is all of RFC 1143's Q method that two options need. We do not wait for an
// answer before we change our mind, as the method would: a client that never
// answers must still get its echo back.
//
// SUPPRESS-GO-AHEAD is refused in both directions like everything unknown. We
// never send GA, but a client that has agreed on it sends every key by itself
// (RFC 858 with 857) and leaves the editing of the line to us.
type options struct {
	hiding    bool  // we have said WILL ECHO last
	unsettled uint8 // how many of our WILL and WONT ECHO have no answer yet
	askedSize bool  // we have said DO NAWS
}

// hide appends WILL ECHO (stop your own echo) or WONT ECHO to dst.
func (o *options) hide(dst []byte, on bool) []byte {
	if on == o.hiding {
		return dst
	}
	o.hiding = on
	if o.unsettled < 255 {
		o.unsettled++
	}
	if on {
		return append(dst, iac, will, optEcho)
	}
	return append(dst, iac, wont, optEcho)
}

// receive appends the answer to what the client said about an option.
func (o *options) receive(dst []byte, verb, opt byte) []byte {
	if opt == optEcho && (verb == do || verb == dont) {
		return o.echo(dst, verb)
	}
	dst = o.askSize(dst)
	switch {
	case opt == optNAWS && (verb == will || verb == wont):
		return dst // our DO stands, whether it was first or not
	case verb == do && opt == optTimingMark:
		// RFC 860: the answer stands where all before it has been taken in.
		return append(dst, iac, will, optTimingMark)
	case verb == do:
		return append(dst, iac, wont, opt)
	case verb == will:
		return append(dst, iac, dont, opt)
	}
	return dst // WONT and DONT agree with what is anyway
}

// echo takes DO ECHO and DONT ECHO.
func (o *options) echo(dst []byte, verb byte) []byte {
	if o.unsettled > 0 {
		o.unsettled--
		return dst
	}
	dst = o.askSize(dst)
	if verb == do && !o.hiding {
		dst = append(dst, iac, wont, optEcho)
	}
	return dst
}

// askSize asks once for the window's size, now that the client has spoken.
func (o *options) askSize(dst []byte) []byte {
	if o.askedSize {
		return dst
	}
	o.askedSize = true
	return append(dst, iac, do, optNAWS)
}
