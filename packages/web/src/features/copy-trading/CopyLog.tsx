// The log of copied orders, newest first, and why an order was not copied.

import { copySkips } from '@basis/domain/copy/record'
import type { WireCopyEntry } from '@basis/protocol/copy/calls'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Cell, EmptyRow, HeadCell, Table, TableBody, TableHead } from '../../ui/table/Table.tsx'
import { TableRow } from '../../ui/table/Table.tsx'

export function CopyLog({ log, isOpen }: { log: readonly WireCopyEntry[]; isOpen: boolean }) {
  const t = useT()
  const format = useFormat()
  const qty = (text: string): string => format.trimmed(text)
  const because = (reason: string): string => {
    const known = copySkips.find((each) => each === reason)
    return t({ key: `copy.why_${known ?? 'refused'}` })
  }
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
            <TableRow key={`${entry.timeE3} ${at}`}>
              <Cell label={t('history.time')}>{format.dateTime(entry.timeE3)}</Cell>
              <Cell second={t({ key: `copy.act_${entry.act}` })} label={t('positions.contract')}>
                {entry.symbol}
              </Cell>
              <Cell
                align="end"
                second={format.decimal(entry.leaderPrice, { scale: 4, trimTo: 1 })}
                label={t('copy.leaderDid')}
              >
                {qty(entry.leaderQty)}
              </Cell>
              <Cell
                align="end"
                second={entry.reason === '' ? undefined : because(entry.reason)}
                label={t('copy.copied')}
              >
                {qty(entry.filledQty)}
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </details>
  )
}
