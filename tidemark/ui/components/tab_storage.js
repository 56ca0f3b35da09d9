// A browser may deny storage (cookies blocked, a private window): the page then works without it

export function stored(key) {
  try { return window.sessionStorage.getItem(key) } catch { return null }
}

export function store(key, text) {
  try {
    if (text) window.sessionStorage.setItem(key, text)
    else window.sessionStorage.removeItem(key)
  } catch {}
}
