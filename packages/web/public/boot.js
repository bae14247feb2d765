// Runs before the page's own script: applies the stored theme, so that a light page never flashes
// dark (shell/theme.ts owns the record; this reads the same key and nothing else), and requests the
// files of a trade page's layout, so that they load in parallel with the first ones.
;(function () {
  try {
    const record = JSON.parse(localStorage.getItem('basis.look') || '{}').value || {}
    const light =
      record.theme === 'light' ||
      (record.theme === 'system' && matchMedia('(prefers-color-scheme: light)').matches)
    document.documentElement.dataset.theme = light ? 'light' : 'dark'
    if (record.sides) document.documentElement.dataset.sides = record.sides
  } catch {
    // With a forbidden or broken storage the document keeps its dark default.
  }
  // The build adds the links (layout-links.config.ts).
  const layouts = document.querySelector('#layout-links')
  if (layouts === null || !/^(\/[a-z]{2}(-[A-Z]{2})?)?\/trade(\/|$)/.test(location.pathname)) return
  // Everything waits for the contracts, so they come first: a browser opens six connections, which
  // the files then occupy.
  askForContracts()
  for (const link of layouts.content.querySelectorAll('link')) {
    if (matchMedia(link.media).matches) document.head.append(link)
  }
  // Puts the worker's script into the browser's cache.
  if (layouts.dataset.worker) void fetch(layouts.dataset.worker).catch(() => undefined)

  // Skipped with a cached list or a session: then client/http.ts asks for changes only. The address
  // is that of `addressOf` in client/http.ts; client/first-answer.ts takes the answer.
  function askForContracts() {
    const isSignedIn = /(?:^|; )token=/.test(document.cookie)
    const isApp = /\bBasisApp\//.test(navigator.userAgent)
    if (isSignedIn || isApp || localStorage.getItem('basis.contracts') !== null) return
    const address =
      `/contract/v5/product/brief-symbol-list?filter=all&timestamp=${Date.now()}` +
      '&business=usdt&category=linear&responseFormat=hump'
    const language = languageOfPage()
    const answer = fetch(address, {
      credentials: 'include',
      signal: AbortSignal.timeout(10_000),
      // The headers of `headersOf` in client/http.ts, whose own tags begin with 1.
      headers: {
        platform: 'pc',
        lang: language,
        'accept-language': language,
        'x-track-tag': `web-${Date.now().toString(36)}-0`,
      },
    })
    answer.catch(() => undefined)
    window.basisFirstAnswer = { address, answer }
  }

  // The language of the address, else the stored one (i18n/i18n.ts owns the record).
  function languageOfPage() {
    const [, asked] = /^\/([a-z]{2}(?:-[A-Z]{2})?)\//.exec(location.pathname) || []
    try {
      return asked || JSON.parse(localStorage.getItem('basis.language') || '{}').value || 'en'
    } catch {
      return 'en'
    }
  }
})()
