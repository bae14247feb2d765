// Closing a position or a part of it, at market or by a limit order, with what it is expected to
// bring.

import { useState } from 'react'
import { formatTrimmed, priceTicks, zero } from '@basis/domain/fixed'
import type { PriceTicks } from '@basis/domain/fixed'
import {
  formatPrice,
  parsePrice,
  priceDecimals,
  qtyCoin,
  type Instrument,
} from '@basis/domain/instrument'
import { priceProblem } from '@basis/domain/order-rules'
import { problem, type Problem } from '@basis/domain/problems'
import { useListing } from '../../exchange/catalogue.ts'
import { problemMessage } from '../../exchange/error-reactions.ts'
import { useInstrumentFormat } from '../../exchange/instrument-format.ts'
import { positionKey, usePositions } from '../../exchange/positions.ts'
import { useTicker } from '../../exchange/tickers.ts'
import { closePosition } from '../../exchange/trading.ts'
import { useT } from '../../i18n/i18n.ts'
import type { DialogRequest } from '../../shell/dialogs.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { classNames } from '../../ui/class-names.ts'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { Slider } from '../../ui/Slider.tsx'
import { closingOrder } from './position-row.ts'
import { isHeld, type HeldPosition } from '../../exchange/positions.ts'

type Props = {
  request: Extract<DialogRequest, { kind: 'closePosition' }>
  onClose: () => void
}

export function ClosePositionDialog({ request, onClose }: Props) {
  const t = useT()
  const key = positionKey(request.symbol, request.positionIdx)
  const record = usePositions()?.find((each) => each.key === key)
  const listing = useListing(request.symbol)
  const title = t(
    request.orderType === 'Limit' ? 'positions.closeTitleLimit' : 'positions.closeTitleMarket',
  )
  const position = record?.position
  if (listing === undefined || position === undefined || !isHeld(position)) {
    return (
      <Dialog open onClose={onClose} title={title}>
        <p className="py-2 text-sm text-soft">{t('positions.empty')}</p>
      </Dialog>
    )
  }
  return (
    <CloseForm
      title={title}
      position={position}
      instrument={listing.instrument}
      orderType={request.orderType}
      onClose={onClose}
    />
  )
}

const parts = ['25', '50', '75', '100'] as const

function CloseForm(props: {
  title: string
  position: HeldPosition
  instrument: Instrument
  orderType: 'Limit' | 'Market'
  onClose: () => void
}) {
  const t = useT()
  const { position, instrument, orderType, onClose } = props
  const ticker = useTicker(position.symbol)
  const best = position.side === 'Buy' ? ticker?.bidTicks : ticker?.askTicks
  const market = best ?? ticker?.lastTicks
  const [percent, setPercent] = useState(100)
  const [price, setPrice] = useState(() =>
    ticker?.lastTicks === undefined ? '' : formatPrice(instrument, priceTicks(ticker.lastTicks)),
  )
  const [isSending, setIsSending] = useState(false)
  const limit = orderType === 'Limit' ? readPrice(instrument, price) : undefined
  const wrong = typeof limit === 'object' ? limit : undefined
  const at = typeof limit === 'number' ? limit : market
  const closing = closingOrder(position, instrument, {
    percent,
    price: at === undefined ? undefined : priceTicks(at),
  })
  const send = async (): Promise<void> => {
    setIsSending(true)
    const outcome = await closePosition({
      symbol: position.symbol,
      positionIdx: position.positionIdx,
      qtyLots: closing.lots,
      priceTicks: typeof limit === 'number' ? limit : undefined,
    })
    setIsSending(false)
    if (outcome.kind !== 'failed') onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={props.title}
      footer={
        <>
          <Button onClick={onClose}>{t('shell.cancel')}</Button>
          <Button
            variant={closing.side === 'Buy' ? 'buy' : 'sell'}
            pending={isSending}
            disabled={wrong !== undefined}
            onClick={() => void send()}
          >
            {t('positions.confirmClose')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-sm font-medium">{position.symbol}</p>
        {orderType === 'Limit' && (
          <PriceInput instrument={instrument} value={price} onChange={setPrice} wrong={wrong} />
        )}
        <Segments
          wide
          label={t('positions.closePart')}
          value={parts.find((part) => Number(part) === percent) ?? ''}
          onChange={(part) => setPercent(Number(part))}
          items={parts.map((part) => ({ value: part, label: `${part}%` }))}
        />
        <Slider label={t('positions.closePart')} value={percent} onChange={setPercent} min={1} />
        <ClosingFigures instrument={instrument} closing={closing} />
      </div>
    </Dialog>
  )
}

function readPrice(instrument: Instrument, text: string): PriceTicks | Problem {
  if (text.trim() === '') return problem('priceRequired', 'price')
  const price = parsePrice(instrument, text)
  return typeof price === 'number' ? (priceProblem(instrument, price) ?? price) : price
}

function PriceInput(props: {
  instrument: Instrument
  value: string
  onChange: (text: string) => void
  wrong: Problem | undefined
}) {
  const t = useT()
  const { instrument, wrong } = props
  return (
    <NumberInput
      label={t('positions.closePrice')}
      value={props.value}
      onChange={props.onChange}
      rules={{
        scale: priceDecimals(instrument),
        min: '0',
        tick: formatTrimmed(BigInt(instrument.tickSizeE8), 8),
      }}
      unit={instrument.quoteCoin}
      steppers
      error={wrong === undefined ? undefined : t(problemMessage(wrong))}
    />
  )
}

function ClosingFigures(props: {
  instrument: Instrument
  closing: ReturnType<typeof closingOrder>
}) {
  const t = useT()
  const { instrument, closing } = props
  const words = useInstrumentFormat(instrument)
  const { expectedPnl } = closing
  return (
    <dl className="flex flex-col gap-1 rounded border border-line bg-panel p-2 text-xs">
      <div className="flex justify-between">
        <dt className="text-muted">{t('positions.closeQuantity')}</dt>
        <dd>
          {words.qty(closing.lots)} {qtyCoin(instrument)}
        </dd>
      </div>
      <div className="flex justify-between">
        <dt className="text-muted">{t('positions.expected')}</dt>
        <dd
          className={classNames(expectedPnl > zero && 'text-up', expectedPnl < zero && 'text-down')}
        >
          {words.settle(expectedPnl, { signed: true, rounding: 'down' })} {instrument.settleCoin}
        </dd>
      </div>
    </dl>
  )
}
