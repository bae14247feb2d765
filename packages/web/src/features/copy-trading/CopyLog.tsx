// The log of copied orders, newest first, and why an order was not copied.

import { copySkips } from '@basis/domain/copy/record'
import { priceDecimals } from '@basis/domain/instrument/instrument'
import type { WireCopyEntry } from '@basis/protocol/copy/calls'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useListing } from '../../stores/catalogue.ts'
import { Cell, EmptyRow, HeadCell, Table, TableBody, TableHead } from '../../ui/table/Table.tsx'
import { TableRow } from '../../ui/table/Table.tsx'

export function CopyLog({ log, isOpen }: { log: readonly WireCopyEntry[]; isOpen: boolean }) {
  const t = useT()
  return (
    <details open={isOpen || undefined}>
      <summary className="cursor-pointer text-xs text-soft">{t('copy.log')}</summary>
      <Table label={t('copy.log')} className="h-auto! shrink-0" cards>
        <TableHead>
          <HeadCell>{t('history.time')}</HeadCell>
          <HeadCell>{t('positions.contract')}</HeadCell>
          <HeadCell align="end">{t('copy.leaderDid')}</HeadCell>
          <HeadCell align="end">{t('copy.copied')}</HeadCell>
        </TableHead>
        <TableBody>
          {log.length === 0 && <EmptyRow columns={4}>{t('copy.noLog')}</EmptyRow>}
          {log.map((entry, at) => (
            <Entry key={`${entry.timeE3} ${at}`} entry={entry} />
          ))}
        </TableBody>
      </Table>
    </details>
  )
}

function Entry({ entry }: { entry: WireCopyEntry }) {
  const t = useT()
  const format = useFormat()
  const { timeE3, act, symbol, leaderPrice, leaderQty, filledQty, reason } = entry
  const instrument = useListing(symbol)?.instrument
  const price = instrument && format.price(leaderPrice, priceDecimals(instrument))
  const because = (): string => {
    const known = copySkips.find((each) => each === reason)
    return t({ key: `copy.why_${known ?? 'refused'}` })
  }
  return (
    <TableRow>
      <Cell label={t('history.time')}>{format.dateTime(timeE3)}</Cell>
      <Cell second={t({ key: `copy.act_${act}` })} label={t('positions.contract')}>
        {symbol}
      </Cell>
      <Cell align="end" second={price} label={t('copy.leaderDid')}>
        {format.trimmed(leaderQty)}
      </Cell>
      <Cell align="end" second={reason === '' ? undefined : because()} label={t('copy.copied')}>
        {format.trimmed(filledQty)}
      </Cell>
    </TableRow>
  )
}
