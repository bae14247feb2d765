// The outcome of moving an order, shown beside the chart while its line is dragged: the exchange's
// preview of the request that releasing the line sends.

import type { ReactNode } from 'react'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Order } from '@basis/domain/orders/order'
import type { PriceTicks } from '@basis/domain/numbers/fixed'
import { changeOf, isWaiting, protectKind } from '../../../actions/amending/order-moves.ts'
import {
  protectionRequest,
  replaceRequest,
  type OrderChange,
} from '../../../actions/amending/replace-order.ts'
import { wordsOfOrder } from '../../../actions/words/order-words.ts'
import { problemMessage } from '../../../client/error-reactions.ts'
import type { Message } from '../../../i18n/message-keys.ts'
import { useT } from '../../../i18n/i18n.ts'
import { useOpenOrdersOf } from '../../../stores/orders.ts'
import { classNames } from '../../../ui/class-names.ts'
import { OutcomeFigures } from '../../outcome/OutcomeFigures.tsx'
import { useLiveOutcome } from '../bracket/use-live-outcome.ts'
import { useDraggedLine } from './dragged-line.ts'
import { useGainWords } from './use-gain-words.ts'

/** Shown while the line of one of the instrument's orders is dragged. */
export function DragPanel({ instrument }: { instrument: Instrument }) {
  const line = useDraggedLine(instrument.symbol)
  const order = useOpenOrdersOf(instrument.symbol).find(({ id }) => id === line?.orderId)
  if (line === undefined || order === undefined || instrument.kind === 'Spot') return null
  const change = changeOf(order, line.to, instrument)
  if ('name' in change) return <Refused reason={problemMessage(change)} />
  const Change = protectKind(order) === undefined ? OrderMove : ProtectionMove
  return <Change order={order} to={line.to} change={change} instrument={instrument} />
}

type MoveProps = { order: Order; to: PriceTicks; change: OrderChange; instrument: Instrument }

function OrderMove({ order, to, change, instrument }: MoveProps) {
  const request = replaceRequest(order, instrument, change)
  const live = useLiveOutcome('previewReplace', request, instrument)
  if (live?.problem !== undefined) return <Refused reason={live.problem} />
  return (
    <Frame isOld={live?.isOld !== false}>
      <MoveWords order={order} to={to} instrument={instrument} />
      <OutcomeFigures hasLiquidation instrument={instrument} outcome={live?.outcome} />
    </Frame>
  )
}

/**
 * A take-profit or stop-loss changes nothing until it triggers; its gain at the trigger is shown.
 */
function ProtectionMove({ order, to, instrument }: MoveProps) {
  const t = useT()
  const gain = useGainWords(instrument)(order, to)
  const request = protectionRequest(order, instrument, { triggerTicks: to })
  const live = useLiveOutcome('previewTpSlTs', request, instrument)
  if (live?.problem !== undefined) return <Refused reason={live.problem} />
  return (
    <Frame isOld={false}>
      <MoveWords order={order} to={to} instrument={instrument} />
      {gain !== undefined && (
        <p className={gain.sign < 0 ? 'text-down' : 'text-up'}>
          {t('tpsl.expected', { pnl: gain.text, roi: gain.roi })}
        </p>
      )}
    </Frame>
  )
}

function MoveWords({ order, to, instrument }: Omit<MoveProps, 'change'>) {
  const t = useT()
  // An untriggered order moves its trigger, any other its price.
  const isAtTrigger = isWaiting(order)
  const stop = isAtTrigger ? { ...order.stop, triggerTicks: to } : order.stop
  const moved = { ...order, stop, ...(isAtTrigger ? {} : { priceTicks: to }) } as Order
  return <p>{t('chart.moveTo', { words: wordsOfOrder(moved, instrument) })}</p>
}

const Refused = ({ reason }: { reason: Message }) => (
  <Frame isOld={false}>
    <Reason reason={reason} />
  </Frame>
)

function Reason({ reason }: { reason: Message }) {
  const t = useT()
  return <p className="text-warn">{t(reason)}</p>
}

/** Ignores the pointer, so that a drag may pass under it. */
const Frame = ({ isOld, children }: { isOld: boolean; children: ReactNode }) => (
  <div
    role="status"
    aria-live="off"
    aria-busy={isOld}
    data-drag-outcome
    className={classNames(
      'pointer-events-none absolute top-12 left-14 z-10 flex w-60 flex-col gap-2 p-2 text-xs',
      'rounded border border-line-strong bg-raised shadow-popup',
      'max-md:inset-x-2 max-md:top-auto max-md:bottom-2 max-md:w-auto',
    )}
  >
    {children}
  </div>
)
