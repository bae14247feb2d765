// Lines below an order's TP/SL: targets at multiples of the risk, and the result at stop and target
// in money and as multiples of the loss.

import type { ReactNode } from 'react'
import { qtyCoin } from '@basis/domain/instrument/instrument'
import { amount, zero, type Amount, type PriceTicks } from '@basis/domain/numbers/fixed'
import type { Side } from '@basis/domain/orders/order'
import { useInstrumentFormat } from '../../stores/instrument-format.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Button } from '../../ui/Button.tsx'
import { Explained } from '../../ui/Tooltip.tsx'
import type { SideFigures } from './ticket-figures.ts'
import { riskMultiples, riskView, targetTicks } from './ticket-risk.ts'
import type { TicketContext, TicketDraft } from './ticket.ts'

type Props = {
  draft: TicketDraft
  context: TicketContext
  /** Undefined without an account to compute them for. */
  figures: Readonly<Record<Side, SideFigures>> | undefined
  onTarget: (ticks: PriceTicks) => void
}

export function RiskLines({ draft, context, figures, onTarget }: Props) {
  const t = useT()
  const lotsOf = (side: Side): SideFigures['lots'] => figures?.[side].lots ?? noLots
  const view = riskView(draft, context, lotsOf)
  if (view === undefined) return null
  return (
    <div className="col-span-3 flex flex-col gap-1 text-xs">
      <div role="group" aria-label={t('ticket.targets')} className="flex items-center gap-1">
        <span className="mr-auto text-muted">{t('ticket.targets')}</span>
        {riskMultiples.map((times) => {
          const ticks = targetTicks(draft, context, { times, lotsOf })
          return (
            <Button
              key={times}
              size="sm"
              disabled={ticks === undefined}
              aria-label={t('ticket.targetAt', { times })}
              onClick={() => ticks !== undefined && onTarget(ticks)}
            >
              {`${times}R`}
            </Button>
          )
        })}
      </div>
      <Outcome view={view} instrument={context.instrument} />
    </div>
  )
}

const noLots = 0 as SideFigures['lots']

type OutcomeProps = {
  view: NonNullable<ReturnType<typeof riskView>>
  instrument: TicketContext['instrument']
}

function Outcome({ view, instrument }: OutcomeProps) {
  const t = useT()
  const format = useFormat()
  const words = useInstrumentFormat(instrument)
  const { bracket, tooSmall, isByBook, isBookShort, wholeAtStop, closingLots, taken } = view
  const { settleCoin, minQtyLots } = instrument
  const coin = qtyCoin(instrument)
  const won = (value: Amount): string =>
    `${words.settle(value, { signed: true, rounding: 'down' })} ${settleCoin}`
  if (taken !== undefined) {
    const loss = words.settle(amount(-taken), { rounding: 'up' })
    return <Warning>{t('ticket.riskTaken', { loss, coin: settleCoin })}</Warning>
  }
  if (tooSmall !== undefined) {
    const loss = `${words.settle(tooSmall.loss, { rounding: 'up' })} ${settleCoin}`
    const risk = `${words.settle(tooSmall.risk)} ${settleCoin}`
    return (
      <Warning>
        {t('ticket.riskTooSmall', { qty: words.qty(minQtyLots), coin, loss, risk })}
      </Warning>
    )
  }
  const closing = closingLots > 0 && (
    <Warning>{t('ticket.riskCloses', { qty: words.qty(closingLots), coin })}</Warning>
  )
  if (bracket === undefined) return closing
  const { atStop, atTarget, entryE8, rewardE2, slippageE8 } = bracket
  const slippage = format.percent({ units: slippageE8, scale: 6 }, { signed: false })
  return (
    <>
      <dl className="flex flex-col leading-4">
        {isByBook && (
          <Row label={t('ticket.entryAt')}>{`${words.priceE8(entryE8)} (${slippage})`}</Row>
        )}
        <Row label={<Explained content={t('ticket.riskHelp')}>{t('ticket.lossAtStop')}</Explained>}>
          <span className="text-down">{won(atStop)}</span>
          {' · 1R'}
        </Row>
        {wholeAtStop !== undefined && (
          <Row
            label={<Explained content={t('ticket.wholeHelp')}>{t('ticket.wholeAtStop')}</Explained>}
          >
            <span className={wholeAtStop < zero ? 'text-down' : 'text-up'}>{won(wholeAtStop)}</span>
          </Row>
        )}
        {atTarget !== undefined && (
          <Row label={t('ticket.gainAtTarget')}>
            <span className="text-up">{won(atTarget)}</span>
            {rewardE2 !== undefined &&
              ` · ${format.decimal({ units: rewardE2, scale: 2 }, { scale: 2 })}R`}
          </Row>
        )}
      </dl>
      {closing}
      {isBookShort && (
        <Warning>{t('ticket.riskOfBook', { qty: words.qty(bracket.lots), coin })}</Warning>
      )}
    </>
  )
}

function Row({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-1">
      <dt className="text-muted">{label}</dt>
      <dd className="ml-auto text-soft">{children}</dd>
    </div>
  )
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="text-2xs leading-3.5 text-warn">
      {children}
    </p>
  )
}
