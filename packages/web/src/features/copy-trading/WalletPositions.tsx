// The positions of a wallet, each with buttons that close, reverse or protect it.

import type { WireCopyPosition } from '@basis/protocol/copy/calls'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useSymbolPrice } from '../../stores/instrument-format.ts'
import { Button } from '../../ui/Button.tsx'
import { toneOf } from '../../ui/table/NamedFigures.tsx'
import { Cell, EmptyRow, HeadCell, Table, TableBody, TableHead } from '../../ui/table/Table.tsx'
import { TableRow } from '../../ui/table/Table.tsx'

type Props = {
  positions: readonly WireCopyPosition[]
  onClose: (position: WireCopyPosition) => void
  /** Only for a leader's wallet, like the next. */
  onReverse?: ((position: WireCopyPosition) => void) | undefined
  onTpsl?: ((position: WireCopyPosition) => void) | undefined
}

export function WalletPositions({ positions, ...acts }: Props) {
  const t = useT()
  return (
    <Table label={t('positions.title')} className="h-auto! shrink-0" cards>
      <TableHead>
        <HeadCell>{t('positions.contract')}</HeadCell>
        <HeadCell align="end">{t('positions.size')}</HeadCell>
        <HeadCell align="end">{t('positions.entry')}</HeadCell>
        <HeadCell align="end">{t('positions.liquidation')}</HeadCell>
        <HeadCell align="end">{t('positions.unrealised')}</HeadCell>
        <HeadCell align="end">{t('tpsl.column')}</HeadCell>
        <HeadCell align="end">{t('positions.close')}</HeadCell>
      </TableHead>
      <TableBody>
        {positions.length === 0 && <EmptyRow columns={7}>{t('positions.empty')}</EmptyRow>}
        {positions.map((position) => (
          <Row key={`${position.symbol} ${position.positionIdx}`} position={position} {...acts} />
        ))}
      </TableBody>
    </Table>
  )
}

type RowProps = Omit<Props, 'positions'> & { position: WireCopyPosition }

function Row({ position, onClose, onReverse, onTpsl }: RowProps) {
  const t = useT()
  const format = useFormat()
  const { symbol, side, leverage, takeProfit, stopLoss } = position
  const priceOf = useSymbolPrice()
  const price = (text: string): string => priceOf(symbol, text)
  const figure = (label: string, value: string, tone?: string) => (
    <Cell align="end" label={label}>
      <span className={tone}>{value}</span>
    </Cell>
  )
  return (
    <TableRow>
      <Cell second={`${t(side === 'Buy' ? 'positions.long' : 'positions.short')} ${leverage}x`}>
        {symbol}
      </Cell>
      {figure(t('positions.size'), format.trimmed(position.size))}
      {figure(t('positions.entry'), price(position.entryPrice))}
      {figure(t('positions.liquidation'), price(position.liqPrice))}
      {figure(
        t('positions.unrealised'),
        format.money(position.unrealisedPnl, 'USDT', { signed: true }),
        toneOf(position.unrealisedPnl),
      )}
      {figure(t('tpsl.column'), `${price(takeProfit)} / ${price(stopLoss)}`)}
      <Cell align="end">
        <span className="flex justify-end gap-1">
          {onTpsl !== undefined && (
            <Button
              size="sm"
              aria-label={t('tpsl.edit', { symbol })}
              onClick={() => onTpsl(position)}
            >
              {t('tpsl.column')}
            </Button>
          )}
          {onReverse !== undefined && (
            <Button
              size="sm"
              aria-label={t('positions.reverseOf', { symbol })}
              onClick={() => onReverse(position)}
            >
              {t('positions.reverse')}
            </Button>
          )}
          <Button
            size="sm"
            aria-label={t('positions.closeMarketOf', { symbol })}
            onClick={() => onClose(position)}
          >
            {t('positions.close')}
          </Button>
        </span>
      </Cell>
    </TableRow>
  )
}
