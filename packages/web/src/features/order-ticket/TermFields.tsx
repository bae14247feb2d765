// The fields of an order's terms besides price and quantity: its trigger, and the trigger prices of
// its TP/SL, whose other terms have a dialog.

import { Suspense, useState } from 'react'
import { SlidersHorizontal, X } from 'lucide-react'
import { formatPrice, type Instrument } from '@basis/domain/instrument/instrument'
import { sides, triggerBases, type Side } from '@basis/domain/orders/order'
import { slippageProblem } from '@basis/domain/orders/slippage'
import { legNames, type LegName } from '@basis/domain/orders/tpsl'
import { basisWord, triggerSign } from '../../actions/words/basis-words.ts'
import { useInstrumentFormat } from '../../stores/instrument-format.ts'
import { problemMessage } from '../../client/error-reactions.ts'
import { useT } from '../../i18n/i18n.ts'
import { latePart } from '../../platform/load-part.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Select } from '../../ui/Select.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { legFields, withTriggerOf, type TpslForm } from '../tpsl/form-fields.ts'
import { priceRules } from '../tpsl/tpsl-form.ts'
import type { TrailingForm } from '../tpsl/trailing-form.ts'
import { useUiWords } from '../../ui/UiProvider.tsx'
import { inHedge } from '../outcome/question/order-context.ts'
import { isProblem, limitTicks, slippageOf, slippageRules } from './ticket.ts'
import type { TicketChange, TicketContext, TicketDraft } from './ticket.ts'
import type { SideFigures } from './ticket-figures.ts'
import { readTerms, tpslContext, triggerDirection } from './ticket-terms.ts'
import { withTpsl, withTrailing, withTrigger } from './ticket-terms.ts'

// Most orders have only these two prices: the rest is loaded when it is needed.
const RiskLines = latePart(async () => (await import('./RiskLines.tsx')).RiskLines)
const OrderTpslDialog = latePart(
  async () => (await import('../tpsl/OrderTpslDialog.tsx')).OrderTpslDialog,
)

type FieldProps = {
  draft: TicketDraft
  context: TicketContext
  change: (change: TicketChange) => void
}

const rulesOf = (instrument: Instrument) => ({
  ...priceRules(instrument),
  max: formatPrice(instrument, instrument.maxPriceTicks),
})

function TriggerField({ draft, context, change }: FieldProps) {
  const t = useT()
  const { terms, triggerBy } = draft
  const words = useInstrumentFormat(context.instrument)
  const { triggerTicks } = readTerms(terms, context.instrument)
  const direction = triggerDirection(draft, context)
  const write = (trigger: string | undefined): void =>
    change({ kind: 'terms', terms: withTrigger(terms, trigger) })
  return (
    <NumberInput
      id="ticket-trigger"
      label={t('ticket.triggerPrice')}
      size="sm"
      value={terms.trigger ?? ''}
      onChange={write}
      rules={rulesOf(context.instrument)}
      hint={
        direction &&
        `${t({ key: basisWord(triggerBy) })} ${triggerSign(direction)} ${words.price(triggerTicks)}`
      }
      unit={
        <Select
          label={t('tpsl.basis')}
          variant="plain"
          size="sm"
          align="end"
          value={triggerBy}
          onChange={(next) => change({ kind: 'triggerBy', triggerBy: next })}
          items={triggerBases.map((value) => ({ value, label: t({ key: basisWord(value) }) }))}
        />
      }
      actions={
        <Button
          size="sm"
          variant="ghost"
          className="px-1!"
          aria-label={t('ticket.removeTrigger')}
          onClick={() => write(undefined)}
        >
          <X className="size-3.5" aria-hidden />
        </Button>
      }
    />
  )
}

/** The trigger of a conditional order, and the type of the order it places. */
export function ConditionFields(props: FieldProps) {
  const t = useT()
  const { draft, change } = props
  return (
    <>
      <TriggerField {...props} />
      <Segments
        wide
        label={t('ticket.afterTrigger')}
        value={draft.orderType}
        onChange={(orderType) => change({ kind: 'orderType', orderType })}
        items={[
          { value: 'Limit', label: t('ticket.limit') },
          { value: 'Market', label: t('ticket.market') },
        ]}
      />
    </>
  )
}

/** The slippage limit of a market order; without a number there is none. */
export function SlippageField(props: {
  draft: TicketDraft
  instrument: Instrument
  change: (change: TicketChange) => void
}) {
  const t = useT()
  const { draft, instrument, change } = props
  const { text, unit } = draft.slippage
  const slippage = slippageOf(draft, instrument)
  const wrong = slippage && slippageProblem(slippage)
  return (
    <NumberInput
      label={t('ticket.slippageLimit')}
      size="sm"
      value={text}
      onChange={(typed) => change({ kind: 'slippage', slippage: { text: typed, unit } })}
      rules={slippageRules(unit)}
      placeholder={t('ticket.marketPrice')}
      error={wrong === undefined ? undefined : t(problemMessage(wrong))}
      unit={
        <Select
          label={t('ticket.slippageUnit')}
          variant="plain"
          size="sm"
          align="end"
          value={unit}
          onChange={(next) => change({ kind: 'slippage', slippage: { text: '', unit: next } })}
          items={[
            { value: 'Percent', label: '%' },
            { value: 'TickSize', label: t('ticket.slippageTicks') },
          ]}
        />
      }
    />
  )
}

type TpslProps = FieldProps & {
  form: TpslForm
  /** Undefined without an account to compute them for. */
  figures: Readonly<Record<Side, SideFigures>> | undefined
  /** A button was clicked before the stop that determines the quantity was typed. */
  isStopMissing: boolean
}

export function TpslFields(props: TpslProps) {
  const t = useT()
  const { draft, context, change, form } = props
  const [isOpen, setIsOpen] = useState(false)
  const write = (tpsl: TpslForm): void =>
    change({ kind: 'terms', terms: withTpsl(draft.terms, tpsl) })
  const writeTrigger = (name: LegName, trigger: string): void =>
    write(withTriggerOf(form, name, trigger))
  return (
    <div className="grid grid-cols-[1fr_1fr_auto] items-start gap-2">
      {legNames.map((name) => (
        <NumberInput
          key={name}
          id={`ticket-${name}`}
          label={t(`ticket.${name}`)}
          size="sm"
          value={form[name]}
          onChange={(trigger) => writeTrigger(name, trigger)}
          rules={rulesOf(context.instrument)}
          error={name === 'stopLoss' && props.isStopMissing ? t('errors.priceRequired') : undefined}
        />
      ))}
      <IconButton
        label={t('tpsl.advanced')}
        className="size-7!"
        pressed={isRich(form) || draft.terms.trailing !== undefined || undefined}
        onClick={() => setIsOpen(true)}
      >
        <SlidersHorizontal aria-hidden />
      </IconButton>
      <Summary form={form} trailing={draft.terms.trailing} instrument={context.instrument} />
      <RiskLines
        draft={draft}
        context={context}
        figures={props.figures}
        onTarget={(ticks) => writeTrigger('takeProfit', formatPrice(context.instrument, ticks))}
      />
      {isOpen && (
        <Suspense>
          <RichForm
            {...props}
            onSet={(tpsl, trailing) =>
              change({
                kind: 'terms',
                terms: withTrailing(withTpsl(draft.terms, tpsl), trailing),
              })
            }
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

type RichFormProps = TpslProps & {
  onSet: (form: TpslForm, trailing: TrailingForm) => void
  onClose: () => void
}

function RichForm(props: RichFormProps) {
  const { draft, context, figures, form, onSet, onClose } = props
  const limit = limitTicks(draft, context.instrument)
  const of = (side: Side) => ({
    leverage: inHedge(draft, context, side).leverage,
    context: {
      ...tpslContext(draft, context, {
        side,
        lots: figures?.[side].lots ?? noLots,
        limit: isProblem(limit) ? undefined : limit,
      }),
      liquidationTicks: figures?.[side].liquidationTicks,
    },
  })
  const [buy, sell] = sides
  return (
    <OrderTpslDialog
      instrument={context.instrument}
      form={form}
      trailing={draft.terms.trailing}
      orders={{ [buy]: of(buy), [sell]: of(sell) }}
      onSet={onSet}
      onClose={onClose}
    />
  )
}

const noLots = 0 as SideFigures['lots']

const isPlain = (form: TpslForm, name: LegName): boolean =>
  form[legFields[name].triggerBy] === 'LastPrice' && form[legFields[name].orderType] === 'Market'

/** There are more terms than the two prices that the ticket shows. */
const isRich = (form: TpslForm): boolean =>
  form.tpSlMode === 'Partial' || legNames.some((name) => !isPlain(form, name))

/** The terms besides the two prices, as text. */
function Summary(props: {
  form: TpslForm
  trailing: TrailingForm | undefined
  instrument: Instrument
}) {
  const t = useT()
  const { writeDecimal } = useUiWords()
  const { form, trailing, instrument } = props
  if (!isRich(form) && trailing === undefined) return null
  const summaryOf = (name: LegName): string => {
    const fields = legFields[name]
    const isLimit = form[fields.orderType] === 'Limit'
    const type = isLimit ? ` · ${t('tpsl.limit')} ${writeDecimal(form[fields.limit])}` : ''
    return `${t(`ticket.${name}`)} ${t({ key: basisWord(form[fields.triggerBy]) })}${type}`
  }
  const mode = form.tpSlMode === 'Partial' ? [t('tpsl.partial')] : []
  const legs = legNames.filter((name) => !isPlain(form, name)).map(summaryOf)
  const follows: string[] = []
  if (trailing !== undefined) {
    const unit = trailing.by === 'rate' ? '%' : ` ${instrument.quoteCoin}`
    follows.push(`${t('tpsl.trailingColumn')} ${writeDecimal(trailing.retracement)}${unit}`)
    if (trailing.activation !== '') {
      follows.push(`${t('tpsl.activation')} ${writeDecimal(trailing.activation)}`)
    }
  }
  return (
    <p className="col-span-3 -mt-1 text-2xs text-muted">
      {[...mode, ...legs, ...follows].join(' · ')}
    </p>
  )
}
