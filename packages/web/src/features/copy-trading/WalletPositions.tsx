// The positions of a wallet, each with its ways out.

import type { WireCopyPosition } from '@basis/protocol/copy/calls'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Button } from '../../ui/Button.tsx'
import { Cell, EmptyRow, HeadCell, Table, TableBody, TableHead } from '../../ui/table/Table.tsx'
import { TableRow } from '../../ui/table/Table.tsx'

type Props = {
  positions: readonly WireCopyPosition[]
  onClose: (position: WireCopyPosition) => void
  /** Of a leader's wallet alone. */
  onReverse?: ((position: WireCopyPosition) => void) | undefined
}

export function WalletPositions({ positions, onClose, onReverse }: Props) {
  const t = useT()
  const format = useFormat()
  return (
    <Table label={t('positions.title')} className="h-auto! shrink-0">
      <TableHead>
        <HeadCell>{t('positions.contract')}</HeadCell>
        <HeadCell align="end">{t('positions.size')}</HeadCell>
        <HeadCell align="end">{t('positions.entry')}</HeadCell>
        <HeadCell align="end">{t('positions.liquidation')}</HeadCell>
        <HeadCell align="end">{t('positions.unrealised')}</HeadCell>
        <HeadCell align="end">{t('positions.close')}</HeadCell>
      </TableHead>
      <TableBody>
        {positions.length === 0 && <EmptyRow columns={6}>{t('positions.empty')}</EmptyRow>}
        {positions.map((position) => {
          const { symbol, positionIdx, side, leverage } = position
          const isLong = side === 'Buy'
          return (
            <TableRow key={`${symbol} ${positionIdx}`}>
              <Cell second={`${t(isLong ? 'positions.long' : 'positions.short')} ${leverage}x`}>
                {symbol}
              </Cell>
              <Cell align="end">{format.decimal(position.size, { scale: 8, trimTo: 0 })}</Cell>
              <Cell align="end">
                {format.decimal(position.entryPrice, { scale: 8, trimTo: 1 })}
              </Cell>
              <Cell align="end">
                {position.liqPrice === ''
                  ? '--'
                  : format.decimal(position.liqPrice, { scale: 8, trimTo: 1 })}
              </Cell>
              <Cell align="end">
                {format.money(position.unrealisedPnl, 'USDT', { signed: true })}
              </Cell>
              <Cell align="end">
                <span className="flex justify-end gap-1">
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
        })}
      </TableBody>
    </Table>
  )
}
