// The account's latest fills of the shown symbol, for the arrows on its chart: asked once, then
// heard as they come.

import { useEffect, useState } from 'react'
import type { ExecutionMark } from '@basis/chart/lines'
import type { Instrument } from '@basis/domain/instrument'
import type { WireExecution } from '@basis/protocol/order'
import { ask } from '../../exchange/http.ts'
import { onFill } from '../../exchange/orders.ts'
import { useSession } from '../../exchange/session.ts'
import { useT } from '../../i18n/i18n.ts'

/** As many as are asked for at once, and the most that are kept. */
const ASKED = 100
const KEPT = 300

const none: readonly WireExecution[] = []

/** Returns the marks of a fill each; none while they are switched off or nobody is signed in. */
export function useExecutions(instrument: Instrument, isShown: boolean): readonly ExecutionMark[] {
  const t = useT()
  const uid = useSession(({ user }) => user?.uid)
  const { symbol } = instrument
  const isWanted = isShown && uid !== undefined
  const [fills, setFills] = useState<{ key: string; list: readonly WireExecution[] }>()
  const key = `${uid} ${symbol}`
  useEffect(() => {
    if (!isWanted) return
    let isGone = false
    const take = (list: readonly WireExecution[]): void =>
      setFills((before) => ({
        key,
        list: mergedFills(before?.key === key ? before.list : none, list),
      }))
    const stop = onFill((fill) => {
      if (fill.symbol === symbol) take([fill])
    })
    void ask('executions', { symbol, limit: ASKED, execType: 'Trade' }).then((outcome) => {
      if (!isGone && outcome.ok) take(outcome.value.list)
    })
    return () => {
      isGone = true
      stop()
    }
  }, [isWanted, key, symbol])
  if (!isWanted || fills?.key !== key) return noMarks
  return fills.list.map((fill) => executionMark(fill, t(wordsOf(fill))))
}

const noMarks: readonly ExecutionMark[] = []

/** The newest fills, each once; one order may fill a hundred times in one trade. */
export function mergedFills(
  before: readonly WireExecution[],
  more: readonly WireExecution[],
): readonly WireExecution[] {
  const idOf = ({ execId, orderId }: WireExecution): string => `${execId} ${orderId}`
  const merged = new Map([...before, ...more].map((fill) => [idOf(fill), fill]))
  return [...merged.values()].toSorted((a, b) => a.execTimeE3 - b.execTimeE3).slice(-KEPT)
}

/** A fill as the chart marks it; the chart's prices are plain numbers. */
export function executionMark(fill: WireExecution, tooltip: string): ExecutionMark {
  return {
    id: `${fill.execId} ${fill.orderId}`,
    timeMs: fill.execTimeE3,
    price: Number(fill.execPrice),
    side: fill.side === 'Buy' ? 'buy' : 'sell',
    tooltip,
  }
}

function wordsOf({ side, execQty, execPrice }: WireExecution) {
  const params = { qty: execQty, price: execPrice }
  return { key: side === 'Buy' ? 'chart.boughtAt' : 'chart.soldAt', params } as const
}
