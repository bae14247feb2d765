// Inline editing of an open order's price, trigger or quantity.

import { useState, type ReactNode } from 'react'
import { formatTrimmed, priceTicks } from '@basis/domain/numbers/fixed'
import { priceDecimals, qtyDecimals, type Instrument } from '@basis/domain/instrument/instrument'
import { isTrailing, type Order } from '@basis/domain/orders/order'
import { amendmentWarning } from '../../actions/amending/amendment-warning.ts'
import { replaceOrder } from '../../actions/amending/replace-order.ts'
import { wordsOfOrder } from '../../actions/words/order-words.ts'
import { problemMessage } from '../../client/error-reactions.ts'
import { useT } from '../../i18n/i18n.ts'
import { useTicker } from '../../stores/tickers.ts'
import { EditedInPlace, InPlaceField, type Closing } from '../../ui/InPlaceField.tsx'
import { usePending } from '../../platform/use-pending.ts'
import { isAmendmentConfirmed } from '../outcome/question/amendment-question.ts'
import { draftOf, isReplacement, replacementOf } from './replace-form.ts'

type AmendedField = 'price' | 'trigger' | 'qty'

type Props = {
  order: Order
  instrument: Instrument
  field: AmendedField
  /** The content while nothing is typed. */
  children: ReactNode
}

export function InRowAmend(props: Props) {
  const t = useT()
  const { order, instrument, field, children } = props
  // A market order has no price, a resting one no trigger. Of a trailing one nobody sets the
  // trigger, and its quantity is that of the position, but for a pair, which has none.
  const isFixed = isTrailing(order.stop) && !(field === 'qty' && order.stop?.planType !== undefined)
  if (isFixed || draftOf(order, instrument)[field] === undefined) return children
  const words = t(wordsOfOrder(order, instrument))
  return (
    <EditedInPlace
      name={t(fieldWords[field].amend, { words })}
      field={(onClose) => <AmendField {...props} onClose={onClose} />}
    >
      {children}
    </EditedInPlace>
  )
}

const fieldWords = {
  price: { amend: 'orders.amendPrice', label: 'orders.price' },
  trigger: { amend: 'orders.amendTrigger', label: 'ticket.triggerPrice' },
  qty: { amend: 'orders.amendQty', label: 'orders.quantity' },
} as const

type FieldProps = Props & { onClose: (how: Closing) => void }

function AmendField({ order, instrument, field, onClose }: FieldProps) {
  const t = useT()
  const draft = draftOf(order, instrument)
  const [text, setText] = useState(draft[field] ?? '')
  const [isSending, during] = usePending()
  const ticker = useTicker(order.symbol)
  const last = order.stop?.triggerBy === 'LastPrice' ? ticker?.lastTicks : undefined
  const current = last === undefined ? undefined : priceTicks(last)
  const made = replacementOf({ ...draft, [field]: text }, order, instrument, current)
  const isUnchanged = !isReplacement(made) && made.name === 'orderUnchanged'
  const wrong = isReplacement(made) || isUnchanged ? undefined : made
  const moved = isReplacement(made) ? made.priceTicks : undefined
  const warning = moved && amendmentWarning(order, moved, instrument, ticker)
  const send = async (): Promise<void> => {
    if (isUnchanged) return onClose('key')
    if (!isReplacement(made) || isSending) return undefined
    // A quantity does not move the order.
    const isMeant = await during(isAmendmentConfirmed(order, made, instrument, warning))
    if (!isMeant) return onClose('key')
    const outcome = await during(replaceOrder(order, made))
    return outcome.kind === 'failed' ? undefined : onClose('key')
  }
  const rules =
    field === 'qty'
      ? { scale: qtyDecimals(instrument), step: formatTrimmed(BigInt(instrument.lotSizeE8), 8) }
      : { scale: priceDecimals(instrument), tick: formatTrimmed(BigInt(instrument.tickSizeE8), 8) }
  return (
    <InPlaceField
      label={t(fieldWords[field].label)}
      value={text}
      onChange={setText}
      rules={{ ...rules, min: '0' }}
      error={wrong === undefined ? undefined : t(problemMessage(wrong))}
      hint={warning === undefined ? undefined : t(warning)}
      isSending={isSending}
      onSend={() => void send()}
      onClose={onClose}
    />
  )
}
