// The start of the terminal: appearance, language and zone first, then the page.

import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { startExchange } from './start.ts'
import { startI18n } from '../i18n/i18n.ts'
import { message } from '../i18n/message-keys.ts'
import { startZone } from '../i18n/zone.ts'
import { notify } from '../shell/notices.ts'
import { currentPage } from '../shell/location.ts'
import { isTradePage, languageAt } from '../shell/routes.ts'
import { startTheme } from '../shell/theme.ts'
import { App } from './App.tsx'
import { startLateParts } from './late-parts.ts'
import { startShortcuts } from './keys/shortcuts.ts'
import { startRouter } from './router.ts'
import { loadLayout } from './TradePage.tsx'
import '../ui/theme.css'

async function loadMessages(language: string): Promise<unknown> {
  const file = `${import.meta.env.BASE_URL}locales/${language}.json?v=${__BASIS_RELEASE__}`
  const answer = await fetch(file)
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`)
  return answer.json()
}

async function start(): Promise<void> {
  startTheme(document)
  startZone()
  await startI18n({
    available: __BASIS_LANGUAGES__,
    load: loadMessages,
    requested: languageAt(globalThis.location.pathname),
    onMissing: ({ name }) => {
      notify({
        kind: 'language-missing',
        tone: 'failure',
        title: message('shell.languageMissing', { language: name }),
        body: message('shell.languageMissingBody'),
      })
    },
    onChange: (language) => {
      document.documentElement.lang = language
    },
  })
  startRouter()
  startShortcuts(document)
  startLateParts()
  startExchange()
  // Its files have been requested by public/boot.js.
  if (isTradePage(currentPage())) await loadLayout()
  const root = document.querySelector('#root')
  if (root === null) throw new Error('The page has no #root')
  // As a transition the first page is rendered in slices, between which input is handled.
  startTransition(() => {
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    )
  })
}

// Spec 8: unhandled promise rejections are only logged.
globalThis.addEventListener('unhandledrejection', (event) => {
  event.preventDefault()
  console.error('Unhandled rejection', event.reason)
})

// In a task of its own: together with the evaluation of all modules it would be the longest one.
setTimeout(() => void start())
