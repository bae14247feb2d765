// The page of an address whose symbol is not listed in that market, with links to the market where
// it is and to the symbol search.

import { useState } from 'react'
import {
  listedLaterMs,
  shownName,
  showListing,
  symbolOfPage,
  useCurrentListState,
  useListing,
} from '../stores/catalogue.ts'
import { serverNowMs } from '../client/connection.ts'
import { useT } from '../i18n/i18n.ts'
import { useFormat } from '../i18n/use-format.ts'
import { openDialog } from '../shell/dialogs.ts'
import { useTradePage } from '../shell/location.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/Skeleton.tsx'
import { GlobalNav } from './GlobalNav.tsx'

export function UnlistedPage() {
  const t = useT()
  const page = useTradePage()
  const symbol = symbolOfPage(page)
  // The same symbol in another market is one click away, but never shown in its place.
  const elsewhere = useListing(symbol ?? '')
  const isListKnown = useCurrentListState() !== 'pending'
  const format = useFormat()
  const [laterMs] = useState(() => listedLaterMs(page, serverNowMs()))
  const body =
    laterMs === undefined
      ? t('shell.notInMarketBody')
      : t('shell.listedLater', { time: format.dateTime(laterMs) })
  const title = t('shell.notInMarket', { symbol: symbol ?? '' })
  return (
    <div className="flex min-h-dvh flex-col">
      <GlobalNav />
      <main className="grid flex-1 place-items-center p-4">
        <EmptyState
          title={<h1 className="text-lg font-semibold text-ink">{title}</h1>}
          body={body}
          action={
            <span className="flex flex-wrap justify-center gap-2">
              {elsewhere !== undefined && (
                <Button variant="primary" onClick={() => showListing(elsewhere)}>
                  {t('positions.goTo', { symbol: shownName(elsewhere) })}
                </Button>
              )}
              <Button disabled={!isListKnown} onClick={() => openDialog({ kind: 'symbolSearch' })}>
                {t('book.chooseSymbol')}
              </Button>
            </span>
          }
        />
      </main>
    </div>
  )
}
