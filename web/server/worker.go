package server

import "net/http"

// leaving answers whoever asks for the script of a service worker. Lily has none. But one that somebody else's server
// had left at this address would stand before every answer of this one, so at the browser's next look for a newer
// script it gets this: it gives up its place, and the pages that it held are loaded again.
//
// https://www.w3.org/TR/service-workers/#service-worker-script-request
func leaving(next http.Handler) http.Handler {
	const script = `self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (e) => e.waitUntil((async () => {
  await self.registration.unregister();
  for (const page of await self.clients.matchAll({ type: "window", includeUncontrolled: true })) page.navigate(page.url);
})()));
`
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Service-Worker") == "" || r.Method != http.MethodGet {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		_, _ = w.Write([]byte(script)) // the client may have gone
	})
}
