package admin

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"testing"
)

func FuzzRequest(f *testing.F) {
	for _, s := range []string{`{"do":"user list"}`, `{"do":"backup","path":"/x","compact":true}`, `{"do":"a"}{}`, `null`, "\x00"} {
		f.Add([]byte(s + "\n"))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var req request
		err := readLine(bufio.NewReaderSize(bytes.NewReader(b), maxLine), &req)
		switch {
		case err == nil:
			var out bytes.Buffer
			if err := writeLine(&out, req); err != nil {
				t.Fatal(err)
			}
			var back request
			if err := readLine(bufio.NewReaderSize(&out, 8*maxLine), &back); err != nil || back != req {
				t.Fatalf("%+v came back as %+v, %v", req, back, err)
			}
		case errors.Is(err, errNotUnderstood), errors.Is(err, errLineTooLong), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		default:
			t.Fatal(err)
		}
	})
}
