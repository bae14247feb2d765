// The TP/SL attached to an open order, with the button that changes them.

import { Fragment, type ReactNode } from 'react'
import { Pencil } from 'lucide-react'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Order } from '@basis/domain/orders/order'
import { basisWord } from '../../actions/words/basis-words.ts'
import { trailingText, wordsOfOrder } from '../../actions/words/order-words.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { openDialog } from '../../shell/dialogs.ts'
import { useInstrumentFormat } from '../../stores/instrument-format.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { mayAttachTpsl } from '../tpsl/open-order/order-entry.ts'

type Props = { order: Order; instrument: Instrument }

export function AttachedTpsl(props: Props) {
  const t = useT()
  const { order, instrument } = props
  const { takeProfit, stopLoss, trailing } = order.stop ?? {}
  const isBare = (takeProfit ?? stopLoss ?? trailing) === undefined
  if (!mayAttachTpsl(order, instrument)) return isBare ? '--' : <AttachedLegs {...props} />
  const { symbol, id } = order
  const label = t('tpsl.edit', { symbol: t(wordsOfOrder(order, instrument)) })
  const edit = (): void => openDialog({ kind: 'orderTpsl', symbol, orderId: String(id) })
  if (isBare) {
    return (
      <button
        type="button"
        aria-label={label}
        onClick={edit}
        className="rounded-sm text-accent hover:text-ink"
      >
        {t('tpsl.none')}
      </button>
    )
  }
  return (
    <span className="inline-flex items-center gap-0.5">
      <AttachedLegs {...props} />
      <IconButton label={label} onClick={edit}>
        <Pencil className="size-3!" aria-hidden />
      </IconButton>
    </span>
  )
}

/** Prices only; a popover has all the terms. */
function AttachedLegs({ order, instrument }: Props): ReactNode {
  const t = useT()
  const words = useInstrumentFormat(instrument)
  const format = useFormat()
  const { takeProfit, stopLoss, trailing } = order.stop ?? {}
  const follows = trailing && trailingText(trailing, words, format)
  const legs = [
    [t('orders.takeProfit'), takeProfit],
    [t('orders.stopLoss'), stopLoss],
  ] as const
  const details = legs.flatMap(([name, leg]) =>
    leg === undefined ? [] : [{ name, leg, price: words.price(leg.triggerTicks) }],
  )
  return (
    <Tooltip
      content={
        <>
          {details.map(({ name, leg, price }) => (
            <span key={name} className="block">
              {name}: {t({ key: basisWord(leg.triggerBy) })} {price}
              {leg.limitTicks !== undefined &&
                ` → ${t('orders.limit')} ${words.price(leg.limitTicks)}`}
            </span>
          ))}
          {follows !== undefined && (
            <span className="block">
              {t('tpsl.trailingColumn')}: {follows}
              {trailing?.activationTicks !== undefined &&
                ` · ${t('tpsl.activation')} ${words.price(trailing.activationTicks)}`}
            </span>
          )}
        </>
      }
    >
      <button type="button" className="explained rounded-sm text-2xs leading-3.5">
        {details.length > 0 || follows === undefined ? (
          <>
            {[takeProfit, stopLoss].map((leg, at) => (
              <Fragment key={at}>
                <span className="block">{words.price(leg?.triggerTicks)}</span>
                {leg?.limitTicks !== undefined && (
                  <span className="block">→ {words.price(leg.limitTicks)}</span>
                )}
              </Fragment>
            ))}
          </>
        ) : (
          follows
        )}
      </button>
    </Tooltip>
  )
}
