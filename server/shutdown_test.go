package server_test

import (
	"testing"
	"testing/synctest"

	"epicenter/server/world"
)

// TestAShutdownFromInside ends the loop without anybody outside asking, as the
// command shutdown does: the listeners close and Run reports no error.
func TestAShutdownFromInside(t *testing.T) {
	inTown(t, nil, func(o *town) {
		o.loop.Post(world.Stopping{Reason: "from inside"})
		synctest.Wait()
		for _, d := range []*door{o.door, o.sshd} {
			select {
			case <-d.closed:
			default:
				t.Error("a listener is still open")
			}
		}
	})
}
