// The order ticket of a leader's wallet: its leverage, and limit, market and conditional orders
// with TP/SL, with the fields and rules of the trade page (rules 16.1).

import { useReducer, useState } from 'react'
import {
  parseQty,
  valueAtE8,
  qtyAmount,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import type { Problem } from '@basis/domain/instrument/problems'
import {
  amount,
  leverageE2,
  parseDecimal,
  priceE8,
  priceTicks,
  zero,
  type PriceTicks,
} from '@basis/domain/numbers/fixed'
import { sides, type Side } from '@basis/domain/orders/order'
import type { CallAnswer } from '@basis/protocol/calls'
import { parseLeverageE2 } from '@basis/protocol/instrument'
import { problemMessage } from '../../client/error-reactions.ts'
import { useT } from '../../i18n/i18n.ts'
import { message } from '../../i18n/message-keys.ts'
import { useTicker, type Ticker } from '../../stores/tickers.ts'
import { Button } from '../../ui/Button.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Select } from '../../ui/Select.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { leverageRange, leverageText, LEVERAGE_DECIMALS } from '../margin/leverage-form.ts'
import { kindChanges } from '../order-ticket/keys/ticket-keys.ts'
import { PriceField } from '../order-ticket/OrderTicket.tsx'
import { SlippageField, TpslFields, ConditionFields } from '../order-ticket/TermFields.tsx'
import { useMaxOrderQty } from '../order-ticket/max-order-qty.ts'
import { QuantityField } from '../order-ticket/QuantityField.tsx'
import { Conditions } from '../order-ticket/TicketParts.tsx'
import { ticketFigures } from '../order-ticket/ticket-figures.ts'
import { isConditional } from '../order-ticket/ticket-terms.ts'
import {
  changeTicket,
  emptyDraft,
  orderOf,
  type TicketChange,
  type TicketContext,
} from '../order-ticket/ticket.ts'
import type { OpenPosition } from '../outcome/question/order-context.ts'
import { usePendingOf } from '../../platform/use-pending.ts'
import { submitChange } from '../../actions/lost-answers/changes.ts'
import { sendLeaderOrder } from './copy-calls.ts'
import { MostLine } from './MostLine.tsx'

type Detail = CallAnswer<'leaderApplyDetail'>

type Props = {
  detail: Detail
  instrument: Instrument
  symbols: readonly string[]
  onSymbol: (symbol: string) => void
  onDone: () => void
}

export function LeaderOrder(props: Props) {
  const { detail, instrument, symbols, onSymbol, onDone } = props
  const t = useT()
  const { symbol } = instrument
  const ticker = useTicker(symbol)
  return (
    <section
      aria-label={t('ticket.title')}
      className="flex w-full max-w-md flex-col gap-2 rounded border border-line p-2"
    >
      <div className="flex flex-wrap items-start gap-2">
        <Select
          label={t('positions.contract')}
          value={symbol}
          onChange={onSymbol}
          items={symbols.map((name) => ({ value: name, label: name }))}
        />
        {detail.leverage !== '' && (
          <Leverage
            key={`${symbol} ${detail.leverage}`}
            held={detail.leverage}
            instrument={instrument}
            onDone={onDone}
          />
        )}
      </div>
      <Form key={symbol} context={contextOf(detail, instrument, ticker)} onDone={onDone} />
    </section>
  )
}

function Leverage(props: { held: string; instrument: Instrument; onDone: () => void }) {
  const { held, instrument, onDone } = props
  const { symbol } = instrument
  const t = useT()
  const [text, setText] = useState(held)
  const { min, max } = leverageRange(instrument)
  const read = parseLeverageE2(text)
  const isChanged = read !== undefined && read !== parseLeverageE2(held)
  const send = async (): Promise<void> => {
    const notice = message('notices.leverageSet', { symbol, leverage: text })
    if (await submitChange('setCopyLeverage', { symbol, leverage: text }, notice)) onDone()
  }
  return (
    <form
      className="flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged) void send()
      }}
    >
      <NumberInput
        className="w-36"
        label={t('copy.leverage')}
        value={text}
        onChange={setText}
        rules={{
          scale: LEVERAGE_DECIMALS,
          min: leverageText(min),
          max: leverageText(max),
          step: '1',
        }}
        unit="x"
      />
      {isChanged && <Button type="submit">{t('shell.confirm')}</Button>}
    </form>
  )
}

function Form({ context: around, onDone }: { context: TicketContext; onDone: () => void }) {
  const t = useT()
  const { instrument } = around
  const [draft, write] = useReducer(changeTicket, { ...emptyDraft, orderType: 'Market' })
  const context = { ...around, most: useMaxOrderQty(draft, around, 'maxCopyOrderQty') }
  const [problem, setProblem] = useState<Problem>()
  const [sending, during] = usePendingOf<Side>()
  const change = (made: TicketChange): void => {
    setProblem(undefined)
    write(made)
  }
  const figures = ticketFigures(draft, context)
  const send = async (side: Side): Promise<void> => {
    setProblem(figures[side].problem)
    if (figures[side].problem !== undefined || sending !== undefined) return
    // The button determines the side of the hedge.
    const positionIdx = (side === 'Buy') === draft.reduceOnly ? 2 : 1
    const order = orderOf(draft, context, side, figures[side].lots)
    const { cost } = figures[side]
    const isDone = await during(side, sendLeaderOrder({ ...order, positionIdx }, context, cost))
    if (!isDone) return
    change({ kind: 'sent' })
    onDone()
  }
  const { tpsl } = draft.terms
  const words = draft.reduceOnly
    ? ({ Buy: 'ticket.closeShort', Sell: 'ticket.closeLong' } as const)
    : ({ Buy: 'ticket.openLong', Sell: 'ticket.openShort' } as const)
  return (
    <>
      <Segments
        wide
        label={t('ticket.hedgeAct')}
        value={draft.reduceOnly ? 'close' : 'open'}
        onChange={(next) => change({ kind: 'reduceOnly', reduceOnly: next === 'close' })}
        items={[
          { value: 'open', label: t('ticket.open') },
          { value: 'close', label: t('ticket.close') },
        ]}
      />
      <Segments
        wide
        label={t('ticket.orderType')}
        value={isConditional(draft.terms) ? 'Conditions' : draft.orderType}
        onChange={(kind) => kindChanges(kind, draft).forEach(change)}
        items={[
          { value: 'Limit', label: t('ticket.limit') },
          { value: 'Market', label: t('ticket.market') },
          { value: 'Conditions', label: t('ticket.conditional') },
        ]}
      />
      {isConditional(draft.terms) && (
        <ConditionFields draft={draft} context={context} change={change} />
      )}
      {draft.orderType === 'Limit' && (
        <PriceField draft={draft} context={context} change={change} error={undefined} />
      )}
      {draft.orderType === 'Market' && !isConditional(draft.terms) && (
        <SlippageField draft={draft} instrument={instrument} change={change} />
      )}
      <QuantityField draft={draft} context={context} onChange={change} error={undefined} />
      <MostLine figures={figures} instrument={instrument} available={around.funds?.available} />
      <Conditions
        draft={draft}
        hasReduceOnly={false}
        hasTpsl={!draft.reduceOnly}
        needsTpsl={false}
        onChange={change}
      />
      {!draft.reduceOnly && tpsl !== undefined && (
        <TpslFields
          draft={draft}
          context={context}
          change={change}
          form={tpsl}
          figures={figures}
          isStopMissing={false}
        />
      )}
      {problem !== undefined && (
        <p role="alert" className="text-xs text-down">
          {t(problemMessage(problem))}
        </p>
      )}
      <div className="grid grid-cols-2 gap-2">
        {sides.map((side) => (
          <Button
            key={side}
            variant={side === 'Buy' ? 'buy' : 'sell'}
            pending={sending === side}
            disabled={figures[side].lots === 0}
            onClick={() => void send(side)}
          >
            {t(words[side])}
          </Button>
        ))}
      </div>
    </>
  )
}

/** Returns the market and wallet data for the draft. */
function contextOf(
  detail: Detail,
  instrument: Instrument,
  ticker: Ticker | undefined,
): TicketContext {
  const leverage = leverageE2(parseLeverageE2(detail.leverage) ?? leverageRange(instrument).min)
  const side = (of: Side) => ({ held: heldOf(detail, instrument, of), leverage })
  return {
    instrument,
    leverage,
    last: ticks(ticker?.lastTicks),
    bid: ticks(ticker?.bidTicks),
    ask: ticks(ticker?.askTicks),
    markE8: ticker?.markE8 === undefined ? undefined : priceE8(ticker.markE8),
    band: undefined,
    funds: {
      available: amount(parseDecimal(detail.transferable, 8) ?? zero),
      base: zero,
      equity: amount(parseDecimal(detail.leader?.equity ?? '0', 8) ?? zero),
      maintenance: zero,
    },
    position: undefined,
    isIsolated: false,
    sides: { Buy: side('Buy'), Sell: side('Sell') },
  }
}

const ticks = (value: number | undefined): PriceTicks | undefined =>
  value === undefined ? undefined : priceTicks(value)

function heldOf(
  { positions }: Detail,
  instrument: Instrument,
  side: Side,
): OpenPosition | undefined {
  const held = positions.find((each) => each.symbol === instrument.symbol && each.side === side)
  if (held === undefined) return undefined
  const sizeLots = parseQty(instrument, held.size)
  const entryE8 = parseDecimal(held.entryPrice, 8)
  if (typeof sizeLots !== 'number' || entryE8 === undefined) return undefined
  const entryValue = valueAtE8(
    instrument,
    qtyAmount(instrument, sizeLots),
    priceE8(Number(entryE8)),
  )
  return { side, sizeLots, entryValue }
}
