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
  // Everything waits for the contracts and the profile, so they come first: a browser opens six
  // connections, which the files then occupy.
  const language = languageOfPage()
  const firstAnswers = []
  window.basisFirstAnswers = firstAnswers
  if (!/\bBasisApp\//.test(navigator.userAgent)) {
    if (mayAskForContracts()) ask('/contract/v5/product/brief-symbol-list?filter=all')
    ask(`/contract/v5/settings/visitor-profile?lang=${language}`)
  }
  // feed/push.ts takes the worker, which loads beside the page's own files.
  window.basisFeed = new Worker(layouts.dataset.worker, { type: 'module', name: 'feed' })
  for (const link of layouts.content.querySelectorAll('link')) {
    if (matchMedia(link.media).matches) document.head.append(link)
  }

  // With a cached list or a session client/http.ts asks for changes only.
  function mayAskForContracts() {
    const isSignedIn = /(?:^|; )token=/.test(document.cookie)
    return !isSignedIn && localStorage.getItem('basis.contracts') === null
  }

  // The address is that of `addressOf` in client/http.ts; client/first-answer.ts takes the answer.
  function ask(call) {
    const address = `${call}&timestamp=${Date.now()}&business=usdt&category=linear&responseFormat=hump`
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
    firstAnswers.push({ address, answer })
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
