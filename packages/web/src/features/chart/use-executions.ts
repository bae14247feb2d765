// The account's latest fills of the shown symbol, for the marks on its chart: requested once, then
// received as they happen.

import { useEffect, useState } from 'react'
import type { ExecutionMark } from '@basis/chart/lines'
import { qtyCoin, type Instrument } from '@basis/domain/instrument/instrument'
import { maxPageRows } from '@basis/protocol/wire'
import type { WireExecution } from '@basis/protocol/order'
import { useConnection } from '../../client/connection.ts'
import { ask } from '../../client/http.ts'
import { useInstrumentFormat } from '../../stores/instrument-format.ts'
import { onFill } from '../../stores/orders.ts'
import { useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { mergedFills, orderMarks } from './execution-marks.ts'

const none: readonly WireExecution[] = []

/** Returns the marks of the fills; none while they are switched off or nobody is signed in. */
export function useExecutions(instrument: Instrument, isShown: boolean): readonly ExecutionMark[] {
  const t = useT()
  const words = useInstrumentFormat(instrument)
  const uid = useSession(({ user }) => user?.uid)
  const { symbol } = instrument
  const isWanted = isShown && uid !== undefined
  const [fills, setFills] = useState<{ key: string; list: readonly WireExecution[] }>()
  const key = `${uid} ${symbol}`
  useEffect(() => {
    if (!isWanted) return undefined
    return followFills(symbol, (list) =>
      setFills((before) => ({
        key,
        list: mergedFills(before?.key === key ? before.list : none, list),
      })),
    )
  }, [isWanted, key, symbol])
  if (!isWanted || fills?.key !== key) return noMarks
  return orderMarks(fills.list, instrument).map(({ id, side, timeMs, qty, priceE8 }) => ({
    id,
    timeMs,
    price: priceE8 / 1e8,
    side: side === 'Buy' ? 'buy' : 'sell',
    tooltip: t(side === 'Buy' ? 'chart.boughtAt' : 'chart.soldAt', {
      qty: `${words.base(qty)} ${qtyCoin(instrument)}`,
      price: words.priceE8(priceE8),
    }),
  }))
}

/**
 * Passes on a symbol's latest fills and each further one; returns a function that stops it. Fills
 * during a lost connection are not pushed again, so the latest are requested when it is back.
 */
export function followFills(
  symbol: string,
  take: (fills: readonly WireExecution[]) => void,
): () => void {
  let isGone = false
  let isLost = false
  const load = async (): Promise<void> => {
    const outcome = await ask('executions', { symbol, limit: maxPageRows, execType: 'Trade' })
    if (!isGone && outcome.ok) take(outcome.value.list)
  }
  const stopFills = onFill((fill) => {
    if (fill.symbol === symbol) take([fill])
  })
  const stopLink = useConnection.subscribe(({ privateLink }, before) => {
    if (privateLink === before.privateLink) return
    if (privateLink === 'open' && isLost) void load()
    isLost = privateLink !== 'open' && (isLost || before.privateLink === 'open')
  })
  void load()
  return () => {
    isGone = true
    stopFills()
    stopLink()
  }
}

const noMarks: readonly ExecutionMark[] = []
