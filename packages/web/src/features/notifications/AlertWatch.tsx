// Checks a visitor's price alerts against the last price and trades, and notifies when one is
// reached; renders nothing. A trader's alerts are checked by the exchange.

import { useEffect, useRef } from 'react'
import { formatLevel } from '@basis/domain/alerts/figures'
import {
  openVisitorAlerts,
  putVisitorAlerts,
  useAlerts,
  visitorAlerts,
  wireOf,
} from '../../stores/alerts.ts'
import { freshPrices, reachedAt, type PriceAlert } from '../../stores/alert-rules.ts'
import { instrumentOf } from '../../stores/catalogue.ts'
import { useSession } from '../../client/session.ts'
import { useTicker } from '../../stores/tickers.ts'
import { useTrades } from '../../stores/trades.ts'
import { notify } from '../../shell/notices.ts'
import { alertNotice } from './alert-notices.ts'

export function AlertWatch() {
  const isVisitor = useSession(({ status }) => status === 'visitor')
  useEffect(() => (isVisitor ? openVisitorAlerts() : undefined), [isVisitor])
  const waiting = useAlerts().filter(({ status }) => status === 'active')
  if (!isVisitor) return null
  const symbols = new Set(waiting.flatMap((alert) => alert.symbols))
  return [...symbols].map((symbol) => <SymbolWatch key={symbol} symbol={symbol} />)
}

/** Checks the last price, and the prices of the trades between two updates. */
function SymbolWatch({ symbol }: { symbol: string }) {
  const last = useTicker(symbol)?.lastTicks
  const trades = useTrades(symbol)
  const seen = useRef<string>(undefined)
  useEffect(() => {
    if (last === undefined) return
    const touched = trades === undefined ? [] : freshPrices(trades, seen.current)
    seen.current = trades?.[0]?.id ?? seen.current
    for (const lastTicks of [...touched, last]) {
      const now = { symbol, lastTicks, timeMs: Date.now() }
      const { reached, alerts } = reachedAt(visitorAlerts(), now)
      if (reached.length > 0) putVisitorAlerts(alerts)
      for (const alert of reached) notifyReached(alert, lastTicks)
    }
  }, [symbol, last, trades])
  return null
}

function notifyReached(alert: PriceAlert, lastTicks: number): void {
  const tickSizeE8 = instrumentOf(alert.symbol)?.tickSizeE8
  const [wire] = wireOf(alert)
  if (wire === undefined || tickSizeE8 === undefined) return
  const { alertId, figure, operator, note } = wire
  const found = formatLevel('last', lastTicks * tickSizeE8)
  const condition = { figure, operator, level: wire.value, value: found, note }
  const firing = { ...condition, alertId, firingId: alertId, symbol: alert.symbol }
  notify(alertNotice({ ...firing, timeE3: Date.now() }))
}
