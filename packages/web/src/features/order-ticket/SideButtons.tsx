// The two buttons that send the order, each with its quantity, cost, maximum and liquidation price.

import { feeRateOf, firstFeeLevel } from '@basis/domain/instrument/fee-levels'
import { qtyCoin, type Instrument } from '@basis/domain/instrument/instrument'
import type { ReactNode } from 'react'
import { sides, type Side } from '@basis/domain/orders/order'
import type { Problem } from '@basis/domain/instrument/problems'
import { problemMessage } from '../../client/error-reactions.ts'
import { exactE8, feePercent, useInstrumentFormat } from '../../stores/instrument-format.ts'
import { useWallet } from '../../stores/wallet.ts'
import { NOTHING } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Explained } from '../../ui/Tooltip.tsx'
import { useOutcomeTexts, type OutcomeTexts } from '../outcome/outcome-words.ts'
import { useOrderPreview, type OrderPreview } from '../outcome/question/order-preview.ts'
import { useSpotAnswer, type SpotAnswer } from './spot-order/spot-outcome.ts'
import { isConditional } from './ticket-terms.ts'
import type { SideFigures } from './ticket-figures.ts'
import { inHedge } from '../outcome/question/order-context.ts'
import { orderOf, type TicketContext, type TicketDraft } from './ticket.ts'

export type SideButtonsProps = {
  draft: TicketDraft
  context: TicketContext
  figures: Readonly<Record<Side, SideFigures>>
  /** The reason that disables both buttons. */
  block: string | undefined
  /** The side whose order is being sent. */
  sending: Side | undefined
  /** `preview` is the exchange's preview of the order as shown, if there is one. */
  onSend: (side: Side, preview: OrderPreview | undefined) => void
  /** Shows this side only, on a phone. */
  only: Side | undefined
}

export function SideButtons(props: SideButtonsProps) {
  const shown = props.only === undefined ? sides : [props.only]
  return (
    // A reason adds height to a button and a long figure to a line: a grid keeps both sides
    // aligned.
    <div className={classNames('grid gap-x-3', shown.length > 1 && 'grid-cols-2')}>
      {shown.map((side) => (
        <SideColumn key={side} {...props} side={side} />
      ))}
    </div>
  )
}

function SideColumn(props: SideButtonsProps & { side: Side }) {
  const t = useT()
  const { side, draft, figures, context, sending } = props
  const seen = inHedge(draft, context, side)
  const { lots, problem } = figures[side]
  const isWhole = lots > 0 && problem === undefined
  // A percentage of the maximum is not a quantity before the maximum is known.
  const isAsked = draft.percent !== undefined && figures[side].maxLots === undefined
  const { instrument } = context
  const isSpot = instrument.kind === 'Spot'
  const order = isWhole ? orderOf(draft, context, side, lots) : undefined
  const { preview, refusal } = useOrderPreview(order, seen)
  const pair = useSpotAnswer(isSpot ? order : undefined, instrument)
  const cancelled = preview?.cancelled ?? pair.cancelled
  const refused = refusal ?? pair.refusal
  const isWaiting = isConditional(draft.terms)
  const lines = isSpot ? spotLines : contractLines - Number(isWaiting)
  return (
    <div
      className="grid min-w-0 grid-rows-subgrid"
      style={{ gridRow: `span ${1 + lines + mostNotes}` }}
    >
      <SendButton
        {...props}
        isPending={sending === side || isAsked}
        figures={figures[side]}
        preview={preview}
      />
      <FigureLines
        side={side}
        figures={figures[side]}
        context={context}
        preview={preview}
        pair={pair}
        isWaiting={isWaiting}
        lines={lines}
      />
      {cancelled !== undefined && (
        <p className="mt-1.5 text-2xs leading-3.5 text-warn">
          {t('ticket.wouldCancel', { reason: t(`history.reasons.${cancelled}`) })}
        </p>
      )}
      {refused !== undefined && (
        <p className="mt-1.5 text-2xs leading-3.5 text-warn">{t(refused)}</p>
      )}
    </div>
  )
}

/** Missing input does not disable the button: a click points at the field instead. */
export const isMissing = (problem: Problem | undefined): boolean =>
  problem?.name === 'qtyRequired' || problem?.name === 'priceRequired'

function SendButton(
  props: Omit<SideButtonsProps, 'figures'> & {
    side: Side
    figures: SideFigures
    isPending: boolean
    preview: OrderPreview | undefined
  },
) {
  const t = useT()
  const { side, figures, context, block } = props
  const label = useSideLabel(side, context, props.draft)
  const { problem } = figures
  const why = problem === undefined || isMissing(problem) ? undefined : problemMessage(problem)
  const reason = block ?? (why === undefined ? undefined : t(why))
  return (
    <Button
      variant={side === 'Buy' ? 'buy' : 'sell'}
      size="lg"
      wide
      data-order-side={side}
      pending={props.isPending}
      disabled={reason !== undefined}
      aria-label={reason === undefined ? label : t('ticket.reasonOf', { side: label, reason })}
      onClick={() => props.onSend(side, props.preview)}
      className={classNames('h-full! min-h-10 px-1!', reason !== undefined && 'py-1')}
    >
      {reason === undefined ? (
        label
      ) : (
        <span className="flex min-w-0 flex-col text-2xs leading-3.5 whitespace-normal">
          <span className="opacity-80">{label}</span>
          <span>{reason}</span>
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

/** The number of lines with figures (a conditional order has one less), and of notes below them. */
const [spotLines, contractLines, mostNotes] = [4, 8, 2] as const

type FigureProps = {
  /** A conditional order is not filled now, so it has no average price. */
  isWaiting: boolean
  /** The number of lines: each has a row of the grid, in both columns. */
  lines: number
  side: Side
  figures: SideFigures
  context: TicketContext
  preview: OrderPreview | undefined
  pair: SpotAnswer
}

function FigureLines(props: FigureProps) {
  const t = useT()
  const { side, context, preview } = props
  const figures = withAnswer(props.figures, props.pair)
  const { instrument } = context
  const words = useInstrumentFormat(instrument)
  const outcome = useOutcomeTexts(instrument, preview)
  const ratesHelp = useRatesHelp(instrument)
  const isSpot = instrument.kind === 'Spot'
  const cost = figures.cost
  // Received amounts are rounded down, paid amounts up.
  const rounding = isSpot && side === 'Sell' ? 'down' : 'up'
  return (
    <dl
      className="mt-1.5 grid grid-rows-subgrid text-xs leading-4"
      style={{ gridRow: `span ${props.lines}` }}
    >
      <Line label={t('ticket.qtyApprox')}>
        {figures.lots === 0 ? '--' : `${words.qty(figures.lots)} ${qtyCoin(instrument)}`}
      </Line>
      <Line
        label={
          isSpot ? (
            t(side === 'Buy' ? 'ticket.costPay' : 'ticket.costReceive')
          ) : (
            <Explained content={t('ticket.unitCostHint')}>{t('ticket.cost')}</Explained>
          )
        }
      >
        {cost === undefined || figures.lots === 0
          ? '--'
          : `${words.settle(cost, { rounding })} ${instrument.settleCoin}`}
      </Line>
      <Line label={t('ticket.max')}>
        {context.funds === undefined || figures.maxLots === undefined
          ? '--'
          : `${words.qty(figures.maxLots)} ${qtyCoin(instrument)}`}
      </Line>
      {isSpot && <ReceivedFeeLine figures={figures} ratesHelp={ratesHelp} />}
      {!isSpot && (
        <>
          {!props.isWaiting && <Line label={t('ticket.avgFill')}>{outcome?.fill ?? NOTHING}</Line>}
          <LaterLine
            label={t('ticket.fee')}
            now={outcome?.fee}
            then={outcome?.later?.fee}
            help={ratesHelp}
          />
          <LaterLine
            label={t('ticket.margin')}
            now={outcome?.margin}
            then={outcome?.later?.margin}
          />
          <LiquidationLine exact={outcome} estimate={words.price(figures.liquidationTicks)} />
          <Line label={t('ticket.toLiquidation')}>{outcome?.distance ?? NOTHING}</Line>
        </>
      )}
    </dl>
  )
}

/** The estimate uses the best price only, the exchange's preview every level of the book. */
const withAnswer = (figures: SideFigures, { outcome }: SpotAnswer): SideFigures =>
  outcome === undefined
    ? figures
    : {
        ...figures,
        lots: outcome.lots,
        cost: outcome.moved,
        fee: figures.fee && { ...figures.fee, amount: outcome.fee },
      }

/** The account's fee level with its rates in the instrument. */
function useRatesHelp(instrument: Instrument): string {
  const t = useT()
  const format = useFormat()
  const { level, rates } = useWallet()?.fees ?? { level: firstFeeLevel }
  const rate = (isMaker: boolean): string =>
    feePercent(format, feeRateOf(instrument, isMaker, rates))
  return t('fees.ticketRates', { level, taker: rate(false), maker: rate(true) })
}

/** A spot order's fee is deducted from the amount it receives. */
function ReceivedFeeLine(props: { figures: SideFigures; ratesHelp: string }) {
  const t = useT()
  const format = useFormat()
  const { fee } = props.figures
  const help = `${t('ticket.spotFeeHelp')} ${props.ratesHelp}`
  return (
    <Line label={<Explained content={help}>{t('ticket.spotFee')}</Explained>}>
      {fee === undefined
        ? NOTHING
        : `${format.money(exactE8(fee.amount), fee.coin, { rounding: 'up' })} ${fee.coin}`}
    </Line>
  )
}

/** The cost of an order now and, if it rests or is conditional, once it is filled. */
function LaterLine(props: {
  label: string
  now: string | undefined
  then: string | undefined
  /** Only one of adjacent lines has a help: on touch screens the targets would overlap. */
  help?: string
}) {
  const t = useT()
  const { label, now = NOTHING, then, help } = props
  const whole = then === undefined ? help : `${help} ${t('ticket.laterHelp')}`
  const shownLabel = help === undefined ? label : <Explained content={whole}>{label}</Explained>
  if (then === undefined) return <Line label={shownLabel}>{now}</Line>
  return <Line label={shownLabel}>{now === then ? now : `${now} → ${then}`}</Line>
}

/**
 * The liquidation price of the current position, after the order is filled, and after all other
 * orders in the book are: the exchange's figures if its preview is of exactly this order, else an
 * estimate of the second.
 */
function LiquidationLine(props: { exact: OutcomeTexts | undefined; estimate: string }) {
  const t = useT()
  const { exact, estimate } = props
  const help =
    exact === undefined
      ? t('ticket.liquidationHelp')
      : `${t('ticket.liquidationExactHelp')} ${t('ticket.toLiquidationHelp')}`
  const filled = exact?.filled ?? estimate
  return (
    <Line label={<Explained content={help}>{t('ticket.liquidation')}</Explained>}>
      {exact?.now !== undefined && exact.now !== filled && `${exact.now} → `}
      <span className="text-warn">{filled}</span>
      {exact?.allFilled !== undefined && ` → ${exact.allFilled}`}
    </Line>
  )
}

function Line({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-1">
      <dt className="shrink-0 text-muted">{label}</dt>
      {/* A truncated figure would be misread, so a long one takes another line. */}
      <dd className="ml-auto min-w-0 text-right text-soft">{children}</dd>
    </div>
  )
}
