package proxy

import (
	"errors"
	"testing"
)

// MD-4: the address that is dialled, whatever led to it.
func TestAddresses(t *testing.T) {
	for address, want := range map[string]struct{ local, public bool }{
		"127.0.0.1:80":               {true, false},
		"127.9.9.9:80":               {true, false},
		"[::1]:80":                   {true, false},
		"[::ffff:127.0.0.1]:80":      {true, false},
		"0.0.0.0:80":                 {},
		"0.1.2.3:80":                 {},
		"[::]:80":                    {},
		"10.0.0.1:443":               {},
		"172.16.0.1:443":             {},
		"172.31.255.255:443":         {},
		"172.32.0.1:443":             {false, true},
		"192.168.1.1:443":            {},
		"169.254.169.254:80":         {}, // the metadata of clouds
		"100.64.0.1:443":             {},
		"100.127.255.255:443":        {},
		"100.128.0.1:443":            {false, true},
		"192.0.0.170:443":            {},
		"192.0.2.1:443":              {},
		"198.18.0.1:443":             {},
		"198.51.100.1:443":           {},
		"203.0.113.1:443":            {},
		"224.0.0.1:443":              {},
		"240.0.0.1:443":              {},
		"255.255.255.255:443":        {},
		"1.1.1.1:443":                {false, true},
		"8.8.8.8:443":                {false, true},
		"[::ffff:10.0.0.1]:443":      {},
		"[::ffff:8.8.8.8]:443":       {false, true},
		"[::7f00:1]:443":             {}, // compatible: 127.0.0.1
		"[64:ff9b::7f00:1]:443":      {}, // NAT64
		"[64:ff9b::808:808]:443":     {},
		"[64:ff9b:1::a00:1]:443":     {},
		"[2002:7f00:1::]:443":        {}, // 6to4
		"[2001:0:7f00:1::]:443":      {}, // Teredo
		"[2001:db8::1]:443":          {},
		"[3fff::1]:443":              {},
		"[fc00::1]:443":              {},
		"[fd12:3456::1]:443":         {},
		"[fe80::1]:443":              {},
		"[fe80::1%eth0]:443":         {},
		"[fec0::1]:443":              {},
		"[ff02::1]:443":              {},
		"[100::1]:443":               {},
		"[2606:4700:4700::1111]:443": {false, true},
		"[2a00:1450::1]:443":         {false, true},
		"example.com:443":            {},
		"":                           {},
	} {
		local, public := control(onThisMachine)("tcp", address, nil), control(onTheInternet)("tcp", address, nil)
		if (local == nil) != want.local || (public == nil) != want.public {
			t.Errorf("%s: got local %v, public %v, want %+v", address, local, public, want)
		}
		for _, err := range []error{local, public} {
			if err != nil && !errors.Is(err, errAddress) {
				t.Errorf("%s: got %v, want %v", address, err, errAddress)
			}
		}
	}
}
