// The summary of a typed command before it runs: its terms and, for an order, the exchange's
// preview.

import { formatTrimmed, type Amount } from '@basis/domain/numbers/fixed'
import { qtyCoin, type Instrument } from '@basis/domain/instrument/instrument'
import type { CallAnswer } from '@basis/protocol/calls'
import type { Bracket } from '../../actions/risk.ts'
import type { OrderIntent } from '../../actions/order-requests.ts'
import type { IntendedOrder } from '../../actions/batches/batch-orders.ts'
import { conditionMessage } from '../../actions/words/alert-words.ts'
import { outcomeOf } from '../../actions/outcome.ts'
import { orderWords } from '../../actions/words/order-words.ts'
import { previewProblem } from '../../client/error-reactions.ts'
import { useT } from '../../i18n/i18n.ts'
import { message, type Message } from '../../i18n/message-keys.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { nameOf } from '../../stores/catalogue.ts'
import { useInstrumentFormat } from '../../stores/instrument-format.ts'
import { Button } from '../../ui/Button.tsx'
import { Figures } from '../../ui/table/Figures.tsx'
import { useOutcomeFigures } from '../outcome/OutcomeFigures.tsx'
import type { Command } from './command-line.ts'
import { heldIn } from './run-command.ts'

type Answer = CallAnswer<'previewOrder'>

type Props = {
  command: Command
  /** The exchange's preview of an order; undefined before there is one. */
  answer: Answer | undefined
  mayRun: boolean
  onRun: () => void
}

export function CommandSummary({ command, answer, mayRun, onRun }: Props) {
  const t = useT()
  const refused = answer === undefined ? undefined : previewProblem(answer)
  return (
    <div className="flex flex-col gap-3 text-sm">
      {command.kind === 'order' ? (
        <OrderSummary {...command} answer={answer} />
      ) : command.kind === 'batch' ? (
        <BatchSummary orders={command.orders} />
      ) : (
        <p className="px-1 font-medium">{t(wordsOf(command))}</p>
      )}
      {refused !== undefined && (
        <p role="alert" className="rounded bg-down-depth px-2 py-1.5 text-xs text-ink">
          {t(refused)}
        </p>
      )}
      <Button variant="primary" disabled={!mayRun} onClick={onRun}>
        {t('palette.send')}
      </Button>
    </div>
  )
}

function BatchSummary({ orders }: { orders: readonly IntendedOrder[] }) {
  const t = useT()
  return (
    <>
      <p className="px-1 font-medium">{t('palette.batch', { count: orders.length })}</p>
      <ol className="flex flex-col gap-1 rounded border border-line bg-panel p-2 text-xs">
        {orders.map(({ intent, instrument }, at) => (
          <li key={at} className={intent.side === 'Buy' ? 'text-up' : 'text-down'}>
            {t(orderWords(intent, instrument))}
          </li>
        ))}
      </ol>
    </>
  )
}

function wordsOf(command: Exclude<Command, { kind: 'order' | 'batch' }>): Message {
  switch (command.kind) {
    case 'cancel':
      return command.instrument === undefined
        ? message('palette.cancelAll')
        : message('palette.cancelSymbol', { symbol: nameOf(command.instrument.symbol) })
    case 'alert': {
      const { symbols, figure, operator = 'crosses', value } = command.draft
      const symbol = symbols[0] ?? ''
      const condition = conditionMessage({ figure, operator, value, symbol })
      return message('palette.alert', { symbol: nameOf(symbol), condition })
    }
    case 'leverage':
      return message('palette.leverage', {
        symbol: nameOf(command.instrument.symbol),
        leverage: { decimal: formatTrimmed(BigInt(command.leverage), 2) },
      })
    case 'close': {
      const symbol = nameOf(command.instrument.symbol)
      return heldIn(command.instrument.symbol).length === 0
        ? message('palette.nothingHeld', { symbol })
        : message('palette.closePart', { percent: command.percent, symbol })
    }
  }
}

type OrderProps = {
  instrument: Instrument
  intent: OrderIntent
  bracket?: Bracket | undefined
  wholeAtStop?: Amount | undefined
  answer: Answer | undefined
}

function OrderSummary(props: OrderProps) {
  const t = useT()
  const { instrument, intent, answer } = props
  const words = useInstrumentFormat(instrument)
  const { side, qtyLots, priceTicks, tpsl } = intent
  const what = {
    side: t(side === 'Buy' ? 'orders.buy' : 'orders.sell'),
    qty: words.qty(qtyLots),
    coin: qtyCoin(instrument),
    symbol: nameOf(instrument.symbol),
  }
  const legs = [
    [t('palette.takeProfit'), tpsl?.takeProfit],
    [t('palette.stopLoss'), tpsl?.stopLoss],
  ] as const
  const wonRows = useWonAtLegs(props)
  const isRefused = answer !== undefined && answer.code !== 0
  const idx = answer?.orders[0]?.positionIdx ?? 0
  const previewed = answer && !isRefused ? outcomeOf(answer, instrument, idx) : undefined
  const figures = useOutcomeFigures(instrument, previewed, { hasLiquidation: true })
  return (
    <>
      <p className={side === 'Buy' ? 'px-1 font-medium text-up' : 'px-1 font-medium text-down'}>
        {priceTicks === undefined
          ? t('palette.orderMarket', what)
          : t('palette.orderLimit', { ...what, price: words.price(priceTicks) })}
      </p>
      <Figures
        rows={[
          ...legs.flatMap(([label, leg]) =>
            leg === undefined ? [] : [{ label, now: words.price(leg.triggerTicks) }],
          ),
          ...wonRows,
          ...(isRefused ? [] : figures),
        ]}
      />
    </>
  )
}

/** The profit at the target and the loss at the stop, with the fees of both orders. */
function useWonAtLegs({ instrument, bracket, wholeAtStop }: OrderProps) {
  const t = useT()
  const format = useFormat()
  const words = useInstrumentFormat(instrument)
  if (bracket === undefined) return []
  const { atStop, atTarget, rewardE2 } = bracket
  const won = (value: Amount): string =>
    `${words.settle(value, { signed: true, rounding: 'down' })} ${instrument.settleCoin}`
  const times =
    rewardE2 === undefined
      ? ''
      : ` · ${format.decimal({ units: rewardE2, scale: 2 }, { scale: 2 })}R`
  return [
    { label: t('ticket.lossAtStop'), now: `${won(atStop)} · 1R` },
    ...(wholeAtStop === undefined
      ? []
      : [{ label: t('ticket.wholeAtStop'), now: won(wholeAtStop) }]),
    ...(atTarget === undefined
      ? []
      : [{ label: t('ticket.gainAtTarget'), now: `${won(atTarget)}${times}` }]),
  ]
}
