// The trader's positions in the legs of a combination, and the wallet's coins for a spot leg.

import { zero } from '@basis/domain/numbers/fixed'
import { NOTHING } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { instrumentOf } from '../../stores/catalogue.ts'
import { exactE8, useInstrumentFormat } from '../../stores/instrument-format.ts'
import { positionFigures } from '../../stores/position-figures.ts'
import { usePositions } from '../../stores/positions.ts'
import { useSpreadMarket } from '../../stores/spread/spreads.ts'
import { coinOf, useWallet } from '../../stores/wallet.ts'
import { Cell, EmptyRow, HeadCell, Table } from '../../ui/table/Table.tsx'
import { TableBody, TableHead, TableRow } from '../../ui/table/Table.tsx'
import { heldInLegs, type HeldInLeg } from './spread-legs.ts'

export function SpreadLegs({ symbol }: { symbol: string }) {
  const t = useT()
  const market = useSpreadMarket(symbol)
  const positions = usePositions() ?? []
  const legs = market?.instrument.legs ?? []
  const prices = market === undefined ? [] : [market.ticker.farPrice, market.ticker.nearPrice]
  const open = positions.map(({ position }) => position)
  const held = heldInLegs(legs, prices, open)
  const pair = legs.find(({ symbol: leg }) => instrumentOf(leg)?.kind === 'Spot')
  const coin = pair === undefined ? undefined : instrumentOf(pair.symbol)?.baseCoin
  return (
    <Table label={t('spread.tab_legs')} className="h-auto!">
      <TableHead>
        <HeadCell>{t('positions.contract')}</HeadCell>
        <HeadCell align="end">{t('positions.size')}</HeadCell>
        <HeadCell align="end">{t('positions.entry')}</HeadCell>
        <HeadCell align="end">{t('positions.mark')}</HeadCell>
        <HeadCell align="end">{t('positions.unrealised')}</HeadCell>
      </TableHead>
      <TableBody>
        {held.length === 0 && coin === undefined && (
          <EmptyRow columns={5}>{t('positions.empty')}</EmptyRow>
        )}
        {held.map((each) => (
          <LegPosition key={`${each.position.symbol} ${each.position.side}`} {...each} />
        ))}
        {coin !== undefined && <LegCoin coin={coin} />}
      </TableBody>
    </Table>
  )
}

function LegPosition({ position, instrument, markE8 }: HeldInLeg) {
  const t = useT()
  const words = useInstrumentFormat(instrument)
  const figures = positionFigures(position, instrument, {
    markE8: markE8 ?? position.entryPriceE8,
    basis: 'MarkPrice',
  })
  const isLong = position.side === 'Buy'
  const pnl = words.settle(figures.unrealised, { signed: true, rounding: 'down' })
  return (
    <TableRow>
      <Cell second={t(isLong ? 'positions.long' : 'positions.short')}>{position.symbol}</Cell>
      <Cell align="end">
        <span className={isLong ? 'text-up' : 'text-down'}>{words.qty(position.sizeLots)}</span>
      </Cell>
      <Cell align="end">{words.priceE8(figures.entryE8)}</Cell>
      <Cell align="end">{markE8 === undefined ? NOTHING : words.priceE8(markE8)}</Cell>
      <Cell align="end">{markE8 === undefined ? NOTHING : `${pnl} ${instrument.settleCoin}`}</Cell>
    </TableRow>
  )
}

/** A spot leg is not a position: the wallet's balance of the coin is shown. */
function LegCoin({ coin }: { coin: string }) {
  const format = useFormat()
  const held = coinOf(useWallet(), coin)
  return (
    <TableRow>
      <Cell>{coin}</Cell>
      <Cell align="end">{format.money(exactE8(held?.balance ?? zero), coin)}</Cell>
      <Cell align="end">--</Cell>
      <Cell align="end">--</Cell>
      <Cell align="end">--</Cell>
    </TableRow>
  )
}
