// What an act would come to, asked of the exchange a moment after the last change of its form: the
// account and the positions before and after, or why it would be refused.

import { useEffect, useState } from 'react'
import { amount, type Amount, type PriceTicks } from '@basis/domain/numbers/fixed'
import { parsePrice, parseQty, type Instrument } from '@basis/domain/instrument/instrument'
import type { Side } from '@basis/domain/orders/order'
import type { CallRequest } from '@basis/protocol/calls'
import { decodeAmount } from '@basis/protocol/order'
import type { WirePreview, WireStanding } from '@basis/protocol/preview-calls'
import type { Message } from '../../i18n/message-keys.ts'
import { lookProblem } from '../error-reactions.ts'
import { ask } from '../http.ts'

type PreviewName = 'previewLeverage' | 'previewReverse' | 'previewOrder'

export type Preview = Pick<WirePreview, 'before' | 'after' | 'filled' | 'closedPnl'> & {
  /** Why it would be refused; before and after are then the same. */
  readonly problem: Message | undefined
}

const debounceMs = 200

/** Returns the answer to this very request; undefined for none and before the answer. */
export function usePreview<Name extends PreviewName>(
  name: Name,
  request: CallRequest<Name> | undefined,
): Preview | undefined {
  const asked = request === undefined ? '' : JSON.stringify(request)
  const [seen, setSeen] = useState<{ readonly asked: string; readonly preview: Preview }>()
  useEffect(() => {
    if (asked === '') return undefined
    let isOver = false
    const timer = setTimeout(() => {
      void ask(name, JSON.parse(asked) as CallRequest<Name>).then((outcome) => {
        if (isOver || !outcome.ok) return
        setSeen({ asked, preview: { ...outcome.value, problem: lookProblem(outcome.value) } })
      })
    }, debounceMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [name, asked])
  return asked !== '' && seen?.asked === asked ? seen.preview : undefined
}

/** A position as a preview tells it. */
export type PreviewedPosition = {
  readonly side: Side
  readonly sizeLots: number
  /** Its initial margin and what was added to it, 1e-8 settle coin. */
  readonly margin: Amount
  /** Undefined where no price within the limits liquidates it. */
  readonly liquidationTicks: PriceTicks | undefined
}

/** Returns a position before or after; undefined where nothing is held. */
export function positionIn(
  { positions }: WireStanding,
  positionIdx: number,
  instrument: Instrument,
): PreviewedPosition | undefined {
  const wire = positions.find((row) => row.positionIdx === positionIdx)
  if (wire === undefined || wire.side === 'None') return undefined
  const lots = parseQty(instrument, wire.size)
  const price = wire.liqPrice === '' ? undefined : parsePrice(instrument, wire.liqPrice)
  return {
    side: wire.side,
    sizeLots: typeof lots === 'number' ? lots : 0,
    margin: amount(decodeAmount(wire.positionIM) + decodeAmount(wire.extraMargin)),
    liquidationTicks: typeof price === 'number' ? price : undefined,
  }
}
