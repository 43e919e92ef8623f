module epicenter/scripts/bench

go 1.26.0
