// Notices to holders of a dated contract, a day and an hour before it is delivered, once each.

import { deliveryWarning, deliveryWarningsMs } from '@basis/domain/settlement/delivery-warnings'
import { instrumentOf } from '../../stores/catalogue.ts'
import { serverNowMs } from '../../client/connection.ts'
import { heldPositions } from '../../stores/positions.ts'
import { message } from '../../i18n/message-keys.ts'
import { notify, type NoticeDraft } from '../../shell/notices.ts'

const LOOK_EVERY_MS = 30_000

/** A contract that is held, with when it ends. */
export type Dated = { readonly symbol: string; readonly deliveryMs: number }

/** Returns what is to be told now of contracts that are held; `told` keeps what was. */
export function deliveryNotices(
  held: readonly Dated[],
  nowMs: number,
  told: Set<string>,
): readonly NoticeDraft[] {
  return held.flatMap(({ symbol, deliveryMs }) => {
    const ahead = deliveryWarning(deliveryMs, nowMs)
    const key = `${symbol} ${ahead}`
    if (ahead === undefined || told.has(key)) return []
    told.add(key)
    const isFirst = ahead === deliveryWarningsMs[0]
    return {
      kind: `delivery ${symbol}`,
      tone: isFirst ? 'info' : 'warning',
      title: message('notices.deliveryTitle'),
      body: message(isFirst ? 'notices.deliveryInDay' : 'notices.deliveryInHour', { symbol }),
    } as const
  })
}

/** Looks at what is held now and then; returns how to stop. */
export function startDeliveryNotices(): () => void {
  const told = new Set<string>()
  const look = (): void => {
    const held = heldPositions().flatMap(({ position: { symbol } }) => {
      const deliveryMs = instrumentOf(symbol)?.deliveryMs
      return deliveryMs === undefined ? [] : [{ symbol, deliveryMs }]
    })
    for (const notice of deliveryNotices(held, serverNowMs(), told)) notify(notice)
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  return () => clearInterval(timer)
}
