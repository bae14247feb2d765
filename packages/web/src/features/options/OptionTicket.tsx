// The ticket of an option: a limit by price or by volatility, or at market, and its cost.

import { useState } from 'react'
import type { FormEvent } from 'react'
import { legNames, type LegName } from '@basis/domain/orders/tpsl'
import { timesInForce, type Side, type TimeInForce } from '@basis/domain/orders/order'
import { formatPrice, priceDecimals, type Instrument } from '@basis/domain/instrument/instrument'
import { formatTrimmed } from '@basis/domain/numbers/fixed'
import { mayBeDone } from '../../actions/action-outcome.ts'
import { problemMessage } from '../../client/error-reactions.ts'
import { startDemo, useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import type { MessageKey } from '../../i18n/message-keys.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useQuote } from '../../stores/options/chain.ts'
import { usePending } from '../../platform/use-pending.ts'
import { Button } from '../../ui/Button.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Select } from '../../ui/Select.tsx'
import { Checkbox } from '../../ui/Switch.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import {
  bestTicks,
  draftProblem,
  emptyOptionDraft,
  intentOf,
  ivOfPrice,
  limitOf,
} from './option-form.ts'
import type { OptionDraft } from './option-form.ts'
import type { Picked } from './chain-rows.ts'
import { sendOption } from './send-option.ts'
import { TicketFigures } from './TicketFigures.tsx'
import { useBand, useOptionNow } from './use-option-now.ts'

const forceWords: Record<TimeInForce, MessageKey> = {
  GoodTillCancel: 'orders.gtc',
  ImmediateOrCancel: 'orders.ioc',
  FillOrKill: 'orders.fok',
  PostOnly: 'orders.postOnly',
}

const buttonWords = {
  Call: { Buy: 'options.buyCall', Sell: 'options.sellCall' },
  Put: { Buy: 'options.buyPut', Sell: 'options.sellPut' },
} as const satisfies Record<'Call' | 'Put', Record<Side, MessageKey>>

type Props = { instrument: Instrument; picked: Picked }

export function OptionTicket({ instrument, picked }: Props) {
  const t = useT()
  const [draft, setDraft] = useState<OptionDraft>(emptyOptionDraft)
  const [taken, setTaken] = useState<Picked>()
  const [isSending, during] = usePending()
  const isTrader = useSession(({ status }) => status === 'trader')
  const now = useOptionNow(instrument.symbol)
  const band = useBand(instrument.symbol)
  const change = (made: Partial<OptionDraft>): void => setDraft({ ...draft, ...made })
  if (taken !== picked) {
    setTaken(picked)
    const { side = draft.side, price } = picked
    setDraft({ ...draft, side, ...(price === undefined ? {} : { price, by: 'price' }) })
  }
  const quote = useQuote(instrument.symbol)
  const market = bestTicks(instrument, draft.side, quote)
  const wrong = draftProblem(instrument, draft, { band, now, market })
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (wrong !== undefined) return
    const outcome = await during(sendOption(instrument, draft, now))
    if (!mayBeDone(outcome)) return
    // A side or a price picked since the press stays.
    setDraft((now) => ({ ...now, qty: '', takeProfit: '', stopLoss: '' }))
  }
  const right = instrument.option?.right ?? 'Call'
  const errorOf = (field: 'price' | 'qty' | LegName): string | undefined =>
    wrong === undefined || wrong.field !== field || wrong.name.endsWith('Required')
      ? undefined
      : t(problemMessage(wrong))
  return (
    <form
      aria-label={t('options.ticket')}
      className="flex flex-col gap-3 text-xs"
      onSubmit={(event) => void send(event)}
    >
      {/* On a phone this is the title of the sheet. */}
      <h2 className="text-sm font-semibold max-md:sr-only">{instrument.symbol}</h2>
      <Segments
        label={t('options.side')}
        wide
        size="md"
        value={draft.side}
        onChange={(side) => change({ side })}
        items={[
          { value: 'Buy', label: t('options.buy') },
          { value: 'Sell', label: t('options.sell') },
        ]}
      />
      <Segments
        label={t('options.type')}
        value={draft.orderType}
        onChange={(orderType) => change({ orderType })}
        items={[
          { value: 'Limit', label: t('orders.limit') },
          { value: 'Market', label: t('orders.market') },
        ]}
      />
      {draft.orderType === 'Limit' && (
        <LimitFields
          instrument={instrument}
          draft={draft}
          change={change}
          error={errorOf('price')}
        />
      )}
      <NumberInput
        label={t('options.quantity')}
        value={draft.qty}
        onChange={(qty) => change({ qty })}
        rules={{ scale: 8, min: '0', step: formatTrimmed(BigInt(instrument.lotSizeE8), 8) }}
        unit={instrument.baseCoin}
        error={errorOf('qty')}
      />
      <Checkbox
        label={t('options.reduceOnly')}
        checked={draft.reduceOnly}
        onChange={(reduceOnly) => change({ reduceOnly })}
      />
      {!draft.reduceOnly && (
        <div className="grid grid-cols-2 gap-2">
          {legNames.map((name) => (
            <NumberInput
              key={name}
              label={t(`tpsl.${name}`)}
              value={draft[name]}
              onChange={(price) => change({ [name]: price })}
              rules={priceRulesOf(instrument)}
              error={errorOf(name)}
              hint={t('options.byMark')}
            />
          ))}
        </div>
      )}
      <TicketFigures
        instrument={instrument}
        draft={draft}
        intent={wrong === undefined ? intentOf(instrument, draft) : undefined}
        onMost={(qty) => change({ qty })}
      />
      {isTrader ? (
        <Button
          type="submit"
          size="lg"
          wide
          pending={isSending}
          disabled={wrong !== undefined}
          variant={draft.side === 'Buy' ? 'buy' : 'sell'}
        >
          {t(buttonWords[right][draft.side])}
        </Button>
      ) : (
        <Button size="lg" wide variant="primary" onClick={() => void startDemo()}>
          {t('ticket.getDemo')}
        </Button>
      )}
    </form>
  )
}

const priceRulesOf = (instrument: Instrument) => ({
  scale: priceDecimals(instrument),
  min: '0',
  max: formatPrice(instrument, instrument.maxPriceTicks),
  tick: formatTrimmed(BigInt(instrument.tickSizeE8), 8),
})

type LimitProps = {
  instrument: Instrument
  draft: OptionDraft
  change: (made: Partial<OptionDraft>) => void
  error: string | undefined
}

/** A limit by price or by volatility, with its equivalent in the other. */
function LimitFields({ instrument, draft, change, error }: LimitProps) {
  const t = useT()
  const format = useFormat()
  const now = useOptionNow(instrument.symbol)
  const quote = useQuote(instrument.symbol)
  const limit = limitOf(instrument, draft, now)
  const iv = ivOfPrice(instrument, draft.price, now)
  const switchTo = (by: 'price' | 'iv'): void => {
    if (by === 'iv') return change({ by, iv })
    change({ by, price: limit })
  }
  const asPrice =
    limit === '' ? undefined : format.decimal(limit, { scale: priceDecimals(instrument) })
  return (
    <>
      <Segments
        label={t('options.by')}
        value={draft.by}
        onChange={switchTo}
        items={[
          { value: 'price', label: t('options.byPrice') },
          { value: 'iv', label: t('options.byIv') },
        ]}
      />
      {draft.by === 'price' ? (
        <NumberInput
          label={t('options.price')}
          value={draft.price}
          onChange={(price) => change({ price })}
          rules={priceRulesOf(instrument)}
          unit={instrument.quoteCoin}
          error={error}
          hint={
            iv === ''
              ? undefined
              : t('options.standsForIv', {
                  iv: format.percent(iv, { scale: 2, signed: false }),
                })
          }
        />
      ) : (
        <NumberInput
          label={t('options.iv')}
          value={draft.iv}
          onChange={(text) => change({ iv: text })}
          rules={{ scale: 2, min: '0', max: '1000', step: '0.5' }}
          unit="%"
          error={error}
          hint={asPrice === undefined ? undefined : t('options.standsFor', { price: asPrice })}
        />
      )}
      <QuoteButtons
        bid={quote?.bid1Price}
        mark={quote?.markPrice}
        ask={quote?.ask1Price}
        onPick={(price) => change({ by: 'price', price })}
        instrument={instrument}
      />
      <Select
        label={t('options.force')}
        value={draft.timeInForce}
        onChange={(timeInForce) => change({ timeInForce })}
        items={timesInForce.map((value) => ({ value, label: t({ key: forceWords[value] }) }))}
      />
    </>
  )
}

type QuoteButtonsProps = {
  instrument: Instrument
  bid: string | undefined
  mark: string | undefined
  ask: string | undefined
  onPick: (price: string) => void
}

/** Bid and ask as buttons that fill in the price. */
function QuoteButtons({ instrument, bid, ask, onPick }: QuoteButtonsProps) {
  const t = useT()
  const format = useFormat()
  const one = (label: string, text: string | undefined) => (
    <Button
      size="sm"
      disabled={text === undefined || text === ''}
      onClick={() => text !== undefined && onPick(text)}
    >
      <span className="text-muted">{label}</span>{' '}
      {format.price(text === '' ? undefined : text, priceDecimals(instrument))}
    </Button>
  )
  return (
    <div className="flex gap-2">
      {one(t('options.bid'), bid)}
      {one(t('options.ask'), ask)}
    </div>
  )
}
