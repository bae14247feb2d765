// The whole terminal: what every page stands on, and the page that the address names.

import { Suspense, lazy, useMemo, useState } from 'react'
import { RouterProvider } from '@tanstack/react-router'
import { decimalSeparatorOf, formatFor } from '../i18n/format.ts'
import { useLanguage, useT } from '../i18n/i18n.ts'
import { UiProvider } from '../ui/UiProvider.tsx'
import type { UiWords } from '../ui/UiProvider.tsx'
import { DialogHost } from './DialogHost.tsx'
import { Boundary, BrokenPage } from './PanelBoundary.tsx'
import { createAppRouter } from './router.ts'

// Nothing is told and nobody is kept out before the first paint, so what does it need not delay
// that.
const NoticeToasts = lazy(async () => ({
  default: (await import('./notices/NoticeToasts.tsx')).NoticeToasts,
}))

const TradeNotices = lazy(async () => ({
  default: (await import('../features/notifications/TradeNotices.tsx')).TradeNotices,
}))
const VisitorGate = lazy(async () => ({
  default: (await import('../features/visitor/VisitorGate.tsx')).VisitorGate,
}))

export function App() {
  const [router] = useState(createAppRouter)
  return (
    <UiProvider words={useWords()}>
      <Boundary fallback={() => <BrokenPage />}>
        <RouterProvider router={router} />
        <DialogHost />
        <Suspense fallback={null}>
          <NoticeToasts />
          <TradeNotices />
          <VisitorGate />
        </Suspense>
      </Boundary>
    </UiProvider>
  )
}

function useWords(): UiWords {
  const t = useT()
  const language = useLanguage()
  return useMemo(
    () => ({
      close: t('shell.close'),
      copy: t('shell.copy'),
      copied: t('shell.copied'),
      increase: t('shell.increase'),
      decrease: t('shell.decrease'),
      clear: t('shell.clear'),
      decimalSeparator: decimalSeparatorOf(language),
      writeDecimal: (plain) => {
        const scale = plain.split('.')[1]?.length ?? 0
        return formatFor(language, 'utc').decimal(plain, { scale })
      },
    }),
    [t, language],
  )
}
