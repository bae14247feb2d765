// Keeps an eye on the last price of every symbol that has a price alert, and tells the trader when
// one is reached; it paints nothing.

import { useEffect, useRef } from 'react'
import { openAlerts, type PriceAlert, applyLastPrice, useAlerts } from '../../stores/alerts.ts'
import { freshPrices, isWaitingAlert } from '../../stores/alert-rules.ts'
import { instrumentOf } from '../../stores/catalogue.ts'
import { instrumentFormat } from '../../stores/instrument-format.ts'
import { useSession } from '../../client/session.ts'
import { useTicker } from '../../stores/tickers.ts'
import { useTrades } from '../../stores/trades.ts'
import { formatFor } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { message } from '../../i18n/message-keys.ts'
import { notify } from '../../shell/notices.ts'

/** Alerts of somebody who has not signed in stand under this name. */
const visitor = 'visitor'

export function AlertWatch() {
  const owner = useSession(({ status, user }) =>
    status === 'unknown' ? undefined : (user?.uid ?? visitor),
  )
  useEffect(() => (owner === undefined ? undefined : openAlerts(owner)), [owner])
  const symbols = new Set(
    useAlerts()
      .filter(isWaitingAlert)
      .map(({ symbol }) => symbol),
  )
  return [...symbols].map((symbol) => <SymbolWatch key={symbol} symbol={symbol} />)
}

/** The last price says where the market is, trades say what it has touched in between. */
function SymbolWatch({ symbol }: { symbol: string }) {
  const last = useTicker(symbol)?.lastTicks
  const trades = useTrades(symbol)
  const seen = useRef<string>(undefined)
  useEffect(() => {
    if (last === undefined) return
    const touched = trades === undefined ? [] : freshPrices(trades, seen.current)
    seen.current = trades?.[0]?.id ?? seen.current
    for (const price of [...touched, last]) {
      for (const alert of applyLastPrice(symbol, price)) tellReached(alert, price)
    }
  }, [symbol, last, trades])
  return null
}

function tellReached({ symbol, priceTicks }: PriceAlert, lastTicks: number): void {
  const instrument = instrumentOf(symbol)
  if (instrument === undefined) return
  const words = instrumentFormat(instrument, formatFor(currentLanguage(), 'utc'))
  notify({
    kind: 'priceAlert',
    tone: 'info',
    title: message('notices.priceAlert', { symbol, price: words.price(priceTicks) }),
    body: message('notices.priceAlertBody', { last: words.price(lastTicks) }),
  })
}
