// Listens to the account and to prices and tells the trader; it paints nothing itself.

import { useEffect } from 'react'
import type { Order } from '@basis/domain/order'
import { instrumentOf } from '../../exchange/catalogue.ts'
import { claimTelling, createToldList } from '../../exchange/intents/told.ts'
import { onLiquidation, onOrderEvent } from '../../exchange/orders.ts'
import { mutedKinds } from '../../exchange/preferences.ts'
import { notify } from '../../shell/notices.ts'
import { AlertWatch } from './AlertWatch.tsx'
import { startDeliveryNotices } from './delivery-notices.ts'
import { startMissedFills } from './missed-fills.ts'
import { liquidationNotice } from './liquidation-notices.ts'
import { orderNotice, type NoticeContext } from './trade-notices.ts'

/** Stands once in the page. */
export function TradeNotices() {
  useEffect(startTradeNotices, [])
  return <AlertWatch />
}

function startTradeNotices(): () => void {
  const [traded, fired] = [createToldList(), createToldList()]
  const claim: NoticeContext['claim'] = (what, order) => {
    if (what === 'traded') return traded.claim(`${order.id}`)
    if (what === 'fired') return fired.claim(`${order.id}`)
    return claimTelling(what, order.id, order.updateNo)
  }
  const contextOf = ({ symbol }: Order): NoticeContext | undefined => {
    const instrument = instrumentOf(symbol)
    const muted = mutedKinds()
    return instrument === undefined ? undefined : { instrument, muted, claim }
  }
  const stops = [
    onOrderEvent((told) => {
      const context = contextOf(told.order)
      const notice = context === undefined ? undefined : orderNotice(told, context)
      if (notice !== undefined) notify(notice)
    }),
    onLiquidation((told) => notify(liquidationNotice(told))),
    startMissedFills(),
    startDeliveryNotices(),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
