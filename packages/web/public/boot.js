// What comes before the page's own script: dresses the document in the remembered theme, so that a
// light page never flashes dark (shell/theme.ts owns the record; this reads the same key and nothing
// else), and asks for the files of a trade page's layout, so that they come beside the first ones.
;(function () {
  try {
    const record = JSON.parse(localStorage.getItem('basis.look') || '{}').value || {}
    const light =
      record.theme === 'light' ||
      (record.theme === 'system' && matchMedia('(prefers-color-scheme: light)').matches)
    document.documentElement.dataset.theme = light ? 'light' : 'dark'
    if (record.sides) document.documentElement.dataset.sides = record.sides
  } catch {
    // A closed or broken storage leaves the dark default of the document.
  }
  // The build puts the links there (layout-links.config.ts).
  const layouts = document.querySelector('#layout-links')
  if (layouts === null || !/^(\/[a-z]{2}(-[A-Z]{2})?)?\/trade(\/|$)/.test(location.pathname)) return
  // First what is waited for by all: a browser opens six lines, and the files take them.
  askForContracts()
  for (const link of layouts.content.querySelectorAll('link')) {
    if (matchMedia(link.media).matches) document.head.append(link)
  }
  // The worker finds its script in the browser's cache.
  if (layouts.dataset.worker) void fetch(layouts.dataset.worker).catch(() => undefined)

  // Who has a list of contracts, or a session, asks for what is new with what he has. The address is
  // that of `addressOf` in client/http.ts; client/first-answer.ts takes the answer.
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
      // Those of `headersOf` in client/http.ts, whose own tags begin with 1.
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

  // The language of the address, else the remembered one (i18n/i18n.ts owns the record).
  function languageOfPage() {
    const [, asked] = /^\/([a-z]{2}(?:-[A-Z]{2})?)\//.exec(location.pathname) || []
    try {
      return asked || JSON.parse(localStorage.getItem('basis.language') || '{}').value || 'en'
    } catch {
      return 'en'
    }
  }
})()
