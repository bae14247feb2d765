// The cumulative depth of the book around its mid price, and the depth within one, two and five
// percent of it.

import { useState } from 'react'
import { qtyCoin, valueCoin } from '@basis/domain/instrument/instrument'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useBookNow, type Book } from '../../stores/book.ts'
import type { Listing } from '../../stores/catalogue.ts'
import { exactE8, useInstrumentFormat } from '../../stores/instrument-format.ts'
import { EmptyState, Skeleton } from '../../ui/Skeleton.tsx'
import { Cell, HeadCell, Table, TableBody, TableHead, TableRow } from '../../ui/table/Table.tsx'
import {
  boundTicks,
  depthAt,
  depthOutline,
  depthSteps,
  depthUpTo,
  doubleMid,
  drawnSpan,
  mostDrawn,
  type BookSide,
  type DepthPoint,
  type DepthSum,
} from './depth-curve.ts'
import { Scrub } from '../../ui/time-chart/Scrub.tsx'
import { Section } from './Section.tsx'

const box = { width: 1000, height: 240 }
/** The number of pointer positions from edge to edge. */
const places = 201
const bounds = [1, 2, 5] as const

export function DepthChart({ listing }: { listing: Listing }) {
  const t = useT()
  const book = useBookNow(listing.symbol, true)
  const mid2 = book === undefined ? undefined : doubleMid(book)
  return (
    <Section title={t('instrument.depth')}>
      {book === undefined ? (
        <Skeleton className="h-60" />
      ) : mid2 === undefined ? (
        <EmptyState title={t('instrument.noDepth')} />
      ) : (
        <>
          <Curves listing={listing} book={book} mid2={mid2} />
          <Sums listing={listing} book={book} mid2={mid2} />
        </>
      )}
    </Section>
  )
}

type DepthProps = { listing: Listing; book: Book; mid2: number }

function Curves({ listing, book, mid2 }: DepthProps) {
  const t = useT()
  const { instrument } = listing
  const words = useInstrumentFormat(instrument)
  const textOf = usePointText(listing)
  const [at, setAt] = useState<number>()
  const span = drawnSpan(book, mid2)
  const sides = { bids: depthSteps(book.bids), asks: depthSteps(book.asks) }
  const drawn = { ...box, mid2, span, mostLots: mostDrawn(sides, { mid2, span }) }
  const place = at === undefined ? undefined : at / (places - 1)
  const text =
    place === undefined
      ? t('instrument.depthHint')
      : textOf(depthAt(instrument, book, { mid2, span }, place))
  return (
    <div className="flex flex-col gap-1">
      <p className="min-h-4 text-xs text-soft tabular-nums" data-readout="depth">
        {text}
      </p>
      <Scrub
        label={t('instrument.depth')}
        count={places}
        at={at}
        onAt={setAt}
        text={text}
        place={place}
        placeOf={(part) => Math.round(part * (places - 1))}
        className="h-60"
      >
        <svg
          viewBox={`0 0 ${box.width} ${box.height}`}
          preserveAspectRatio="none"
          className="size-full"
          aria-hidden
        >
          <polygon
            points={depthOutline('bids', sides.bids, drawn)}
            className="fill-up/20 stroke-up"
            vectorEffect="non-scaling-stroke"
          />
          <polygon
            points={depthOutline('asks', sides.asks, drawn)}
            className="fill-down/20 stroke-down"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
      </Scrub>
      <p className="flex justify-between text-2xs text-muted tabular-nums" aria-hidden>
        <span>{words.price(Math.round(mid2 / 2 - span))}</span>
        <span>{words.priceE8((mid2 * instrument.tickSizeE8) / 2)}</span>
        <span>{words.price(Math.round(mid2 / 2 + span))}</span>
      </p>
    </div>
  )
}

function usePointText({ instrument }: Listing): (point: DepthPoint) => string {
  const t = useT()
  const format = useFormat()
  const words = useInstrumentFormat(instrument)
  return ({ ticks, distanceE6, qty, value }) =>
    t('instrument.depthPoint', {
      price: words.price(ticks),
      distance: format.percent({ units: distanceE6, scale: 4 }),
      qty: `${words.base(qty)} ${qtyCoin(instrument)}`,
      value: `${format.compact(exactE8(value))} ${valueCoin(instrument)}`,
    })
}

function Sums({ listing, book, mid2 }: DepthProps) {
  const t = useT()
  const format = useFormat()
  const { instrument } = listing
  const words = useInstrumentFormat(instrument)
  const sumOf = (side: BookSide, percent: number): DepthSum =>
    depthUpTo(instrument, side, book[side], boundTicks(side, mid2, percent))
  const written = ({ qty, isWhole }: DepthSum): string => `${isWhole ? '' : '≥ '}${words.base(qty)}`
  const worth = ({ value }: DepthSum): string => format.compact(exactE8(value))
  const unit = { coin: qtyCoin(instrument), value: valueCoin(instrument) }
  return (
    <Table label={t('instrument.depthSums')} density="compact" className="h-auto shrink-0">
      <TableHead>
        <HeadCell>{t('instrument.within')}</HeadCell>
        <HeadCell align="end" wraps>
          {t('instrument.bidsIn', unit)}
        </HeadCell>
        <HeadCell align="end" wraps>
          {t('instrument.asksIn', unit)}
        </HeadCell>
      </TableHead>
      <TableBody>
        {bounds.map((percent) => {
          const [bids, asks] = [sumOf('bids', percent), sumOf('asks', percent)]
          return (
            <TableRow key={percent}>
              <Cell>±{percent}%</Cell>
              <Cell align="end" second={worth(bids)} className="text-up">
                {written(bids)}
              </Cell>
              <Cell align="end" second={worth(asks)} className="text-down">
                {written(asks)}
              </Cell>
            </TableRow>
          )
        })}
      </TableBody>
    </Table>
  )
}
