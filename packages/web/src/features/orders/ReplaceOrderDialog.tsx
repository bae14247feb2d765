// Changing price, trigger or quantity of an open order.

import { Fragment, useState } from 'react'
import { formatTrimmed, priceTicks } from '@basis/domain/numbers/fixed'
import {
  priceDecimals,
  qtyCoin,
  qtyDecimals,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import type { Order } from '@basis/domain/orders/order'
import { legNames, spotLegFields } from '@basis/domain/orders/tpsl'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { useListing } from '../../stores/catalogue.ts'
import { amendmentWarning } from '../../actions/amending/amendment-warning.ts'
import { problemMessage } from '../../client/error-reactions.ts'
import { useInstrumentFormat } from '../../stores/instrument-format.ts'
import { useOpenOrdersOf } from '../../stores/orders.ts'
import { wordsOfOrder } from '../../actions/words/order-words.ts'
import { acceptedOutcome } from '../../actions/outcome.ts'
import { usePreview, type Preview } from '../../actions/previews.ts'
import { replaceOrder, replaceRequest } from '../../actions/amending/replace-order.ts'
import { useTicker } from '../../stores/tickers.ts'
import { useT } from '../../i18n/i18n.ts'
import type { DialogRequest } from '../../shell/dialogs.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { OutcomeFigures } from '../outcome/OutcomeFigures.tsx'
import { isAmendmentConfirmed } from '../outcome/question/amendment-question.ts'
import { usePending } from '../../platform/use-pending.ts'
import { draftOf, isReplacement, replacementOf, type ReplaceDraft } from './replace-form.ts'

type Props = { request: Extract<DialogRequest, { kind: 'replaceOrder' }>; onClose: () => void }

export function ReplaceOrderDialog({ request, onClose }: Props) {
  const t = useT()
  const listing = useListing(request.symbol)
  const order = useOpenOrdersOf(request.symbol).find(({ id }) => String(id) === request.orderId)
  if (listing === undefined || order === undefined) {
    return (
      <Dialog open onClose={onClose} title={t('orders.replaceTitle')}>
        <p className="py-2 text-sm text-soft">{t('errors.orderNotFound')}</p>
      </Dialog>
    )
  }
  return <ReplaceForm order={order} instrument={listing.instrument} onClose={onClose} />
}

function ReplaceForm(props: { order: Order; instrument: Instrument; onClose: () => void }) {
  const t = useT()
  const { order, instrument, onClose } = props
  const words = useInstrumentFormat(instrument)
  // What is not typed follows the order, which may be changed elsewhere meanwhile.
  const [typed, setTyped] = useState<Partial<ReplaceDraft>>({})
  const standing = draftOf(order, instrument)
  const draft = { ...standing, ...typed, legs: { ...standing.legs, ...typed.legs } }
  const [isSending, during] = usePending()
  const ticker = useTicker(order.symbol)
  // Other price types are known to the exchange only.
  const last = order.stop?.triggerBy === 'LastPrice' ? ticker?.lastTicks : undefined
  const current = last === undefined ? undefined : priceTicks(last)
  const made = replacementOf(draft, order, instrument, current)
  const wrong = isReplacement(made) ? undefined : made
  const price = isReplacement(made) ? made.priceTicks : undefined
  const warning = price && amendmentWarning(order, price, instrument, ticker)
  const preview = useChangePreview(order, made, instrument)
  const errorOf = (field: string): string | undefined =>
    wrong?.field === field ? t(problemMessage(wrong)) : undefined
  const send = async (): Promise<void> => {
    if (!isReplacement(made) || isSending) return
    // That it would be filled at once is in the dialog.
    if (!(await during(isAmendmentConfirmed(order, made, instrument)))) return
    const outcome = await during(replaceOrder(order, made))
    if (outcome.kind !== 'failed') onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => void send()}
      title={t('orders.replaceTitle')}
      footer={
        <DialogFooter
          onClose={onClose}
          pending={isSending}
          disabled={wrong !== undefined || preview?.problem !== undefined}
        >
          {t('orders.replaceConfirm')}
        </DialogFooter>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-xs text-soft">
          {t('orders.replaceNow')}: {t(wordsOfOrder(order, instrument))}
        </p>
        {draft.trigger !== undefined && (
          <PriceInput
            label={t('ticket.triggerPrice')}
            instrument={instrument}
            value={draft.trigger}
            onChange={(trigger) => setTyped({ ...typed, trigger })}
            error={errorOf('triggerPrice')}
          />
        )}
        {draft.price !== undefined && (
          <PriceInput
            label={t('orders.price')}
            instrument={instrument}
            value={draft.price}
            onChange={(price) => setTyped({ ...typed, price })}
            error={errorOf('price')}
          />
        )}
        <LegInputs
          instrument={instrument}
          legs={draft.legs}
          onChange={(legs) => setTyped({ ...typed, legs: { ...typed.legs, ...legs } })}
          errorOf={errorOf}
        />
        <NumberInput
          label={t('orders.quantity')}
          value={draft.qty}
          onChange={(qty) => setTyped({ ...typed, qty })}
          rules={{
            scale: qtyDecimals(instrument),
            min: '0',
            step: formatTrimmed(BigInt(instrument.lotSizeE8), 8),
          }}
          unit={qtyCoin(instrument)}
          steppers
          error={errorOf('qty')}
          hint={
            order.filledLots > 0
              ? `${t('orders.filled')} ${words.qty(order.filledLots)}`
              : // A conditional order has no place in the queue.
                draft.trigger === undefined && order.status !== 'Untriggered'
                ? t('orders.replaceKeeps')
                : undefined
          }
        />
        <ChangeOutcome order={order} preview={preview} instrument={instrument} />
        {/* A change that would be refused is not filled at once. */}
        {warning !== undefined && preview?.problem === undefined && (
          <p role="status" className="rounded bg-accent-tint px-2 py-1.5 text-xs text-warn">
            {t(warning)}
          </p>
        )}
      </div>
    </Dialog>
  )
}

/** Requests the preview of the change; undefined before its answer. */
function useChangePreview(
  order: Order,
  change: ReturnType<typeof replacementOf>,
  instrument: Instrument,
): Preview | undefined {
  // Conditional spot orders have no preview: their form checks their triggers.
  const isPreviewed = instrument.kind !== 'Spot' || order.status !== 'Untriggered'
  const isAsked = isPreviewed && isReplacement(change)
  return usePreview(
    'previewReplace',
    isAsked ? replaceRequest(order, instrument, change) : undefined,
  )
}

/** Why the change would be refused, else its figures; a spot order has no margin figures. */
function ChangeOutcome(props: {
  order: Order
  preview: Preview | undefined
  instrument: Instrument
}) {
  const t = useT()
  const { order, preview, instrument } = props
  const refusal = preview?.problem !== undefined && (
    <p role="alert" className="text-xs text-warn">
      {t(preview.problem)}
    </p>
  )
  if (instrument.kind === 'Spot') return refusal
  const outcome = acceptedOutcome(preview, instrument, order.positionIdx)
  return (
    <>
      <OutcomeFigures hasLiquidation instrument={instrument} outcome={outcome} />
      {refusal}
    </>
  )
}

const legLabels = {
  takeProfit: { trigger: 'ticket.tpTrigger', limit: 'ticket.tpLimit' },
  stopLoss: { trigger: 'ticket.slTrigger', limit: 'ticket.slLimit' },
} as const

/** The prices of each leg of the order; a market leg has no limit. */
function LegInputs(props: {
  instrument: Instrument
  legs: ReplaceDraft['legs']
  onChange: (legs: ReplaceDraft['legs']) => void
  errorOf: (field: string) => string | undefined
}) {
  const t = useT()
  const { instrument, legs, onChange, errorOf } = props
  return legNames.map((name) => {
    const leg = legs[name]
    if (leg === undefined) return null
    const { trigger, limit } = legLabels[name]
    const change = (part: Partial<typeof leg>): void => onChange({ [name]: { ...leg, ...part } })
    return (
      <Fragment key={name}>
        <PriceInput
          label={t(trigger)}
          instrument={instrument}
          value={leg.trigger}
          onChange={(text) => change({ trigger: text })}
          error={errorOf(spotLegFields[name].trigger)}
        />
        {leg.limit !== undefined && (
          <PriceInput
            label={t(limit)}
            instrument={instrument}
            value={leg.limit}
            onChange={(text) => change({ limit: text })}
            error={errorOf(spotLegFields[name].limit)}
          />
        )}
      </Fragment>
    )
  })
}

function PriceInput(props: {
  label: string
  instrument: Instrument
  value: string
  onChange: (text: string) => void
  error: string | undefined
}) {
  const { instrument, ...field } = props
  return (
    <NumberInput
      {...field}
      rules={{
        scale: priceDecimals(instrument),
        min: '0',
        tick: formatTrimmed(BigInt(instrument.tickSizeE8), 8),
      }}
      unit={instrument.quoteCoin}
      steppers
    />
  )
}
