package render

// zoneWord is a place whose clocks a word stands for, and the letters that
// dates show for it: empty for those of the IANA list, which has none for many
// places.
type zoneWord struct{ location, winter, summer string }

// zoneWords are the words for time zones that FICS users know besides IANA
// names. A word with summer time in it or not means the zone with all its
// rules, as people expect: EST in July is shown as EDT.
var zoneWords = map[string]zoneWord{
	"UTC": {"UTC", "UTC", "UTC"}, "UCT": {"UTC", "UTC", "UTC"}, "ZULU": {"UTC", "UTC", "UTC"},
	"GMT": {"UTC", "GMT", "GMT"},

	// North America and Hawaii.
	"NST": {"America/St_Johns", "NST", "NDT"}, "NST3NDT": {"America/St_Johns", "NST", "NDT"},
	"AST": {"America/Halifax", "AST", "ADT"}, "ADT": {"America/Halifax", "AST", "ADT"}, "AST4ADT": {"America/Halifax", "AST", "ADT"},
	"EST": {"America/New_York", "EST", "EDT"}, "EDT": {"America/New_York", "EST", "EDT"}, "EST5EDT": {"America/New_York", "EST", "EDT"},
	"CST": {"America/Chicago", "CST", "CDT"}, "CDT": {"America/Chicago", "CST", "CDT"}, "CST6CDT": {"America/Chicago", "CST", "CDT"},
	"MST": {"America/Denver", "MST", "MDT"}, "MDT": {"America/Denver", "MST", "MDT"}, "MST7MDT": {"America/Denver", "MST", "MDT"},
	"PST": {"America/Los_Angeles", "PST", "PDT"}, "PDT": {"America/Los_Angeles", "PST", "PDT"}, "PST8PDT": {"America/Los_Angeles", "PST", "PDT"},
	"AKST": {"America/Anchorage", "AKST", "AKDT"}, "AKDT": {"America/Anchorage", "AKST", "AKDT"}, "AKST9AKDT": {"America/Anchorage", "AKST", "AKDT"},
	"HST": {"Pacific/Honolulu", "HST", "HST"}, "HST10": {"Pacific/Honolulu", "HST", "HST"},

	// South America.
	"ART": {"America/Argentina/Buenos_Aires", "ART", "ART"},
	"BOT": {"America/La_Paz", "BOT", "BOT"},
	"BRT": {"America/Sao_Paulo", "BRT", "BRST"},
	"CLT": {"America/Santiago", "CLT", "CLST"},
	"COT": {"America/Bogota", "COT", "COT"},
	"PET": {"America/Lima", "PET", "PET"},
	"UYT": {"America/Montevideo", "UYT", "UYST"},
	"VET": {"America/Caracas", "VET", "VET"},

	// Europe. EUR words are shown as themselves.
	"WET": {"Europe/Lisbon", "WET", "WEST"}, "WETDST": {"Europe/Lisbon", "WET", "WEST"}, "WEST": {"Europe/Lisbon", "WET", "WEST"},
	"BST": {"Europe/London", "GMT", "BST"}, "GBR": {"Europe/London", "GMT", "BST"},
	"CET": {"Europe/Paris", "CET", "CEST"}, "CETDST": {"Europe/Paris", "CET", "CEST"}, "CEST": {"Europe/Paris", "CET", "CEST"},
	"MET": {"Europe/Paris", "MET", "MEST"}, "METDST": {"Europe/Paris", "MET", "MEST"}, "MEST": {"Europe/Paris", "MET", "MEST"},
	"EET": {"Europe/Athens", "EET", "EEST"}, "EETDST": {"Europe/Athens", "EET", "EEST"}, "EEST": {"Europe/Athens", "EET", "EEST"},
	"EURWST": {"Europe/Lisbon", "EURWST", "EURWDT"},
	"EURCST": {"Europe/Paris", "EURCST", "EURCDT"},
	"EUREST": {"Europe/Athens", "EUREST", "EUREDT"},
	"MSK":    {"Europe/Moscow", "MSK", "MSD"},
	"TRT":    {"Europe/Istanbul", "TRT", "TRT"},

	// Africa and the Near East.
	"CAT": {"Africa/Maputo", "CAT", "CAT"}, "EAT": {"Africa/Nairobi", "EAT", "EAT"},
	"SAST": {"Africa/Johannesburg", "SAST", "SAST"}, "WAT": {"Africa/Lagos", "WAT", "WAT"},
	"GST": {"Asia/Dubai", "GST", "GST"}, "IDT": {"Asia/Jerusalem", "IST", "IDT"},
	"IRST": {"Asia/Tehran", "IRST", "IRDT"},

	// Asia.
	"BDT": {"Asia/Dhaka", "BDT", "BDT"}, "CCT": {"Asia/Shanghai", "CCT", "CCT"},
	"HKT": {"Asia/Hong_Kong", "HKT", "HKST"}, "ICT": {"Asia/Bangkok", "ICT", "ICT"},
	"IST": {"Asia/Kolkata", "IST", "IST"}, "JST": {"Asia/Tokyo", "JST", "JDT"},
	"KST": {"Asia/Seoul", "KST", "KDT"}, "MYT": {"Asia/Kuala_Lumpur", "MYT", "MYT"},
	"NPT": {"Asia/Kathmandu", "NPT", "NPT"}, "PHT": {"Asia/Manila", "PST", "PDT"},
	"PKT": {"Asia/Karachi", "PKT", "PKST"}, "SGT": {"Asia/Singapore", "SGT", "SGT"},
	"UZT": {"Asia/Tashkent", "UZT", "UZT"}, "WIB": {"Asia/Jakarta", "WIB", "WIB"},

	// Australia and New Zealand.
	"AWST": {"Australia/Perth", "AWST", "AWDT"}, "AUSWST": {"Australia/Perth", "AWST", "AWDT"},
	"ACST": {"Australia/Adelaide", "ACST", "ACDT"}, "AUSCST": {"Australia/Adelaide", "ACST", "ACDT"},
	"AEST": {"Australia/Sydney", "AEST", "AEDT"}, "AUSEST": {"Australia/Sydney", "AEST", "AEDT"},
	"NZST": {"Pacific/Auckland", "NZST", "NZDT"}, "NZDT": {"Pacific/Auckland", "NZST", "NZDT"},
}

// lettered are the words whose letters also serve for the IANA name of their
// place, for which that list has only numbers.
var lettered = [...]string{
	"ART", "BOT", "BRT", "CLT", "COT", "PET", "UYT", "VET", "TRT", "GST",
	"IRST", "BDT", "ICT", "MYT", "NPT", "SGT", "UZT",
}
