// Liquidations of a contract over time, longs downward and shorts upward, and the newest of them.

import { useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { priceDecimals, qtyDecimals, valueCoin } from '@basis/domain/instrument/instrument'
import { parseDecimal, zero } from '@basis/domain/numbers/fixed'
import { resolutionMs, type Resolution } from '@basis/domain/instrument/candle'
import type { CallAnswer } from '@basis/protocol/calls'
import { askShown } from '../../client/page-calls.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import type { Listing } from '../../stores/catalogue.ts'
import { exactE8 } from '../../stores/instrument-format.ts'
import { useLiquidations } from '../../stores/trades.ts'
import { Cell, HeadCell, Table, TableBody, TableHead, TableRow } from '../../ui/table/Table.tsx'
import { limitOf, type InterestStep } from './interest-steps.ts'
import { Figure } from './Section.tsx'
import { SteppedSection } from './SteppedSection.tsx'
import { TimeChart } from '../../ui/time-chart/TimeChart.tsx'

type Liquidations = CallAnswer<'marketLiquidations'>
/** The sums are requested again when a liquidation is pushed, and as buckets end. */
const refreshMs = 60_000

const valueE8 = (text: string): bigint => parseDecimal(text, 8) ?? zero

export function LiquidationHistory({ listing }: { listing: Listing }) {
  const t = useT()
  const { symbol } = listing
  const [step, setStep] = useState<InterestStep>('60')
  const pushed = useLiquidations(symbol)
  const { data, isError, refetch } = useQuery({
    queryKey: ['marketLiquidations', symbol, step],
    queryFn: () =>
      askShown('marketLiquidations', { symbol, resolution: step, limit: limitOf(step) }),
    refetchInterval: refreshMs,
    retry: 1,
  })
  const [last] = pushed ?? []
  useEffect(() => {
    if (last !== undefined) void refetch({ cancelRefetch: false })
  }, [last, refetch])
  const newest = pushed ?? data?.newest ?? []
  return (
    <SteppedSection
      title={t('instrument.liquidations')}
      step={step}
      onStep={setStep}
      isEmpty={data && data.list.length === 0 && newest.length === 0}
      isError={isError}
      nothing={t('instrument.noLiquidations')}
    >
      <Sums listing={listing} list={data?.list ?? []} resolution={step} />
      <Newest listing={listing} newest={newest} />
    </SteppedSection>
  )
}

function Sums({
  listing: { instrument },
  list,
  resolution,
}: {
  listing: Listing
  list: Liquidations['list']
  resolution: Resolution
}) {
  const t = useT()
  const format = useFormat()
  const coin = valueCoin(instrument)
  const written = (value: bigint): string => `${format.compact(exactE8(value))} ${coin}`
  const sumOf = (side: 'longValue' | 'shortValue'): bigint =>
    list.reduce<bigint>((sum, bucket) => sum + valueE8(bucket[side]), zero)
  // Both sides are drawn in the middle of their bucket: liquidated longs as negative values.
  const half = (resolutionMs(resolution) ?? 0) / 2
  const points = list.flatMap(({ startE3, longValue, shortValue }) => [
    { timeMs: startE3 + half, value: -Number(valueE8(longValue)) },
    { timeMs: startE3 + half, value: Number(valueE8(shortValue)) },
  ])
  return (
    <>
      <dl className="grid grid-cols-2 gap-3">
        <Figure name={t('instrument.longsFell')} help="instrument.liquidationsHelp">
          {written(sumOf('longValue'))}
        </Figure>
        <Figure name={t('instrument.shortsFell')}>{written(sumOf('shortValue'))}</Figure>
      </dl>
      {points.length > 0 && (
        <TimeChart
          writeTime={format.dateTime}
          label={t('instrument.liquidations')}
          kind="bars"
          points={points}
          write={(value) => written(BigInt(Math.round(value)))}
        />
      )}
    </>
  )
}

function Newest({
  listing,
  newest,
}: {
  listing: Listing
  newest: readonly Liquidations['newest'][number][]
}) {
  const t = useT()
  const format = useFormat()
  const { instrument } = listing
  const [prices, quantities] = [priceDecimals(instrument), qtyDecimals(instrument)]
  if (newest.length === 0) return null
  return (
    <Table
      label={t('instrument.newestLiquidations')}
      density="compact"
      className="max-h-64 shrink-0"
    >
      <TableHead>
        <HeadCell>{t('book.time')}</HeadCell>
        <HeadCell>{t('history.side')}</HeadCell>
        <HeadCell align="end">{t('history.quantity')}</HeadCell>
        <HeadCell align="end">{t('book.price')}</HeadCell>
      </TableHead>
      <TableBody>
        {newest.map(({ timeE3, side, qty, price }, at) => (
          <TableRow key={`${timeE3} ${newest.length - at}`}>
            <Cell>{format.dateTime(timeE3)}</Cell>
            <Cell className={side === 'Buy' ? 'text-down' : 'text-up'}>
              {t(side === 'Buy' ? 'history.long' : 'history.short')}
            </Cell>
            <Cell align="end">{format.quantity(qty, quantities)}</Cell>
            <Cell align="end">{format.price(price, prices)}</Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
