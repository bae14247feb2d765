// The TP/SL of an open order: added, changed and removed while the order keeps its queue position.
// The mode is chosen with the first of them, and fixed while there are any (spec 4, TP/SL mode).

import { useMemo } from 'react'
import { ticksToE8, type Instrument } from '@basis/domain/instrument/instrument'
import type { Order } from '@basis/domain/orders/order'
import type { TpslMode } from '@basis/domain/orders/tpsl'
import { DialogFooter } from '../../../ui/DialogFooter.tsx'
import { replaceOrder } from '../../../actions/amending/replace-order.ts'
import { wordsOfOrder } from '../../../actions/words/order-words.ts'
import { useT } from '../../../i18n/i18n.ts'
import type { DialogRequest } from '../../../shell/dialogs.ts'
import { useListing } from '../../../stores/catalogue.ts'
import { useOpenOrdersOf } from '../../../stores/orders.ts'
import { useTradingMode } from '../../../stores/positions.ts'
import { useSettings } from '../../../stores/settings.ts'
import { useTicker } from '../../../stores/tickers.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { inMode, withInputs, withLeverage } from '../form-fields.ts'
import { BothLegs } from '../LegFields.tsx'
import { ModeChoice } from '../ModeChoice.tsx'
import { entryOfOrder, modeOfOrder, orderContext } from './order-entry.ts'
import { OrderFacts } from '../OrderTpslDialog.tsx'
import { RiskReward } from '../RiskReward.tsx'
import { baseOf } from '../tpsl-figures.ts'
import { readForm } from '../tpsl-form.ts'
import { useEntryForm } from '../use-entry-form.ts'
import { usePending } from '../../../platform/use-pending.ts'

type Props = { request: Extract<DialogRequest, { kind: 'orderTpsl' }>; onClose: () => void }

export function OpenOrderTpslDialog({ request, onClose }: Props) {
  const t = useT()
  const { symbol } = request
  const listing = useListing(symbol)
  const order = useOpenOrdersOf(symbol).find(({ id }) => String(id) === request.orderId)
  if (listing === undefined || order === undefined) {
    return (
      <Dialog open onClose={onClose} title={`${t('tpsl.title')} · ${symbol}`}>
        <p className="py-2 text-sm text-soft">{t('errors.orderNotFound')}</p>
      </Dialog>
    )
  }
  return <OpenOrderForm order={order} instrument={listing.instrument} onClose={onClose} />
}

type FormProps = { order: Order; instrument: Instrument; onClose: () => void }

function OpenOrderForm({ order, instrument, onClose }: FormProps) {
  const t = useT()
  const before = useMemo(() => entryOfOrder(order), [order])
  const [typed, setForm] = useEntryForm(instrument, before, modeOfOrder(order))
  const [isSending, during] = usePending()
  const chosen = useSettings((settings) => settings.tpslInputs)
  const { leverageE2, sellLeverageE2 } = useTradingMode(order.symbol)
  const leverage = order.side === 'Buy' ? leverageE2 : sellLeverageE2
  const form = withInputs(withLeverage(typed, leverage), chosen)
  const context = orderContext(order, instrument, useTicker(order.symbol)?.lastTicks)
  const read = readForm(form, context)
  const { side, referenceTicks, sizeLots: lots } = context
  const base =
    referenceTicks === undefined
      ? undefined
      : baseOf(instrument, { side, entry: ticksToE8(instrument, referenceTicks), lots, leverage })
  const send = async (): Promise<void> => {
    const { mode, takeProfit, stopLoss } = read.terms
    const outcome = await during(replaceOrder(order, { tpsl: { mode, takeProfit, stopLoss } }))
    if (outcome.kind !== 'failed') onClose()
  }
  const isEdited = before !== undefined
  const mayLimit = form.tpSlMode === 'Partial'
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => void send()}
      width="md"
      title={`${t('tpsl.title')} · ${order.symbol}`}
      footer={<DialogFooter onClose={onClose} pending={isSending} disabled={!read.isReady} />}
    >
      <div className="flex flex-col gap-4">
        <p className="text-xs text-soft">{t(wordsOfOrder(order, instrument))}</p>
        <OrderFacts
          instrument={instrument}
          context={context}
          more={isEdited ? [[t('tpsl.mode'), t(modeWords[form.tpSlMode])]] : []}
        />
        {!isEdited && (
          <ModeChoice mode={form.tpSlMode} onChange={(mode) => setForm(inMode(form, mode))} />
        )}
        <BothLegs
          instrument={instrument}
          base={base}
          form={form}
          read={read}
          mayLimit={mayLimit}
          onChange={setForm}
        />
        <RiskReward base={base} read={read} />
        {mayLimit && <p className="text-xs text-muted">{t('tpsl.partialOfOrder')}</p>}
      </div>
    </Dialog>
  )
}

const modeWords = {
  Full: 'tpsl.entire',
  Partial: 'tpsl.partial',
} as const satisfies Record<TpslMode, string>
