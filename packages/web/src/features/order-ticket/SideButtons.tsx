// The two buttons that send, each with its own quantity, cost, maximum and liquidation price.

import { qtyCoin } from '@basis/domain/instrument'
import type { ReactNode } from 'react'
import { sides, type Side } from '@basis/domain/order'
import type { Problem } from '@basis/domain/problems'
import { problemMessage } from '../../exchange/error-reactions.ts'
import { useInstrumentFormat } from '../../exchange/instrument-format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { Explained } from '../../ui/Tooltip.tsx'
import { useOrderLook, type OrderLook } from './order-look.ts'
import type { SideFigures } from './ticket-figures.ts'
import { inHedge, orderOf, type TicketContext, type TicketDraft } from './ticket.ts'

export type SideButtonsProps = {
  draft: TicketDraft
  context: TicketContext
  figures: Readonly<Record<Side, SideFigures>>
  /** Closes both, with this reason. */
  block: string | undefined
  /** The side whose order is on its way. */
  sending: Side | undefined
  onSend: (side: Side) => void
  /** Only this side, on a phone. */
  only: Side | undefined
}

export function SideButtons(props: SideButtonsProps) {
  const shown = props.only === undefined ? sides : [props.only]
  return (
    <div className="flex gap-2 *:min-w-0 *:flex-1">
      {shown.map((side) => (
        <SideColumn key={side} {...props} side={side} />
      ))}
    </div>
  )
}

function SideColumn(props: SideButtonsProps & { side: Side }) {
  const { side, draft, figures, context, sending } = props
  const seen = inHedge(draft, context, side)
  const { lots, problem } = figures[side]
  const isWhole = lots > 0 && problem === undefined
  const look = useOrderLook(isWhole ? orderOf(draft, context, side, lots) : undefined, seen)
  return (
    <div className="flex flex-col gap-1.5">
      <SendButton {...props} isPending={sending === side} figures={figures[side]} />
      <FigureLines side={side} figures={figures[side]} context={context} look={look} />
    </div>
  )
}

/** What is merely not typed yet does not close the button: a click points at the field instead. */
export const isMissing = (problem: Problem | undefined): boolean =>
  problem?.name === 'qtyRequired' || problem?.name === 'priceRequired'

function SendButton(
  props: Omit<SideButtonsProps, 'figures'> & {
    side: Side
    figures: SideFigures
    isPending: boolean
  },
) {
  const t = useT()
  const { side, figures, context, block } = props
  const label = useSideLabel(side, context, props.draft)
  const { problem } = figures
  const told = problem === undefined || isMissing(problem) ? undefined : problemMessage(problem)
  const reason = block ?? (told === undefined ? undefined : t(told))
  return (
    <Button
      variant={side === 'Buy' ? 'buy' : 'sell'}
      size="lg"
      wide
      pending={props.isPending}
      disabled={reason !== undefined}
      aria-label={reason === undefined ? label : t('ticket.reasonOf', { side: label, reason })}
      onClick={() => props.onSend(side)}
      className="px-1!"
    >
      {reason === undefined ? (
        label
      ) : (
        <span className="flex min-w-0 flex-col text-2xs leading-3.5 whitespace-normal">
          <span className="opacity-80">{label}</span>
          <span className="line-clamp-2">{reason}</span>
        </span>
      )}
    </Button>
  )
}

function useSideLabel(
  side: Side,
  { instrument, sides: hedge }: TicketContext,
  { reduceOnly }: TicketDraft,
): string {
  const t = useT()
  if (hedge !== undefined && reduceOnly) {
    return t(side === 'Buy' ? 'ticket.closeShort' : 'ticket.closeLong')
  }
  if (hedge !== undefined) return t(side === 'Buy' ? 'ticket.openLong' : 'ticket.openShort')
  if (instrument.kind === 'Spot') {
    return t(side === 'Buy' ? 'ticket.buy' : 'ticket.sell', { coin: instrument.baseCoin })
  }
  return t(side === 'Buy' ? 'ticket.buyLong' : 'ticket.sellShort')
}

type FigureProps = {
  side: Side
  figures: SideFigures
  context: TicketContext
  look: OrderLook | undefined
}

function FigureLines(props: FigureProps) {
  const t = useT()
  const { side, figures, context, look } = props
  const { instrument } = context
  const words = useInstrumentFormat(instrument)
  const isSpot = instrument.kind === 'Spot'
  const cost = figures.cost
  // What is received rounds down, what is paid rounds up.
  const rounding = isSpot && side === 'Sell' ? 'down' : 'up'
  return (
    <dl className="flex flex-col gap-0.5 text-xs">
      <Line label={t('ticket.qtyApprox')}>
        {figures.lots === 0 ? '--' : `${words.qty(figures.lots)} ${qtyCoin(instrument)}`}
      </Line>
      <Line
        label={t(
          isSpot ? (side === 'Buy' ? 'ticket.costPay' : 'ticket.costReceive') : 'ticket.cost',
        )}
      >
        {cost === undefined || figures.lots === 0
          ? '--'
          : `${words.settle(cost, { rounding })} ${instrument.settleCoin}`}
      </Line>
      <Line label={t('ticket.max')}>
        {context.funds === undefined
          ? '--'
          : `${words.qty(figures.maxLots)} ${qtyCoin(instrument)}`}
      </Line>
      {!isSpot && (
        <>
          <Line label={t('ticket.fee')}>
            {look === undefined ? '--' : `${words.settle(look.fee)} ${instrument.settleCoin}`}
          </Line>
          <Line label={t('ticket.margin')}>
            {look === undefined ? '--' : words.settle(look.margin, { signed: true })}
          </Line>
          <LiquidationLine
            exact={look}
            after={words.price(look?.liquidationTicks)}
            estimate={words.price(figures.liquidationTicks)}
          />
        </>
      )}
    </dl>
  )
}

/** The exchange's own figure where it has answered for this very order, else an estimate. */
function LiquidationLine(props: { exact: OrderLook | undefined; after: string; estimate: string }) {
  const t = useT()
  const isExact = props.exact !== undefined
  const help = isExact ? t('ticket.liquidationExactHelp') : t('ticket.liquidationHelp')
  return (
    <Line label={<Explained content={help}>{t('ticket.liquidation')}</Explained>}>
      <span className="text-warn">{isExact ? props.after : props.estimate}</span>
    </Line>
  )
}

function Line({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-1">
      <dt className="shrink-0 text-muted">{label}</dt>
      <dd className="truncate text-soft">{children}</dd>
    </div>
  )
}
