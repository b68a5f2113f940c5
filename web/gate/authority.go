package gate

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"sync"
	"time"
)

// authority makes the certificates of hosts for one program: nobody else trusts it, and it ends with the gate.
type authority struct {
	key  *ecdsa.PrivateKey
	cert *x509.Certificate
	pem  []byte
	lock sync.Mutex
	made map[string]*tls.Certificate
}

const lasts = 24 * time.Hour

func newAuthority() (*authority, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	now := time.Now()
	of := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Lily, for one program"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: now.Add(-lasts), NotAfter: now.Add(lasts), KeyUsage: x509.KeyUsageCertSign, MaxPathLenZero: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, of, of, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	cert, err := x509.ParseCertificate(der)
	return &authority{
		key: key, cert: cert, made: map[string]*tls.Certificate{},
		pem: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}),
	}, err
}

// config is that of a server which is one host, whatever name the other side says.
func (a *authority) config(host string) *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"},
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return a.of(host) },
	}
}

// of is the certificate of a host. A program names few: the rest is made anew.
func (a *authority) of(host string) (*tls.Certificate, error) {
	a.lock.Lock()
	defer a.lock.Unlock()
	if made := a.made[host]; made != nil {
		return made, nil
	}
	made, err := a.make(host)
	if err == nil && len(a.made) < 64 {
		a.made[host] = made
	}
	return made, err
}

func (a *authority) make(host string) (*tls.Certificate, error) {
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 64))
	if err != nil {
		return nil, err
	}
	of := &x509.Certificate{
		SerialNumber: serial, NotBefore: a.cert.NotBefore, NotAfter: a.cert.NotAfter,
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	if ip := net.ParseIP(host); ip != nil {
		of.IPAddresses = []net.IP{ip}
	} else {
		of.DNSNames = []string{host}
	}
	der, err := x509.CreateCertificate(rand.Reader, of, a.cert, &a.key.PublicKey, a.key)
	if err != nil {
		return nil, err
	}
	return &tls.Certificate{Certificate: [][]byte{der}, PrivateKey: a.key}, nil
}
