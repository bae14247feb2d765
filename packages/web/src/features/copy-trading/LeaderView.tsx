// One leader: curve, figures, positions delayed by a minute, and closed positions.

import { useQuery } from '@tanstack/react-query'
import type { WireLeader } from '@basis/protocol/copy/calls'
import { useSession } from '../../client/session.ts'
import { rateExact } from '../../i18n/exact-percent.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useSymbolPrice } from '../../stores/instrument-format.ts'
import { Button } from '../../ui/Button.tsx'
import { Cell, EmptyRow, HeadCell, Table, TableBody, TableHead } from '../../ui/table/Table.tsx'
import { TableRow } from '../../ui/table/Table.tsx'
import { askShown } from '../../client/page-calls.ts'
import { LeaderFigures } from './LeaderCards.tsx'
import { LeaderCurve } from './LeaderCurve.tsx'

type Props = { leader: WireLeader; onBack: () => void; onCopy: (leader: WireLeader) => void }

export function LeaderView({ leader: shown, onBack, onCopy }: Props) {
  const t = useT()
  const format = useFormat()
  const { leaderId } = shown
  const uid = useSession(({ user }) => user?.uid)
  const { data } = useQuery({
    queryKey: ['copyLeader', uid, leaderId],
    queryFn: ({ signal }) => askShown('copyLeader', { leaderId }, signal),
    refetchInterval: 3000,
  })
  const leader = data?.leader ?? shown
  const side = (of: 'Buy' | 'Sell'): string =>
    t(of === 'Buy' ? 'positions.long' : 'positions.short')
  const price = useSymbolPrice()
  const qty = (text: string): string => format.trimmed(text)
  const figure = (label: string, value: string) => (
    <Cell align="end" label={label}>
      {value}
    </Cell>
  )
  return (
    <section aria-label={leader.name} className="flex flex-col gap-3 p-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" onClick={onBack}>
          {t('tpsl.back')}
        </Button>
        <h2 className="text-lg font-semibold">{leader.name}</h2>
        <Button
          className="ml-auto"
          size="sm"
          variant="primary"
          disabled={leader.relation !== 'none'}
          onClick={() => onCopy(leader)}
        >
          {t({ key: `copy.relation_${leader.relation}` })}
        </Button>
      </div>
      <div>
        <LeaderCurve curve={leader.curve} />
        <CurveSpan curve={leader.curve} />
      </div>
      <LeaderFigures leader={leader} />
      <h3 className="text-sm font-semibold">{t('copy.delayed')}</h3>
      <Table label={t('copy.delayed')} className="h-auto! shrink-0" cards>
        <TableHead>
          <HeadCell>{t('positions.contract')}</HeadCell>
          <HeadCell align="end">{t('positions.size')}</HeadCell>
          <HeadCell align="end">{t('positions.entry')}</HeadCell>
          <HeadCell align="end">{t('positions.mark')}</HeadCell>
        </TableHead>
        <TableBody>
          {(data?.positions ?? []).length === 0 && (
            <EmptyRow columns={4}>{t('positions.empty')}</EmptyRow>
          )}
          {data?.positions.map((each) => (
            <TableRow key={`${each.symbol} ${each.side}`}>
              <Cell second={`${side(each.side)} ${each.leverage}x`}>{each.symbol}</Cell>
              {figure(t('positions.size'), qty(each.size))}
              {figure(t('positions.entry'), price(each.symbol, each.entryPrice))}
              {figure(t('positions.mark'), price(each.symbol, each.markPrice))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <h3 className="text-sm font-semibold">{t('copy.closed')}</h3>
      <Table label={t('copy.closed')} className="h-auto! shrink-0" cards>
        <TableHead>
          <HeadCell>{t('history.time')}</HeadCell>
          <HeadCell>{t('positions.contract')}</HeadCell>
          <HeadCell align="end">{t('positions.size')}</HeadCell>
          <HeadCell align="end">{t('positions.realised')}</HeadCell>
        </TableHead>
        <TableBody>
          {(data?.history ?? []).length === 0 && (
            <EmptyRow columns={4}>{t('copy.noClosed')}</EmptyRow>
          )}
          {data?.history.map((each, at) => (
            <TableRow key={`${each.closedAtE3} ${at}`}>
              <Cell label={t('history.time')}>{format.dateTime(each.closedAtE3)}</Cell>
              <Cell second={side(each.side)} label={t('positions.contract')}>
                {each.symbol}
              </Cell>
              {figure(t('positions.size'), qty(each.size))}
              {figure(
                t('positions.realised'),
                format.money(each.closedPnl, 'USDT', { signed: true }),
              )}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </section>
  )
}

/** The time range of the curve, with its lowest and highest return. */
function CurveSpan({ curve }: Pick<WireLeader, 'curve'>) {
  const format = useFormat()
  const [first] = curve
  const last = curve.at(-1)
  if (first === undefined || last === undefined) return null
  const returns = curve.map(([, roi]) => roi).toSorted((a, b) => Number(a) - Number(b))
  const share = (roi: string | undefined): string => format.percent(rateExact(roi ?? '0'))
  return (
    <p className="flex flex-wrap justify-between gap-x-3 text-2xs text-muted tabular-nums">
      <span>{format.dateTime(first[0])}</span>
      <span>
        {share(returns[0])} … {share(returns.at(-1))}
      </span>
      <span>{format.dateTime(last[0])}</span>
    </p>
  )
}
