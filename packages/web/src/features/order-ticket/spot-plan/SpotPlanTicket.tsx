// The ticket of spot plan orders: conditional, stop-limit, TP/SL, OCO, trailing stop and trailing
// profit, and a limit order with TP/SL.

import { useState } from 'react'
import { sides, type Side } from '@basis/domain/orders/order'
import { legNames, type LegName } from '@basis/domain/orders/tpsl'
import { formatPrice, formatQty, type Instrument } from '@basis/domain/instrument/instrument'
import { mayBeDone } from '../../../actions/action-outcome.ts'
import { useT } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { NumberInput } from '../../../ui/NumberInput.tsx'
import { Slider } from '../../../ui/Slider.tsx'
import { Select } from '../../../ui/Select.tsx'
import { Segments } from '../../../ui/Tabs.tsx'
import { priceRules, qtyRules } from '../../tpsl/tpsl-form.ts'
import type { TicketContext } from '../ticket.ts'
import { usePendingOf } from '../../../platform/use-pending.ts'
import { PlanLines } from './PlanLines.tsx'
import {
  emptyPlan,
  planFields,
  planKinds,
  planOrder,
  type PlanForm,
  type PlanOrder,
} from './plan-form.ts'
import { kindHints, kindWords, planProblemMessage } from './plan-words.ts'
import { sendPlan } from './send-plan.ts'

/** Drafts are kept by symbol, as those of the plain ticket are. */
const forms = new Map<string, PlanForm>()

type PlanProps = {
  context: TicketContext
  /** Why no order may be entered now, regardless of the form. */
  block: string | undefined
  only: Side | undefined
}

export function SpotPlanTicket({ context, block, only }: PlanProps) {
  const t = useT()
  const { instrument } = context
  const [form, setForm] = useState(() => forms.get(instrument.symbol) ?? emptyPlan)
  const [sending, during] = usePendingOf<Side>()
  const change = (part: Partial<PlanForm>): void => {
    // The kept form, since an answer comes later, perhaps after another market was shown.
    const next = { ...(forms.get(instrument.symbol) ?? form), ...part }
    forms.set(instrument.symbol, next)
    setForm(next)
  }
  const send = async (side: Side, order: PlanOrder): Promise<void> => {
    const outcome = await during(side, sendPlan(instrument, order))
    if (mayBeDone(outcome)) change({ qty: '', percent: undefined })
  }
  return (
    <>
      <div className="flex flex-col gap-1">
        <Select
          label={t('ticket.planKind')}
          size="md"
          value={form.kind}
          onChange={(kind) => change({ kind })}
          items={planKinds.map((value) => ({ value, label: t({ key: kindWords[value] }) }))}
        />
        <p className="text-2xs leading-3.5 text-muted">{t({ key: kindHints[form.kind] })}</p>
      </div>
      <PlanFields form={form} instrument={instrument} change={change} />
      <QtyFields
        form={form}
        instrument={instrument}
        change={change}
        isKnown={context.funds !== undefined}
      />
      <div className="flex gap-2 *:min-w-0 *:flex-1">
        {sides
          .filter((side) => only === undefined || side === only)
          .map((side) => (
            <PlanButton
              key={side}
              side={side}
              order={planOrder(form, context, side)}
              context={context}
              block={block}
              isPending={sending === side}
              isBusy={sending !== undefined}
              onSend={(order) => void send(side, order)}
            />
          ))}
      </div>
    </>
  )
}

function PlanButton(props: {
  side: Side
  order: PlanOrder
  context: TicketContext
  block: string | undefined
  isPending: boolean
  isBusy: boolean
  onSend: (order: PlanOrder) => void
}) {
  const t = useT()
  const { side, order, context, block } = props
  const label = t(side === 'Buy' ? 'ticket.buy' : 'ticket.sell', {
    coin: context.instrument.baseCoin,
  })
  const { problem } = order
  const reason = block ?? (problem === undefined ? undefined : t(planProblemMessage(problem)))
  return (
    <div className="flex flex-col gap-1.5">
      <Button
        variant={side === 'Buy' ? 'buy' : 'sell'}
        size="lg"
        wide
        data-order-side={side}
        pending={props.isPending}
        disabled={reason !== undefined || props.isBusy}
        aria-label={reason === undefined ? label : t('ticket.reasonOf', { side: label, reason })}
        onClick={() => props.onSend(order)}
        className={reason === undefined ? 'px-1!' : 'h-auto! min-h-10 px-1! py-1'}
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
      <PlanLines order={order} context={context} />
    </div>
  )
}

type FieldsProps = {
  form: PlanForm
  instrument: Instrument
  change: (part: Partial<PlanForm>) => void
}

function PlanFields({ form, instrument, change }: FieldsProps) {
  const t = useT()
  const fields = planFields(form)
  const prices = {
    ...priceRules(instrument),
    max: formatPrice(instrument, instrument.maxPriceTicks),
  }
  return (
    <>
      {fields.includes('trigger') && (
        <NumberInput
          size="sm"
          label={t('ticket.triggerPrice')}
          value={form.trigger}
          onChange={(trigger) => change({ trigger })}
          rules={prices}
          unit={instrument.quoteCoin}
        />
      )}
      {form.kind === 'conditional' && (
        <Segments
          wide
          label={t('ticket.afterTrigger')}
          value={form.orderType}
          onChange={(orderType) => change({ orderType })}
          items={[
            { value: 'Limit', label: t('ticket.limit') },
            { value: 'Market', label: t('ticket.market') },
          ]}
        />
      )}
      {fields.includes('price') && (
        <NumberInput
          size="sm"
          label={t('ticket.price')}
          value={form.price}
          onChange={(price) => change({ price })}
          rules={prices}
          unit={instrument.quoteCoin}
        />
      )}
      {fields.includes('legs') &&
        legNames.map((name) => (
          <LegFields key={name} name={name} form={form} instrument={instrument} change={change} />
        ))}
      {fields.includes('trail') && (
        <TrailFields form={form} instrument={instrument} change={change} />
      )}
    </>
  )
}

/** One quantity for both sides, or a percentage of each side's maximum. */
function QtyFields({ form, instrument, change, isKnown }: FieldsProps & { isKnown: boolean }) {
  const t = useT()
  return (
    <div className="flex flex-col">
      <NumberInput
        size="sm"
        label={t('ticket.quantity')}
        value={form.qty}
        onChange={(qty) => change({ qty, percent: undefined })}
        rules={{ ...qtyRules(instrument), max: formatQty(instrument, instrument.maxQtyLots) }}
        placeholder={form.percent === undefined ? undefined : `${form.percent}%`}
        unit={instrument.baseCoin}
      />
      <Slider
        label={t('ticket.percent')}
        value={form.percent ?? 0}
        onChange={(percent) => change({ qty: '', percent: percent === 0 ? undefined : percent })}
        disabled={!isKnown}
      />
    </div>
  )
}

/** The trigger of a leg and its limit, without which it is a market order. */
function LegFields({ name, form, instrument, change }: FieldsProps & { name: LegName }) {
  const t = useT()
  const leg = form[name]
  const isProfit = name === 'takeProfit'
  const rules = priceRules(instrument)
  return (
    <div className="flex gap-2 *:min-w-0 *:flex-1">
      <NumberInput
        size="sm"
        label={t(isProfit ? 'ticket.tpTrigger' : 'ticket.slTrigger')}
        value={leg.trigger}
        onChange={(trigger) => change({ [name]: { ...leg, trigger } })}
        rules={rules}
      />
      <NumberInput
        size="sm"
        label={t(isProfit ? 'ticket.tpLimit' : 'ticket.slLimit')}
        value={leg.limit}
        onChange={(limit) => change({ [name]: { ...leg, limit } })}
        rules={rules}
        placeholder={t('ticket.market')}
      />
    </div>
  )
}

function TrailFields({ form, instrument, change }: FieldsProps) {
  const t = useT()
  const isRate = form.trailBy === 'percent'
  return (
    <>
      <NumberInput
        size="sm"
        label={t('tpsl.retracement')}
        value={form.trail}
        onChange={(trail) => change({ trail })}
        rules={isRate ? { scale: 2, min: '0', step: '0.1' } : priceRules(instrument)}
        unit={
          <Select
            label={t('tpsl.trailingBy')}
            variant="plain"
            size="sm"
            align="end"
            value={form.trailBy}
            onChange={(trailBy) => change({ trailBy, trail: '' })}
            items={[
              { value: 'percent', label: '%' },
              { value: 'price', label: instrument.quoteCoin },
            ]}
          />
        }
      />
      <NumberInput
        size="sm"
        label={t('tpsl.activation')}
        value={form.activation}
        onChange={(activation) => change({ activation })}
        rules={priceRules(instrument)}
        unit={instrument.quoteCoin}
        hint={form.kind === 'trailingStop' ? t('tpsl.activationHint') : undefined}
      />
    </>
  )
}
