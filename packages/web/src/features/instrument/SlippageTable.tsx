// Market orders of several sizes, and their average price and slippage against the current book.

import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { priceE8, type PriceE8 } from '@basis/domain/numbers/fixed'
import {
  parseQty,
  priceDecimals,
  qtyCoin,
  qtyDecimals,
  valueCoin,
} from '@basis/domain/instrument/instrument'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useViewport } from '../../platform/viewport.ts'
import type { Listing } from '../../stores/catalogue.ts'
import { exactE8, useWirePrice } from '../../stores/instrument-format.ts'
import { useQuoteUsd } from './quote-usd.ts'
import { useTicker } from '../../stores/tickers.ts'
import { NumberInput } from '../../ui/NumberInput.tsx'
import {
  Cell,
  HeadCell,
  SkeletonRows,
  Table,
  TableBody,
  TableHead,
  TableRow,
} from '../../ui/table/Table.tsx'
import { askSlippage, sizesOf, valueOfSize, type Slippage, type SlippageRow } from './slippage.ts'
import { Section } from './Section.tsx'

const refreshMs = 10_000

export function SlippageTable({ listing }: { listing: Listing }) {
  const t = useT()
  const { instrument, symbol } = listing
  const isPhone = useViewport() === 'phone'
  const [own, setOwn] = useState('')
  // The sizes keep to the first price: a table whose sizes change cannot be read.
  const first = useFirstPrice(listing)
  const isOwn = typeof parseQty(instrument, own) === 'number' && Number(own) > 0
  const sizes =
    first === undefined
      ? []
      : [...sizesOf(instrument, first.price, first.quoteUsd), ...(isOwn ? [own] : [])]
  const { data } = useQuery({
    queryKey: ['slippage', symbol, sizes],
    queryFn: () => askSlippage(symbol, sizes),
    enabled: sizes.length > 0,
    refetchInterval: refreshMs,
    placeholderData: (before) => before,
  })
  return (
    <Section
      title={t('instrument.slippage')}
      actions={
        <NumberInput
          label={t('instrument.ownSize')}
          value={own}
          onChange={setOwn}
          rules={{ scale: qtyDecimals(instrument), min: '0' }}
          unit={qtyCoin(instrument)}
          size="sm"
          className="w-56"
        />
      }
    >
      <p className="text-xs text-soft">{t('instrument.slippageHelp')}</p>
      <Table
        label={t('instrument.slippage')}
        density="compact"
        minWidthPx={isPhone ? undefined : 480}
        className="h-auto shrink-0"
      >
        <TableHead>
          <HeadCell sticky>{t('instrument.orderSize')}</HeadCell>
          {isPhone ? (
            <>
              <HeadCell align="end" wraps second={t('instrument.buySlippage')}>
                {t('instrument.buyAverage')}
              </HeadCell>
              <HeadCell align="end" wraps second={t('instrument.sellSlippage')}>
                {t('instrument.sellAverage')}
              </HeadCell>
            </>
          ) : (
            <>
              <HeadCell align="end">{t('instrument.buyAverage')}</HeadCell>
              <HeadCell align="end">{t('instrument.buySlippage')}</HeadCell>
              <HeadCell align="end">{t('instrument.sellAverage')}</HeadCell>
              <HeadCell align="end">{t('instrument.sellSlippage')}</HeadCell>
            </>
          )}
        </TableHead>
        <TableBody>
          {data === undefined && <SkeletonRows columns={isPhone ? 3 : 5} rows={6} />}
          {data?.map((row) => (
            <SizeRow
              key={row.qty}
              listing={listing}
              row={row}
              price={first?.price}
              isPhone={isPhone}
            />
          ))}
        </TableBody>
      </Table>
    </Section>
  )
}

type FirstPrice = { readonly price: PriceE8; readonly quoteUsd: number }

/**
 * The price from which the sizes are computed: the first mark price, for a pair the first last
 * price; with the dollar value of the quote coin at that time.
 */
function useFirstPrice({ symbol, instrument }: Listing): FirstPrice | undefined {
  const ticker = useTicker(symbol)
  const quoteUsd = useQuoteUsd(instrument)
  const { markE8, lastTicks } = ticker ?? {}
  const now = markE8 ?? (lastTicks === undefined ? undefined : lastTicks * instrument.tickSizeE8)
  const [first, setFirst] = useState<FirstPrice>()
  if (first === undefined && now !== undefined && quoteUsd > 0) {
    setFirst({ price: priceE8(now), quoteUsd })
  }
  return first
}

type RowProps = {
  listing: Listing
  row: SlippageRow
  price: PriceE8 | undefined
  isPhone: boolean
}

function SizeRow({ listing: { instrument }, row, price, isPhone }: RowProps) {
  const format = useFormat()
  const scale = qtyDecimals(instrument)
  const value = price === undefined ? undefined : valueOfSize(instrument, row.qty, price)
  const worth =
    value === undefined ? '' : `≈ ${format.compact(exactE8(value))} ${valueCoin(instrument)}`
  return (
    <TableRow>
      <Cell sticky second={worth}>
        {format.quantity(row.qty, scale)} {qtyCoin(instrument)}
      </Cell>
      <SideCells {...{ instrument, isPhone }} qty={row.qty} estimate={row.buy} />
      <SideCells {...{ instrument, isPhone }} qty={row.qty} estimate={row.sell} />
    </TableRow>
  )
}

function SideCells(props: {
  instrument: Listing['instrument']
  isPhone: boolean
  qty: string
  estimate: Slippage | undefined
}) {
  const { instrument, isPhone, qty, estimate } = props
  const t = useT()
  const format = useFormat()
  const best = useWirePrice(instrument)
  if (estimate === undefined) {
    return (
      <>
        <Cell align="end">--</Cell>
        {!isPhone && <Cell align="end">--</Cell>}
      </>
    )
  }
  const isShort = estimate.fillableQty !== qty && Number(estimate.fillableQty) < Number(qty)
  const filled = t('instrument.fillsOnly', {
    qty: format.quantity(estimate.fillableQty, qtyDecimals(instrument)),
  })
  const average = format.price(estimate.avgPrice || undefined, priceDecimals(instrument))
  const slippage = format.funding(estimate.slippage || undefined)
  const warned = isShort ? 'text-accent' : ''
  if (isPhone) {
    return (
      <Cell align="end" className={warned} second={isShort ? `${slippage} · ${filled}` : slippage}>
        {average}
      </Cell>
    )
  }
  return (
    <>
      <Cell align="end" second={t('instrument.bestIs', { price: best(estimate.bestPrice) })}>
        {average}
      </Cell>
      <Cell align="end" second={isShort ? filled : undefined} className={warned}>
        {slippage}
      </Cell>
    </>
  )
}
