// Keeps an eye on the last price of every symbol that has a price alert, and tells the trader when
// one is reached; it paints nothing.

import { useEffect } from 'react'
import {
  openAlerts,
  type PriceAlert,
  takeLast,
  useAlerts,
} from '../../exchange/alerts/alert-book.ts'
import { isWaitingAlert } from '../../exchange/alerts/alert-rules.ts'
import { instrumentOf } from '../../exchange/catalogue.ts'
import { instrumentFormat } from '../../exchange/instrument-format.ts'
import { useSession } from '../../exchange/session.ts'
import { useTicker } from '../../exchange/tickers.ts'
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

function SymbolWatch({ symbol }: { symbol: string }) {
  const last = useTicker(symbol)?.lastTicks
  useEffect(() => {
    if (last === undefined) return
    for (const alert of takeLast(symbol, last)) tellReached(alert, last)
  }, [symbol, last])
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
