/**
 * TEST ONLY. A self-signed certificate and its private key for loopback, valid from 2020 to 2120. The key is public by
 * being here, protects nothing, and must never be trusted or used anywhere but in the tests of this project.
 */
export const testCertificate = {
  /** Self-signed; tests that want to trust it pass it as `ca`. */
  cert: `-----BEGIN CERTIFICATE-----
MIICCjCCAa+gAwIBAgIBATAKBggqhkjOPQQDAjBTMT0wOwYDVQQKDDRUZXN0IGNl
cnRpZmljYXRlIG9mIHRoZSBzaW11bGF0ZWQgbW9uaXRvcmluZyBzZXJ2aWNlMRIw
EAYDVQQDDAlsb2NhbGhvc3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAw
MDBaMFMxPTA7BgNVBAoMNFRlc3QgY2VydGlmaWNhdGUgb2YgdGhlIHNpbXVsYXRl
ZCBtb25pdG9yaW5nIHNlcnZpY2UxEjAQBgNVBAMMCWxvY2FsaG9zdDBZMBMGByqG
SM49AgEGCCqGSM49AwEHA0IABHfk0hiwRprybo/wOJKOXoRZ/I4SPwJGarjh1LBd
yBrd2IpJfjgbskHC4da5f8Wmcvif0D/kkZS9xDboCV54JhOjcjBwMAwGA1UdEwEB
/wQCMAAwEwYDVR0lBAwwCgYIKwYBBQUHAwEwLAYDVR0RBCUwI4IJbG9jYWxob3N0
hwR/AAABhxAAAAAAAAAAAAAAAAAAAAABMB0GA1UdDgQWBBSo36ptRTx+Nle9P9uh
Wb93OIFLxzAKBggqhkjOPQQDAgNJADBGAiEAk9kPN0A115ysD02JhSHr2pjK8C64
7YDwqiztc7f5YCcCIQCR32YF2uGMBn2uyoPH0a/z+5ZkUTZR021TVZ+V+vaWCQ==
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgWzwl3on/6O6jmk12
U9MKOKdeh/UyJKLVYrUlXWDs/1KhRANCAAR35NIYsEaa8m6P8DiSjl6EWfyOEj8C
Rmq44dSwXcga3diKSX44G7JBwuHWuX/FpnL4n9A/5JGUvcQ26AleeCYT
-----END PRIVATE KEY-----
`,
} as const;
