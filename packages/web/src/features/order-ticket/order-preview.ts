// The preview of an order by the exchange: its fee, margin and liquidation price now, exact.

// An answer is shown for the very order it was asked for, and not for long.

import { useEffect, useState } from 'react'
import { amount, type Amount, type PriceTicks } from '@basis/domain/numbers/fixed'
import type { CancelType } from '@basis/domain/orders/order'
import { parsePrice, type Instrument } from '@basis/domain/instrument/instrument'
import type { CallRequest } from '@basis/protocol/calls'
import { decodeAmount } from '@basis/protocol/order'
import type { WirePreview, WireStanding } from '@basis/protocol/preview-calls'
import { ask } from '../../client/http.ts'
import { exactE8 } from '../../stores/instrument-format.ts'
import { orderFields } from '../../actions/trading.ts'
import type { Format } from '../../i18n/format.ts'
import type { TicketContext, TicketOrder } from './ticket.ts'

/** Amounts 1e-8 of the settle coin; the margin 1e-8 USD. */
export type OrderPreview = {
  /** Of what would be filled at once; a resting part pays when it is filled. */
  readonly fee: Amount
  /** By how much the account's initial margin would change; below zero where some is freed. */
  readonly margin: Amount
  /** Where the order's own position is liquidated, as it stands now. */
  readonly now: HeldPreview
  /** And once the order is filled whole: at once, or where it rests or waits at its own price. */
  readonly filled: HeldPreview
  /** Why the order would end at once with nothing filled, if it would. */
  readonly cancelled?: CancelType
}

/** A position, if there is one, and its liquidation price, if a price within the limits does it. */
type HeldPreview = {
  readonly isHeld: boolean
  readonly liquidationTicks: PriceTicks | undefined
}

type LookRequest = CallRequest<'previewOrder'>

const debounceMs = 250
/** The market moves on: so long after an answer the next one is asked for. */
const refreshMs = 2_000
/** An answer that takes longer is not waited for. */
const patienceMs = 2_000

/** Asks the exchange what an order would do now; undefined without an answer, or when refused. */
export async function previewOf(
  request: LookRequest,
  instrument: Instrument,
  timeoutMs: number = patienceMs,
): Promise<OrderPreview | undefined> {
  const outcome = await ask('previewOrder', request, { timeoutMs })
  return outcome.ok ? readPreview(outcome.value, instrument) : undefined
}

/** Returns the question about an order; undefined for a spot pair, which has no margin to show. */
export const previewRequest = (
  order: TicketOrder,
  instrument: Instrument,
): LookRequest | undefined =>
  instrument.kind === 'Spot' ? undefined : orderFields(order, instrument)

/** Reads an answer; undefined for an order that would be refused. */
export function readPreview(
  { code, before, after, filled, fees, orders }: WirePreview,
  instrument: Instrument,
): OrderPreview | undefined {
  if (code !== 0) return undefined
  let fee = 0n
  for (const paid of fees) if (paid.coin === instrument.settleCoin) fee += decodeAmount(paid.fee)
  const margin =
    decodeAmount(after.wallet.totalInitialMargin) - decodeAmount(before.wallet.totalInitialMargin)
  const [order] = orders
  const idx = order?.positionIdx
  const isVain = order?.orderStatus === 'Cancelled' && Number(order.cumExecQty) === 0
  const heldIn = ({ positions }: WireStanding): HeldPreview => {
    const held = positions.find((row) => row.positionIdx === idx && row.side !== 'None')
    const price = parsePrice(instrument, held?.liqPrice ?? '')
    return {
      isHeld: held !== undefined,
      liquidationTicks: typeof price === 'number' ? price : undefined,
    }
  }
  return {
    fee: amount(fee),
    margin: amount(margin),
    now: heldIn(before),
    filled: heldIn(filled ?? after),
    ...(isVain && order.cancelType !== undefined ? { cancelled: order.cancelType } : {}),
  }
}

type Seen = { readonly key: string; readonly look: OrderPreview | undefined }

/**
 * Returns the look at an order, asked for a quarter of a second after its last change and kept
 * fresh; undefined for no order, before the answer, and as soon as order or position are others.
 */
export function useOrderPreview(
  order: TicketOrder | undefined,
  { instrument, leverage, position }: TicketContext,
): OrderPreview | undefined {
  const request = order === undefined ? undefined : previewRequest(order, instrument)
  const asked = request === undefined ? '' : JSON.stringify(request)
  const around = [leverage, position?.side, position?.sizeLots, position?.entryValue].join(' ')
  const key = `${asked} ${around}`
  const [seen, setSeen] = useState<Seen>()
  useEffect(() => {
    if (asked === '') return undefined
    let isOver = false
    const look = async (): Promise<void> => {
      const answer = await previewOf(JSON.parse(asked) as LookRequest, instrument)
      if (isOver) return
      setSeen({ key, look: answer })
      timer = setTimeout(() => void look(), refreshMs)
    }
    let timer = setTimeout(() => void look(), debounceMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [asked, key, instrument])
  return seen?.key === key ? seen.look : undefined
}

/** Writes the change of the account's initial margin, which is in dollars whatever settles. */
export const marginWords = (format: Format, { margin }: OrderPreview): string =>
  `${format.money(exactE8(margin), 'USD', { signed: true })} USD`
