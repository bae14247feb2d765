// Inline editing of an open order's price, trigger or quantity: Enter sends, Escape and blur
// discard.

import { useEffect, useState } from 'react'
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react'
import { formatTrimmed, priceTicks } from '@basis/domain/numbers/fixed'
import { priceDecimals, qtyDecimals, type Instrument } from '@basis/domain/instrument/instrument'
import type { Order } from '@basis/domain/orders/order'
import { amendmentWarning } from '../../actions/amending/amendment-warning.ts'
import { isTypedPriceIntended } from '../../actions/amending/order-moves.ts'
import { replaceOrder } from '../../actions/amending/replace-order.ts'
import { wordsOfOrder } from '../../actions/words/order-words.ts'
import { problemMessage } from '../../client/error-reactions.ts'
import { useT } from '../../i18n/i18n.ts'
import { useTicker } from '../../stores/tickers.ts'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { useFocusAfterSending, useReturnedFocus } from '../../ui/use-returned-focus.ts'
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
  const [isOpen, setIsOpen] = useState(false)
  const [button, askFocus] = useReturnedFocus()
  const close = (how: Closing): void => {
    if (how === 'key') askFocus()
    setIsOpen(false)
  }
  // A market order has no price, a resting one no trigger, and a trailing stop is not editable.
  const isFixed = draftOf(order, instrument)[field] === undefined
  if (order.stop?.stopType === 'TrailingStop' || isFixed) return children
  if (isOpen) return <AmendField {...props} onClose={close} />
  const words = t(wordsOfOrder(order, instrument))
  return (
    <button
      ref={button}
      type="button"
      aria-label={t(fieldWords[field].amend, { words })}
      onClick={() => setIsOpen(true)}
      className="rounded-sm underline decoration-line-strong decoration-dotted underline-offset-4 hover:text-accent"
    >
      {children}
    </button>
  )
}

const fieldWords = {
  price: { amend: 'orders.amendPrice', label: 'orders.price' },
  trigger: { amend: 'orders.amendTrigger', label: 'ticket.triggerPrice' },
  qty: { amend: 'orders.amendQty', label: 'orders.quantity' },
} as const

/** A key closes the field, or the focus leaves it. */
type Closing = 'key' | 'leaving'

type FieldProps = Props & { onClose: (how: Closing) => void }

function AmendField({ order, instrument, field, onClose }: FieldProps) {
  const t = useT()
  const draft = draftOf(order, instrument)
  const [text, setText] = useState(draft[field] ?? '')
  const [isSending, setIsSending] = useState(false)
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
    setIsSending(true)
    // Only a changed price needs a confirmation: a quantity does not move the order.
    const { priceTicks: asked = order.priceTicks } = made
    const isMeant =
      asked === order.priceTicks || (await isTypedPriceIntended(order, asked, instrument))
    if (!isMeant) return onClose('key')
    const outcome = await replaceOrder(order, made)
    setIsSending(false)
    return outcome.kind === 'failed' ? undefined : onClose('key')
  }
  const key = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose('key')
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      void send()
    }
  }
  const leave = (event: FocusEvent): void => {
    if (!isSending && !event.currentTarget.contains(event.relatedTarget)) onClose('leaving')
  }
  const rules =
    field === 'qty'
      ? { scale: qtyDecimals(instrument), step: formatTrimmed(BigInt(instrument.lotSizeE8), 8) }
      : { scale: priceDecimals(instrument), tick: formatTrimmed(BigInt(instrument.tickSizeE8), 8) }
  const error = wrong === undefined ? undefined : t(problemMessage(wrong))
  const hint = warning === undefined ? undefined : t(warning)
  // The field is higher than its row and has a message below: all of it must be visible.
  const frame = useFocusAfterSending(isSending)
  useEffect(() => {
    frame.current?.scrollIntoView({ block: 'nearest' })
  }, [frame, error, hint])
  return (
    // Keys belong to the field; the group handles those it does not use.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={frame}
      role="group"
      className="inline-block w-36 text-start"
      onKeyDown={key}
      onBlur={leave}
    >
      <NumberInput
        label={t(fieldWords[field].label)}
        labelHidden
        size="sm"
        value={text}
        onChange={setText}
        rules={{ ...rules, min: '0' }}
        inputRef={takeFocus}
        disabled={isSending}
        error={error}
        hint={hint}
      />
    </div>
  )
}

/** Focuses the new field and selects its text, which typing then replaces. */
function takeFocus(input: HTMLInputElement | null): void {
  input?.select()
}
