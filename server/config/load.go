package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/go-viper/mapstructure/v2"
	"github.com/spf13/pflag"
	"github.com/spf13/viper"
)

// Options say where a configuration comes from.
type Options struct {
	File    string   // the file named by --config; it must exist
	Search  []string // files tried in order when File is empty; none of them must exist
	Environ []string // "NAME=value" as os.Environ gives it; only EPICENTER_ names are looked at
	Set     []string // "key=value" as given to --set; later ones win
}

// SearchPath returns the files that are tried without --config.
func SearchPath() []string { return []string{"./config.yaml", "/etc/epicenter/config.yaml"} }

// Flags are the command-line flags that choose and change a configuration.
type Flags struct {
	file, telnet, ssh, ws, data string
	set                         []string
	fs                          *pflag.FlagSet
}

// Register adds --config, --set, --telnet, --ssh, --ws and --data to fs.
func (f *Flags) Register(fs *pflag.FlagSet) {
	f.fs = fs
	fs.StringVar(&f.file, "config", "", "configuration file (default: ./config.yaml, then /etc/epicenter/config.yaml)")
	fs.StringArrayVar(&f.set, "set", nil, "set one configuration key, as --set play.grace=90s (may be repeated)")
	fs.StringVar(&f.telnet, "telnet", "", "telnet address, short for --set listen.telnet=ADDRESS")
	fs.StringVar(&f.ssh, "ssh", "", "SSH address, short for --set listen.ssh=ADDRESS")
	fs.StringVar(&f.ws, "ws", "", "WebSocket address, short for --set listen.ws=ADDRESS")
	fs.StringVar(&f.data, "data", "", "data folder, short for --set data.dir=FOLDER")
}

// Options returns what the flags say, once they are parsed. environ is
// os.Environ() or a test's own.
func (f *Flags) Options(environ []string) Options {
	o := Options{File: f.file, Search: SearchPath(), Environ: environ, Set: f.set}
	for _, short := range []struct{ flag, key, value string }{
		{"telnet", "listen.telnet", f.telnet}, {"ssh", "listen.ssh", f.ssh}, {"ws", "listen.ws", f.ws}, {"data", "data.dir", f.data},
	} {
		if f.fs.Changed(short.flag) {
			o.Set = append(o.Set, short.key+"="+short.value)
		}
	}
	return o
}

// loader gathers the values of one configuration and remembers where each
// came from, so that a complaint can say so.
type loader struct {
	v      *viper.Viper
	keys   map[string]key
	source map[string]string // key → "config.yaml:12", "--set", "EPICENTER_…"
	errs   []error
}

// Load reads a configuration and checks it. Its error holds one line for each
// thing that is wrong, with the file and line, variable or flag it came from.
func Load(o Options) (Config, error) {
	var blank Config
	l := &loader{v: viper.New(), keys: map[string]key{}, source: map[string]string{}}
	def := Default()
	for _, k := range keys(&def) {
		// AutomaticEnv and Unmarshal know only the keys that have a default (docs/models.md §3).
		l.keys[k.name] = k
		l.v.SetDefault(k.name, k.value.Interface())
	}
	if err := l.file(o); err != nil {
		return blank, err
	}
	l.environ(o.Environ)
	for _, s := range o.Set {
		name, text, ok := strings.Cut(s, "=")
		if !ok {
			l.fail("--set "+s, "there is no = in it; write --set key=value")
			continue
		}
		l.text(strings.TrimSpace(name), text, "--set "+name)
	}
	c := def
	if err := l.decode(&c); err != nil {
		return blank, err
	}
	for _, p := range Check(c) {
		l.fail(l.where(p.Key), "%s %s", p.Key, p.Text)
	}
	if len(l.errs) > 0 {
		return blank, errors.Join(l.errs...)
	}
	return c, nil
}

func (l *loader) fail(where, format string, a ...any) {
	l.errs = append(l.errs, fmt.Errorf("%s: %s", where, fmt.Sprintf(format, a...)))
}

// where names the place a key's value came from.
func (l *loader) where(name string) string {
	if s, ok := l.source[name]; ok {
		return s
	}
	return "default configuration"
}

// file reads the configuration file, if there is one. Only a file that cannot
// be read or is not YAML at all is an error of its own.
func (l *loader) file(o Options) error {
	names, must := o.Search, false
	if o.File != "" {
		names, must = []string{o.File}, true
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if errors.Is(err, fs.ErrNotExist) && !must {
			continue
		}
		if err != nil {
			return fmt.Errorf("reading the configuration: %w", err)
		}
		return l.yaml(name, text)
	}
	return nil
}

// environ takes the values of EPICENTER_ variables. One that names no key is
// an error: it is a spelling mistake that would otherwise stay unseen.
func (l *loader) environ(environ []string) {
	names := map[string]string{}
	for _, name := range Keys() {
		names[EnvName(name)] = name
	}
	for _, e := range environ {
		variable, text, _ := strings.Cut(e, "=")
		if !strings.HasPrefix(variable, envPrefix) {
			continue
		}
		if name, ok := names[variable]; ok {
			l.text(name, text, variable)
			continue
		}
		l.fail(variable, "no key is set by this environment variable%s", didYouMean(variable, names))
	}
}

// text takes a value that a person typed for a key.
func (l *loader) text(name, text, from string) {
	k, ok := l.keys[name]
	if !ok {
		l.fail(from, "there is no key %q%s", name, didYouMean(name, l.keys))
		return
	}
	v, err := k.parse(text)
	if err != nil {
		l.fail(from, "%s: %v", name, err)
		return
	}
	l.v.Set(name, v)
	l.source[name] = from
}

// decode fills c. UnmarshalExact is a second net below the loader's own
// refusal of unknown keys, which knows their lines.
func (l *loader) decode(c *Config) error {
	hook := viper.DecodeHook(mapstructure.TextUnmarshallerHookFunc())
	if err := l.v.UnmarshalExact(c, hook); err != nil {
		return fmt.Errorf("reading the configuration: %w", err)
	}
	return nil
}
