// The TP/SL attached to the ticket's order, with all terms: for the whole position or the order's
// quantity, by any price type, at market or limit, typed as price, ROI, percent or PnL.

import { useState } from 'react'
import type { LeverageE2 } from '@basis/domain/numbers/fixed'
import { qtyCoin, ticksToE8, type Instrument } from '@basis/domain/instrument/instrument'
import type { Side } from '@basis/domain/orders/order'
import type { TpslContext } from '@basis/domain/orders/tpsl'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { useInstrumentFormat } from '../../stores/instrument-format.ts'
import { useSettings } from '../../stores/settings.ts'
import { useTicker } from '../../stores/tickers.ts'
import { NOTHING } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { BothLegs } from './LegFields.tsx'
import { ModeChoice } from './ModeChoice.tsx'
import { Facts } from './PositionFacts.tsx'
import { RiskReward } from './RiskReward.tsx'
import { TrailingFields } from './TrailingFields.tsx'
import { emptyTrailing, readOrderTrailing, type TrailingForm } from './trailing-form.ts'
import { baseOf } from './tpsl-figures.ts'
import { inMode, opened, withInputs, withLeverage, type TpslForm } from './form-fields.ts'
import { readForm, intendedSide } from './tpsl-form.ts'

/** The order as it would be sent on one side. */
export type OrderOfSide = { readonly context: TpslContext; readonly leverage: LeverageE2 }

type Props = {
  instrument: Instrument
  form: TpslForm
  trailing: TrailingForm | undefined
  orders: Readonly<Record<Side, OrderOfSide>>
  onSet: (form: TpslForm, trailing: TrailingForm) => void
  onClose: () => void
}

export function OrderTpslDialog(props: Props) {
  const t = useT()
  const { instrument, form: before, orders, onSet, onClose } = props
  const [typed, setForm] = useState(() => opened(before, useSettings.getState().tpslInputs))
  const [trailing, setTrailing] = useState(props.trailing ?? emptyTrailing)
  const [side, setSide] = useState(() => intendedSide(before, orders.Buy.context))
  const { context, leverage } = orders[side]
  const { referenceTicks, sizeLots } = context
  const chosen = useSettings((settings) => settings.tpslInputs)
  const form = withInputs(withLeverage(typed, leverage), chosen)
  const read = readForm(form, context)
  const follows = readOrderTrailing(trailing, context)
  const base =
    referenceTicks === undefined
      ? undefined
      : baseOf(instrument, {
          side,
          entry: ticksToE8(instrument, referenceTicks),
          lots: sizeLots,
          leverage,
        })
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => {
        onSet(form, trailing)
        onClose()
      }}
      width="md"
      title={`${t('tpsl.title')} · ${instrument.symbol}`}
      footer={
        <DialogFooter
          onClose={onClose}
          disabled={read.problems.size > 0 || follows.problems.size > 0}
        />
      }
    >
      <div className="flex flex-col gap-4">
        <Segments
          wide
          size="md"
          label={t('ticket.side')}
          value={side}
          onChange={(next) => {
            // On the other side the typed targets are converted from another price.
            setForm(opened(typed, useSettings.getState().tpslInputs))
            setSide(next)
          }}
          items={[
            { value: 'Buy', label: t('positions.long') },
            { value: 'Sell', label: t('positions.short') },
          ]}
        />
        <OrderFacts instrument={instrument} context={context} />
        <ModeChoice mode={form.tpSlMode} onChange={(mode) => setForm(inMode(form, mode))} />
        <BothLegs
          instrument={instrument}
          base={base}
          form={form}
          read={read}
          mayLimit={form.tpSlMode === 'Partial'}
          onChange={setForm}
        />
        <RiskReward base={base} read={read} />
        <h3 className="border-t border-line pt-3 text-xs font-medium text-ink">
          {t('tpsl.trailingColumn')}
        </h3>
        <TrailingFields
          instrument={instrument}
          form={trailing}
          read={follows}
          onChange={setTrailing}
        />
        <p className="text-xs text-muted">{t('tpsl.trailingOfOrder')}</p>
        {form.tpSlMode === 'Partial' && (
          <p className="text-xs text-muted">{t('tpsl.partialOfOrder')}</p>
        )}
      </div>
    </Dialog>
  )
}

type OrderFactsProps = {
  instrument: Instrument
  context: TpslContext
  more?: readonly (readonly [label: string, value: string])[]
}

/** The figures by which an order's TP/SL are chosen. */
export function OrderFacts({ instrument, context, more = [] }: OrderFactsProps) {
  const t = useT()
  const words = useInstrumentFormat(instrument)
  const last = useTicker(instrument.symbol)?.lastTicks
  const { sizeLots, referenceTicks } = context
  const qty = sizeLots === 0 ? NOTHING : `${words.qty(sizeLots)} ${qtyCoin(instrument)}`
  return (
    <Facts
      rows={[
        [t('tpsl.orderPrice'), words.price(referenceTicks)],
        [t('tpsl.quantity'), qty],
        [t('tpsl.marketPrice'), words.price(last)],
        ...more,
      ]}
    />
  )
}
