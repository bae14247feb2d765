// The order ticket: type, price, quantity, conditions, and the cost for each side.

import { Suspense, useEffect, useReducer, useState } from 'react'
import type { Dispatch } from 'react'
import { formatTrimmed, zero } from '@basis/domain/numbers/fixed'
import {
  formatPrice,
  formatQty,
  isComing,
  priceDecimals,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import type { Problem } from '@basis/domain/instrument/problems'
import type { Side } from '@basis/domain/orders/order'
import { useCurrentListing, type Listing } from '../../stores/catalogue.ts'
import { dropPick, usePick, type Pick } from '../../stores/draft.ts'
import { addDemoFunds, useSession, type Session } from '../../client/session.ts'
import { useBookNow } from '../../stores/book.ts'
import { useSettings } from '../../stores/settings.ts'
import { useTicker, type Ticker } from '../../stores/tickers.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { latePart } from '../../platform/load-part.ts'
import { openDialog } from '../../shell/dialogs.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { stepLabels, steppedText, type NumberRules } from '../../ui/number-text.ts'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Segments, Tabs } from '../../ui/Tabs.tsx'
import { ModeRow, AvailableLine, Conditions } from './TicketParts.tsx'
import { emptyForm } from '../tpsl/form-fields.ts'
import { QuantityField } from './QuantityField.tsx'
import { isByRisk, unitOf } from './quantity-units.ts'
import {
  kindChanges,
  kindOf,
  mayAttachTpsl,
  mayOnlyReduce,
  useTicketKeys,
} from './keys/ticket-keys.ts'
import { isMissing, SideButtons } from './SideButtons.tsx'
import { SignedOutTicket, StaleLine } from './SignedOutTicket.tsx'
import { SlippageField, TpslFields, ConditionFields } from './TermFields.tsx'
import { useMaxOrderQty, withMost } from './max-order-qty.ts'
import { useEntryBlock, useTicketContext } from './ticket-context.ts'
import { strategyRequest, ticketFigures, type SideFigures } from './ticket-figures.ts'
import type { OrderPreview } from '../outcome/question/order-preview.ts'
import { useSendOrder } from './send-order.ts'
import { useLinesOfDraft } from './ticket-lines.ts'
import { isConditional, readTerms, termsOf } from './ticket-terms.ts'
import { bestOwnTicks, changeTicket, emptyDraft, mayLimitSlippage } from './ticket.ts'
import type { TicketChange, TicketContext, TicketDraft } from './ticket.ts'

// The form of conditional spot orders, loaded when it is selected.
const SpotPlanTicket = latePart(
  async () => (await import('./spot-plan/SpotPlanTicket.tsx')).SpotPlanTicket,
)

const PairNotice = latePart(async () => (await import('./spot-plan/PairNotice.tsx')).PairNotice)
const GetCoin = latePart(async () => (await import('./spot-plan/PairNotice.tsx')).GetCoin)
const MarginRow = latePart(async () => (await import('./spot-margin/MarginRow.tsx')).MarginRow)

/** On a phone the sheet shows only the side of the button that opened it. */
export function OrderTicket({ side }: { side?: Side | undefined }) {
  const listing = useCurrentListing()
  const ticker = useTicker(listing?.symbol ?? 'BTCUSDT')
  if (listing === undefined || ticker === undefined) return <WaitingTicket />
  return <TicketOf key={listing.symbol} listing={listing} ticker={ticker} side={side} />
}

/** Drafts are kept by symbol, so that changing the market loses no input (docs/screen 5). */
const drafts = new Map<string, TicketDraft>()

function draftOf(instrument: Instrument, ticker: Ticker): TicketDraft {
  const kept = drafts.get(instrument.symbol)
  if (kept !== undefined) return kept
  const last = ticker.lastTicks
  const { sizeUnit } = useSettings.getState()
  return {
    ...emptyDraft,
    unit: unitOf({ unit: sizeUnit, reduceOnly: false }, instrument),
    price: last === undefined ? '' : priceText(instrument, last),
  }
}

/** The changes of the mounted tickets, by symbol. */
const mounted = new Map<string, ReadonlySet<Dispatch<TicketChange>>>()

function mount(symbol: string, change: Dispatch<TicketChange>): () => void {
  mounted.set(symbol, new Set([...(mounted.get(symbol) ?? []), change]))
  return () => {
    const others = [...(mounted.get(symbol) ?? [])].filter((each) => each !== change)
    mounted.set(symbol, new Set(others))
  }
}

/**
 * Clears what was sent of a symbol's draft: when the answer comes, its ticket may be closed, or
 * closed and opened again.
 */
function clearSent(symbol: string, draft: TicketDraft): void {
  const sent = { kind: 'sent', draft } as const
  const kept = drafts.get(symbol)
  if (kept !== undefined) drafts.set(symbol, changeTicket(kept, sent))
  for (const change of mounted.get(symbol) ?? []) change(sent)
}

/** The draft has a stop-loss, so its loss can be shown. */
const isStopped = (draft: TicketDraft, instrument: Instrument): boolean =>
  isByRisk(draft, instrument) || readTerms(draft.terms, instrument).tpsl?.stopLoss !== undefined

const priceText = (instrument: Instrument, ticks: number): string =>
  formatPrice(instrument, ticks as Parameters<typeof formatPrice>[1])

type TicketProps = { listing: Listing; ticker: Ticker; side: Side | undefined }

function TicketOf({ listing, ticker, side }: TicketProps) {
  const t = useT()
  const { instrument } = listing
  const [draft, change] = useReducer(changeTicket, undefined, () => draftOf(instrument, ticker))
  useEffect(() => {
    drafts.set(instrument.symbol, draft)
  }, [instrument.symbol, draft])
  const [only, setOnly] = useState(side)
  const [isPlan, setIsPlan] = useState(false)
  useEffect(() => mount(instrument.symbol, change), [instrument.symbol])
  useTakenPick(instrument, change, isByRisk(draft, instrument))
  // The loss of a market order at its stop depends on the current book.
  const isByBook = draft.orderType === 'Market' && isStopped(draft, instrument)
  const book = useBookNow(instrument.symbol, isByBook)
  const around = { ...useTicketContext(instrument, ticker), book }
  const context = withMost(around, useMaxOrderQty(draft, around))
  useTicketKeys(draft, context, change, () => setIsPlan(false))
  const session = useSession((state) => state.status)
  return (
    <section aria-label={t('ticket.title')} className="flex h-full flex-col overflow-y-auto">
      <ModeRow context={context} />
      <Tabs
        label={t('ticket.orderType')}
        size="sm"
        className="flex-none!"
        value={isPlan ? 'Plan' : kindOf(draft)}
        onChange={(kind) => {
          setIsPlan(kind === 'Plan')
          if (kind !== 'Plan') kindChanges(kind, draft).forEach(change)
        }}
        actions={
          session === 'trader' &&
          instrument.kind !== 'Spot' && (
            <Button
              size="sm"
              variant="ghost"
              className="-mr-2 text-xs!"
              aria-haspopup="dialog"
              aria-label={t('ticket.algoHint')}
              onClick={() => openDialog(strategyRequest(draft, context, only))}
            >
              {t('ticket.algo')}
            </Button>
          )
        }
        items={[
          { value: 'Limit', label: t('ticket.limit') },
          { value: 'Market', label: t('ticket.market') },
          instrument.kind === 'Spot'
            ? { value: 'Plan', label: t('ticket.plans') }
            : { value: 'Conditions', label: t('ticket.conditional') },
        ]}
      />
      <div className="flex flex-none flex-col gap-2 px-3 py-2">
        {only !== undefined && (
          <Segments
            wide
            size="md"
            label={t('ticket.side')}
            value={only}
            onChange={setOnly}
            items={[
              { value: 'Buy', label: t('ticket.sideBuy') },
              { value: 'Sell', label: t('ticket.sideSell') },
            ]}
          />
        )}
        {context.sides !== undefined && (
          <Segments
            wide
            label={t('ticket.hedgeAct')}
            value={draft.reduceOnly ? 'close' : 'open'}
            onChange={(act) => change({ kind: 'reduceOnly', reduceOnly: act === 'close' })}
            items={[
              { value: 'open', label: t('ticket.open') },
              { value: 'close', label: t('ticket.close') },
            ]}
          />
        )}
        <Suspense>
          {listing.spot?.noticeVisible === true && <PairNotice listing={listing} />}
        </Suspense>
        <AvailableLine context={context} side={only} />
        <Suspense>{context.instrument.kind === 'Spot' && <GetCoin context={context} />}</Suspense>
        {session === 'trader' && isPlan ? (
          <Suspense fallback={<Skeleton className="h-40 w-full" />}>
            <Plan draft={draft} context={context} only={only} />
          </Suspense>
        ) : (
          <Form draft={draft} context={context} change={change} only={only} session={session} />
        )}
      </div>
    </section>
  )
}

function Plan({ draft, context, only }: Omit<FormProps, 'change' | 'session'>) {
  const t = useT()
  const entry = useEntryBlock(context, { ...draft, orderType: 'Limit' })
  // A call auction accepts limit orders only, no conditional ones.
  const block = entry ?? (isComing(context.instrument) ? 'errors.auctionLimitOnly' : undefined)
  const reason = block === undefined ? undefined : t({ key: block })
  return <SpotPlanTicket context={context} block={reason} only={only} />
}

type FormProps = {
  draft: TicketDraft
  context: TicketContext
  change: Dispatch<TicketChange>
  only: Side | undefined
  session: Session['status']
}

/**
 * The fields stay mounted when the session becomes known, so that a focused field keeps the focus.
 */
function Form({ draft, context, change, only, session }: FormProps) {
  const isTrader = session === 'trader'
  const figures = ticketFigures(draft, context)
  const [missing, setMissing] = useState<MissingField>()
  useLinesOfDraft(draft, context, figures, change)
  const { sending, send } = useSendOrder(draft, context, (sent) =>
    clearSent(context.instrument.symbol, sent),
  )
  const changeField = (made: TicketChange): void => {
    setMissing(undefined)
    change(made)
  }
  const begin = (side: Side, preview: OrderPreview | undefined): void => {
    const { problem } = figures[side]
    if (problem !== undefined && isMissing(problem)) {
      const field = missingField(problem)
      setMissing(field)
      document.querySelector<HTMLElement>(`#ticket-${field}`)?.focus()
      return
    }
    void send(side, figures[side], preview)
  }
  return (
    <>
      <Fields
        draft={draft}
        context={context}
        change={changeField}
        missing={missing}
        figures={isTrader ? figures : undefined}
      />
      {isTrader ? (
        <Acts
          draft={draft}
          context={context}
          change={changeField}
          figures={figures}
          sending={sending}
          onSend={begin}
          only={only}
        />
      ) : (
        <SignedOutTicket isKnown={session !== 'unknown'} />
      )}
    </>
  )
}

type ActsProps = Omit<FormProps, 'session'> & {
  figures: Readonly<Record<Side, SideFigures>>
  sending: Side | undefined
  onSend: (side: Side, preview: OrderPreview | undefined) => void
}

/** The actions on the draft: sending it for one of the sides, or getting funds first. */
function Acts({ draft, context, change, figures, sending, onSend, only }: ActsProps) {
  const t = useT()
  const block = useEntryBlock(context, draft)
  return (
    <>
      {context.instrument.kind === 'Spot' && (
        <Suspense fallback={<div className="h-6" />}>
          <MarginRow
            draft={draft}
            context={context}
            change={change}
            figures={figures}
            only={only}
          />
        </Suspense>
      )}
      {isBroke(context) ? (
        <Button variant="primary" size="lg" wide onClick={() => void addDemoFunds()}>
          {t('ticket.addDemo')}
        </Button>
      ) : (
        <SideButtons
          draft={draft}
          context={context}
          figures={figures}
          block={block === undefined ? undefined : t({ key: block })}
          sending={sending}
          onSend={onSend}
          only={only}
        />
      )}
      <StaleLine />
    </>
  )
}

type MissingField = 'price' | 'quantity' | 'trigger' | 'stopLoss'

/** The field that is empty. */
function missingField({ name, field }: Problem): MissingField {
  if (name !== 'priceRequired') return 'quantity'
  return field === 'trigger' || field === 'stopLoss' ? field : 'price'
}

/** No funds to open with and no position to close: the only action offered is to get funds. */
function isBroke({ funds, position, instrument }: TicketContext): boolean {
  if (funds === undefined || position !== undefined) return false
  // Other coins can be traded for the pair's: the buttons show what is missing.
  if (instrument.kind === 'Spot' && funds.equity > zero) return false
  return funds.available <= zero && funds.base <= zero
}

type FieldsProps = {
  draft: TicketDraft
  context: TicketContext
  change: (change: TicketChange) => void
  missing: MissingField | undefined
  figures: Readonly<Record<Side, SideFigures>> | undefined
}

function Fields({ draft, context, change, missing, figures }: FieldsProps) {
  const t = useT()
  const bases = useSettings((settings) => settings.tpslBases)
  // A quantity sized by risk requires the stop.
  const isSizedByStop = isByRisk(draft, context.instrument)
  const tpsl = draft.terms.tpsl ?? (isSizedByStop ? emptyForm('Full', bases) : undefined)
  return (
    <>
      {isConditional(draft.terms) && (
        <ConditionFields draft={draft} context={context} change={change} />
      )}
      {draft.orderType === 'Limit' ? (
        <PriceField
          draft={draft}
          context={context}
          change={change}
          error={missing === 'price' ? t('errors.priceRequired') : undefined}
        />
      ) : mayLimitSlippage(draft, context.instrument) ? (
        <SlippageField draft={draft} instrument={context.instrument} change={change} />
      ) : (
        <div className="flex h-8 items-center justify-between rounded bg-field px-2 text-xs text-muted">
          <span>{t('ticket.price')}</span>
          <span>{t('ticket.marketPrice')}</span>
        </div>
      )}
      <QuantityField
        draft={draft}
        context={context}
        onChange={change}
        error={missing === 'quantity' ? t('errors.qtyRequired') : undefined}
      />
      <Conditions
        draft={draft}
        hasReduceOnly={mayOnlyReduce(context)}
        hasTpsl={mayAttachTpsl(draft, context)}
        needsTpsl={isSizedByStop}
        onChange={change}
      />
      {mayAttachTpsl(draft, context) && tpsl !== undefined && (
        <TpslFields
          draft={draft}
          context={context}
          change={change}
          form={tpsl}
          figures={figures}
          isStopMissing={missing === 'stopLoss'}
        />
      )}
    </>
  )
}

export function PriceField(
  props: Omit<FieldsProps, 'missing' | 'figures'> & { error: string | undefined },
) {
  const t = useT()
  const { draft, context, change, error } = props
  const { instrument, last } = context
  const rules = {
    scale: priceDecimals(instrument),
    min: '0',
    max: priceText(instrument, instrument.maxPriceTicks),
    tick: formatTrimmed(BigInt(instrument.tickSizeE8), 8),
  }
  const use = (ticks: number | undefined): void => {
    if (ticks !== undefined) change({ kind: 'price', price: priceText(instrument, ticks) })
  }
  return (
    <NumberInput
      id="ticket-price"
      size="sm"
      label={t('ticket.price')}
      value={draft.price}
      onChange={(price) => change({ kind: 'price', price })}
      rules={rules}
      error={error}
      unit={instrument.quoteCoin}
      actions={
        <>
          <Button
            size="sm"
            variant="ghost"
            className="px-1! text-accent!"
            aria-label={t('ticket.useLast')}
            onClick={() => use(last)}
          >
            {t('ticket.last')}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            className="px-1! text-accent!"
            aria-label={t('ticket.useBest')}
            onClick={() => use(bestOwnTicks(context, 'Buy'))}
          >
            {t('ticket.bbo')}
          </Button>
          <PriceSteps
            rules={rules}
            onStep={(steps) =>
              change({ kind: 'price', price: steppedText(draft.price, rules, steps) })
            }
          />
        </>
      }
    />
  )
}

/** The quick price steps (spec 5), labelled with their amounts: 10, 50 and 200 ticks. */
function PriceSteps(props: {
  rules: NumberRules & { readonly tick: string }
  onStep: (steps: number) => void
}) {
  const t = useT()
  const format = useFormat()
  const { rules, onStep } = props
  const labels = stepLabels(rules.tick, rules.scale)
  const entry = (sign: 1 | -1) => (step: (typeof labels)[number]) => ({
    kind: 'act' as const,
    id: String(sign * step.steps),
    label: `${sign === 1 ? '+' : '\u2212'}${format.price(step.label, rules.scale)}`,
    onSelect: () => onStep(sign * step.steps),
  })
  return (
    <Menu
      trigger={
        <Button
          size="sm"
          variant="ghost"
          className="min-w-6 px-1! text-accent!"
          aria-label={t('ticket.priceSteps')}
        >
          ±
        </Button>
      }
      entries={[...labels.toReversed().map(entry(1)), ...labels.map(entry(-1))]}
    />
  )
}

/**
 * Applies each pick from the book, the trades or the chart once, including one made while no ticket
 * was open. After picking an order the quantity field has the focus.
 */
function useTakenPick(
  instrument: Instrument,
  change: Dispatch<TicketChange>,
  isSizedByStop: boolean,
): void {
  const pick = usePick()
  useEffect(() => {
    if (pick === undefined || pick.symbol !== instrument.symbol) return
    takePick(instrument, pick, change)
    // With sizing by risk, a drawn stop determines the quantity.
    const isSized = isSizedByStop && pick.order?.stopLossTicks !== undefined
    if (!isSized) takeQuantity(instrument, pick, change)
    dropPick(pick.stamp)
    if (pick.order === undefined) return
    document.querySelector<HTMLElement>('#ticket-quantity')?.focus()
  }, [pick, instrument, change, isSizedByStop])
}

function takePick(instrument: Instrument, pick: Pick, change: Dispatch<TicketChange>): void {
  if (pick.order !== undefined) {
    change({ kind: 'terms', terms: termsOf(pick.order, instrument) })
    if (pick.priceTicks === undefined) change({ kind: 'orderType', orderType: 'Market' })
  }
  if (pick.priceTicks !== undefined) {
    change({ kind: 'orderType', orderType: 'Limit' })
    change({ kind: 'price', price: priceText(instrument, pick.priceTicks) })
  }
}

function takeQuantity(
  instrument: Instrument,
  { qtyLots }: Pick,
  change: Dispatch<TicketChange>,
): void {
  if (qtyLots === undefined) return
  change({ kind: 'unit', unit: 'qty' })
  const lots = qtyLots as Parameters<typeof formatQty>[1]
  change({ kind: 'size', size: formatQty(instrument, lots) })
}

function WaitingTicket() {
  const t = useT()
  return (
    <section aria-label={t('ticket.title')} aria-busy className="flex flex-col gap-3 p-3">
      <Skeleton className="h-7 w-full" />
      <Skeleton className="h-8 w-1/2" />
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-10 w-full" />
    </section>
  )
}
