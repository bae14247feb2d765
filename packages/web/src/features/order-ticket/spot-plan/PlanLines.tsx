// The lines under a side's button of a conditional spot order: quantity, total, maximum, fee, and
// the amount still missing of the coins that it needs at its trigger.

import type { ReactNode } from 'react'
import { useT } from '../../../i18n/i18n.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { exactE8, useInstrumentFormat } from '../../../stores/instrument-format.ts'
import { Explained } from '../../../ui/Tooltip.tsx'
import type { TicketContext } from '../ticket.ts'
import type { PlanOrder } from './plan-form.ts'

type LinesProps = { order: PlanOrder; context: TicketContext }

export function PlanLines({ order, context: { instrument } }: LinesProps) {
  const t = useT()
  const format = useFormat()
  const words = useInstrumentFormat(instrument)
  const { lots, figures, side } = order
  const { total, least, fee, feeCoin, maxLots, lacking } = figures
  const isBuy = side === 'Buy'
  const rounding = isBuy ? 'up' : 'down'
  const money = (value: bigint, coin: string, how: 'up' | 'down'): string =>
    `${format.money(exactE8(value), coin, { rounding: how })} ${coin}`
  const qty = (value: number | undefined): string =>
    value === undefined ? '--' : `${words.qty(value)} ${instrument.baseCoin}`
  return (
    <>
      <dl className="flex flex-col text-xs leading-4">
        <Line label={t('ticket.qtyApprox')}>{qty(lots === 0 ? undefined : lots)}</Line>
        <Line label={t(isBuy ? 'ticket.costPay' : 'ticket.costReceive')}>
          {least !== undefined && `${words.quote(least, { rounding })} – `}
          {total === undefined ? '--' : money(total, instrument.quoteCoin, rounding)}
        </Line>
        <Line label={t('ticket.max')}>{qty(maxLots)}</Line>
        <Line
          label={<Explained content={t('ticket.spotFeeHelp')}>{t('ticket.spotFee')}</Explained>}
        >
          {fee === undefined ? '--' : money(fee, feeCoin, 'up')}
        </Line>
      </dl>
      {lacking !== undefined && (
        <p role="note" className="text-2xs leading-3.5 text-warn">
          {t('plans.lacking', {
            needed: money(lacking.needed, lacking.coin, 'up'),
            own: money(lacking.own, lacking.coin, 'down'),
          })}
        </p>
      )}
    </>
  )
}

function Line({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-1">
      <dt className="shrink-0 text-muted">{label}</dt>
      <dd className="ml-auto min-w-0 text-right text-soft">{children}</dd>
    </div>
  )
}
