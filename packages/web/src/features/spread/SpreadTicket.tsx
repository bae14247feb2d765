// The ticket of a combination: price, quantity, and the resulting price of each leg.

import { useState } from 'react'
import type { FormEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { OrderType, Side, TimeInForce } from '@basis/domain/orders/order'
import { timesInForce } from '@basis/domain/orders/order'
import type {
  WireSpreadBook,
  WireSpreadInstrument,
  WireSpreadTicker,
} from '@basis/protocol/spread/market'
import { startDemo, useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import type { MessageKey } from '../../i18n/message-keys.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { instrumentOf } from '../../stores/catalogue.ts'
import { exactE8 } from '../../stores/instrument-format.ts'
import { useFeeRates } from '../../stores/wallet.ts'
import { Button } from '../../ui/Button.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Select } from '../../ui/Select.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { usePending } from '../../platform/use-pending.ts'
import { reactTo } from '../../client/error-reactions.ts'
import { askShown } from '../../client/page-calls.ts'
import { sendSpread } from './send-spread.ts'
import { draftProblem, legFee, legLines, spreadProblemMessage, spreadText } from './spread-form.ts'
import type { LegLine } from './spread-form.ts'

const forceWords: Record<TimeInForce, MessageKey> = {
  GoodTillCancel: 'orders.gtc',
  ImmediateOrCancel: 'orders.ioc',
  FillOrKill: 'orders.fok',
  PostOnly: 'orders.postOnly',
}

type Props = {
  instrument: WireSpreadInstrument
  ticker: WireSpreadTicker
  book: WireSpreadBook
  price: string
  onPrice: (price: string) => void
}

export function SpreadTicket({ instrument, ticker, book, price, onPrice }: Props) {
  const t = useT()
  const [side, setSide] = useState<Side>('Buy')
  const [orderType, setOrderType] = useState<OrderType>('Limit')
  const [timeInForce, setTimeInForce] = useState<TimeInForce>('GoodTillCancel')
  const [qty, setQty] = useState('')
  const [isSent, during] = usePending()
  const { symbol } = instrument
  const isTrader = useSession(({ status }) => status === 'trader')
  const isLimit = orderType === 'Limit'
  const draft = { side, orderType, price, qty }
  const wrong =
    qty === '' || (isLimit && price === '') ? undefined : draftProblem(instrument, draft)
  const isReady = qty !== '' && (!isLimit || price !== '') && wrong === undefined
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const outcome = await during(
      sendSpread(instrument, { ticker, book }, { ...draft, timeInForce }),
    )
    if (outcome === undefined) return
    if (outcome.ok) setQty('')
    else if (!outcome.isUnknown) reactTo(outcome.error)
  }
  return (
    <form
      aria-label={t('spread.ticket')}
      className="flex flex-col gap-3 text-xs"
      onSubmit={(event) => void send(event)}
    >
      <h2 className="text-sm font-semibold">{t('spread.ticket')}</h2>
      <Segments
        label={t('spread.side')}
        wide
        value={side}
        onChange={setSide}
        items={[
          { value: 'Buy', label: t('spread.buy') },
          { value: 'Sell', label: t('spread.sell') },
        ]}
      />
      <Segments
        label={t('spread.type')}
        value={orderType}
        onChange={setOrderType}
        items={[
          { value: 'Limit', label: t('orders.limit') },
          { value: 'Market', label: t('orders.market') },
        ]}
      />
      {isLimit && (
        <NumberInput
          label={t('spread.spreadPrice')}
          value={price}
          onChange={onPrice}
          rules={{ scale: 8, step: instrument.tickSize }}
          unit={instrument.quoteCoin}
          error={wrong?.field === 'price' ? t(spreadProblemMessage(wrong)) : undefined}
        />
      )}
      <Legs
        legs={legLines(instrument, { ticker, book }, draft)}
        qty={qty}
        isMaker={isLimit && timeInForce === 'PostOnly'}
      />
      <NumberInput
        label={t('spread.quantity')}
        value={qty}
        onChange={setQty}
        rules={{ scale: 8, min: '0', step: instrument.lotSize }}
        unit={instrument.baseCoin}
        error={wrong?.field === 'qty' ? t(spreadProblemMessage(wrong)) : undefined}
      />
      {isTrader && (
        <MostQty symbol={symbol} side={side} price={isLimit ? price : ''} onPick={setQty} />
      )}
      {isLimit && (
        <Select
          label={t('spread.force')}
          value={timeInForce}
          onChange={setTimeInForce}
          items={timesInForce.map((value) => ({ value, label: t({ key: forceWords[value] }) }))}
        />
      )}
      {isTrader ? (
        <Button
          type="submit"
          size="lg"
          wide
          pending={isSent}
          disabled={!isReady}
          variant={side === 'Buy' ? 'buy' : 'sell'}
        >
          {t(side === 'Buy' ? 'spread.buySpread' : 'spread.sellSpread')}
        </Button>
      ) : (
        <Button size="lg" wide variant="primary" onClick={() => void startDemo()}>
          {t('ticket.getDemo')}
        </Button>
      )}
      <p className="text-soft">{t('spread.atomic')}</p>
    </form>
  )
}

type LegsProps = { legs: readonly LegLine[]; qty: string; isMaker: boolean }

/** Side, symbol and price of each leg, with its fee at the current draft. */
function Legs({ legs, qty, isMaker }: LegsProps) {
  const t = useT()
  const format = useFormat()
  const rates = useFeeRates()
  return (
    <ul aria-label={t('spread.legs')} className="flex flex-col gap-1 rounded bg-field p-2">
      {legs.map((leg) => {
        const { symbol, side, price } = leg
        const instrument = instrumentOf(symbol)
        const paid = instrument && legFee(leg, instrument, { qty, isMaker, rates })
        return (
          <li key={symbol}>
            <p className="flex justify-between gap-2">
              <span className={side === 'Buy' ? 'text-up-on-depth' : 'text-down-on-depth'}>
                {t(side === 'Buy' ? 'spread.legBuy' : 'spread.legSell', { symbol })}
              </span>
              <span className="tabular-nums">{spreadText(format, price)}</span>
            </p>
            <p className="flex justify-between gap-2 text-soft">
              <span>{t('spread.legFee')}</span>
              <span className="tabular-nums">
                {paid === undefined
                  ? '--'
                  : `${format.money(exactE8(paid.fee), paid.coin)} ${paid.coin}`}
              </span>
            </p>
          </li>
        )
      })}
    </ul>
  )
}

type MostProps = { symbol: string; side: Side; price: string; onPick: (qty: string) => void }

function MostQty({ symbol, side, price, onPick }: MostProps) {
  const t = useT()
  const uid = useSession(({ user }) => user?.uid)
  const { data } = useQuery({
    queryKey: ['maxSpreadQty', uid, symbol, side, price],
    queryFn: ({ signal }) =>
      askShown(
        'maxSpreadQty',
        { symbol, side, ...(price === '' ? {} : { orderPrice: price }) },
        signal,
      ),
    refetchInterval: 3000,
    retry: false,
  })
  const format = useFormat()
  const most = data?.ab ?? '0'
  return (
    <p className="flex items-center justify-between">
      <span className="text-soft">{t('spread.most')}</span>
      <button type="button" className="tabular-nums hover:text-accent" onClick={() => onPick(most)}>
        {format.decimal(most, { scale: most.split('.')[1]?.length ?? 0 })}
      </button>
    </p>
  )
}
