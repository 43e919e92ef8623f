module epicenter/scripts/oracle

go 1.26.0

require epicenter v0.0.0

replace epicenter => ../..
