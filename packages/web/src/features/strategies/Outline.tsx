// Figures of an algorithmic order before it starts: its orders, and their worst-case cost.

import { useEffect } from 'react'
import { qtyCoin, valueCoin, valueOf, type Instrument } from '@basis/domain/instrument/instrument'
import type { Side } from '@basis/domain/orders/order'
import { useT } from '../../i18n/i18n.ts'
import { showPlannedOrders } from '../../stores/draft.ts'
import { useInstrumentFormat } from '../../stores/instrument-format.ts'
import { Figures } from '../../ui/table/Figures.tsx'
import type { StrategyOutline } from './strategy-form.ts'

type OutlineProps = { instrument: Instrument; side: Side; outline: StrategyOutline }

export function Outline(props: OutlineProps) {
  const { instrument, outline } = props
  const t = useT()
  const words = useInstrumentFormat(instrument)
  usePlan(props)
  const { orders, eachLots, mostLots, ladder, worstTicks, value, fees, isMost } = outline
  const isEven = eachLots === mostLots
  const eachQty = isEven ? words.qty(eachLots) : `${words.qty(eachLots)} – ${words.qty(mostLots)}`
  const coin = qtyCoin(instrument)
  const valueTitle = worstTicks === undefined || ladder.length > 0 ? 'value' : 'valueAtWorst'
  return (
    <>
      {ladder.length > 0 && <Ladder instrument={instrument} outline={outline} />}
      <Figures
        rows={[
          {
            label: t('strategies.orders'),
            now:
              orders === undefined
                ? t('strategies.ordersByVolume')
                : t('strategies.ordersOf', { count: orders, qty: eachQty, coin }),
          },
          {
            label: t('strategies.worst'),
            now: worstTicks === undefined ? t('strategies.worstNone') : words.price(worstTicks),
          },
          {
            label: t(`strategies.${valueTitle}`),
            now: `${words.value(value)} ${valueCoin(instrument)}`,
          },
          {
            label: t(isMost ? 'strategies.fees' : 'strategies.feesEstimated'),
            now: `${words.settle(fees, { rounding: 'up' })} ${instrument.settleCoin}`,
          },
        ]}
      />
    </>
  )
}

/** Shows a scaled order's planned orders on the chart and in the book while its form is open. */
function usePlan({ instrument: { symbol }, side, outline: { ladder } }: OutlineProps): void {
  useEffect(() => {
    const levels = ladder.map(({ priceTicks, lots }) => ({ priceTicks, lots }))
    showPlannedOrders(levels.length === 0 ? undefined : { symbol, side, levels })
  }, [symbol, ladder, side])
  useEffect(() => () => showPlannedOrders(undefined), [])
}

/** The orders of a scaled order, each with a bar for its size relative to the largest. */
function Ladder({ instrument, outline: { ladder } }: Omit<OutlineProps, 'side'>) {
  const t = useT()
  const words = useInstrumentFormat(instrument)
  const largest = Math.max(...ladder.map(({ lots }) => lots))
  const coin = valueCoin(instrument)
  return (
    <ol aria-label={t('strategies.ladder')} className="rounded border border-line py-1 text-xs">
      {ladder.map(({ priceTicks, lots }, at) => (
        <li key={at} className="relative grid grid-cols-3 gap-2 px-2 py-0.5 text-end">
          <span
            aria-hidden
            className="absolute inset-y-0 right-0 bg-accent-tint"
            style={{ width: `${(lots * 100) / largest}%` }}
          />
          <span className="relative text-start">{words.price(priceTicks)}</span>
          <span className="relative">
            {words.qty(lots)} {qtyCoin(instrument)}
          </span>
          <span className="relative text-soft">
            {words.value(valueOf(instrument, priceTicks, lots))} {coin}
          </span>
        </li>
      ))}
    </ol>
  )
}
