// The form of a new grid bot: its market, range and investment, with the resulting levels and
// profit per cell.

import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react'
import { gridSpacings } from '@basis/domain/grid/terms'
import { priceDecimals } from '@basis/domain/instrument/instrument'
import { askCandles } from '../../stores/candles.ts'
import { useCatalogue } from '../../stores/catalogue.ts'
import { useTicker } from '../../stores/tickers.ts'
import { useFeeRates } from '../../stores/wallet.ts'
import { problemMessage } from '../../client/error-reactions.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Select } from '../../ui/Select.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { submitChange } from '../../actions/lost-answers/changes.ts'
import { Backtest } from './backtest/Backtest.tsx'
import {
  amountScale,
  advisedRange,
  requestOf,
  fieldOf,
  gridMarkets,
  previewOf,
  type BotField,
  type BotForm,
  freeText,
  type OwnerFunds,
} from './bot-form.ts'
import { BotPreview } from './BotPreview.tsx'
import { NewBotForm } from './NewBotForm.tsx'

type Props = { funds: OwnerFunds; isTrader: boolean; onDone: () => void }
/** `first`: the form's initial values. */
type FirstProps = Props & { first: BotForm }

const futuresModes = ['Neutral', 'Long', 'Short'] as const

export function CreateBot({ first, funds, isTrader, onDone }: FirstProps) {
  const order = useCatalogue((catalogue) => catalogue.order)
  const [form, setForm] = useState(first)
  const markets = gridMarkets(order, form.mode === 'Spot')
  const instrument = markets.find(({ symbol }) => symbol === form.symbol) ?? markets[0]
  if (instrument === undefined) return <Skeleton className="m-3 h-64" />
  return (
    <Fields
      form={{ ...form, symbol: instrument.symbol }}
      setForm={setForm}
      instrument={instrument}
      markets={markets}
      funds={funds}
      isTrader={isTrader}
      onDone={onDone}
    />
  )
}

type ChoicesProps = {
  form: BotForm
  setForm: Dispatch<SetStateAction<BotForm>>
  markets: readonly Instrument[]
}

const noPrices = { low: '', high: '', takeProfit: '', stopLoss: '' }

/** The kind of grid, its market, and the spacing of its levels. */
function Choices({ form, setForm, markets }: ChoicesProps) {
  const t = useT()
  const isSpot = form.mode === 'Spot'
  return (
    <>
      <Segments
        label={t('bots.kind')}
        value={isSpot ? 'Spot' : 'Futures'}
        onChange={(kind) =>
          setForm({
            ...form,
            ...noPrices,
            mode: kind === 'Spot' ? 'Spot' : 'Neutral',
            symbol: kind === 'Spot' ? 'BTC/USDT' : 'BTCUSDT',
          })
        }
        items={[
          { value: 'Spot', label: t('bots.spotGrid') },
          { value: 'Futures', label: t('bots.futuresGrid') },
        ]}
        wide
      />
      <Select
        label={t('bots.market')}
        value={form.symbol}
        onChange={(symbol) => setForm({ ...form, ...noPrices, symbol })}
        items={markets.map(({ symbol }) => ({ value: String(symbol), label: symbol }))}
      />
      {!isSpot && (
        <Segments
          label={t('bots.mode')}
          value={form.mode}
          onChange={(mode) => setForm({ ...form, mode })}
          items={futuresModes.map((mode) => ({
            value: mode,
            label: t({ key: `bots.mode_${mode}` }),
          }))}
          wide
        />
      )}
      <Segments
        label={t('bots.spacing')}
        value={form.spacing}
        onChange={(spacing) => setForm({ ...form, spacing })}
        items={gridSpacings.map((spacing) => ({
          value: spacing,
          label: t({ key: `bots.spacing_${spacing}` }),
        }))}
        wide
      />
    </>
  )
}

type FieldsProps = Props & {
  form: BotForm
  setForm: Dispatch<SetStateAction<BotForm>>
  instrument: Instrument
  markets: readonly Instrument[]
}

function Fields(props: FieldsProps) {
  const { form, setForm, instrument, markets, funds, isTrader, onDone } = props
  const t = useT()
  const lastTicks = useTicker(instrument.symbol)?.lastTicks ?? 0
  const feeRates = useFeeRates()
  const { problem, preview } = previewOf(form, {
    instrument,
    lastTicks,
    feeRates,
    // A visitor has no balance yet, and may look at any grid.
    funds: isTrader ? funds : undefined,
  })
  const isSpot = form.mode === 'Spot'
  const coin = preview?.coin ?? instrument.quoteCoin
  // A backtest needs no balance.
  const mayTry = problem === undefined || problem.name === 'gridBalanceInsufficient'
  const wrongField = problem === undefined ? undefined : fieldOf(problem)
  const words = problem === undefined ? undefined : t(problemMessage(problem))
  const advise = async (isAsked: boolean): Promise<void> => {
    const series = { symbol: instrument.symbol, resolution: '60', source: 'last' } as const
    const found = await askCandles(series, { count: 168 })
    const range = advisedRange(instrument, found.ok ? found.value : [], lastTicks)
    // Input made meanwhile is kept, and the range is not used for another market.
    setForm((now) => {
      const isLeft =
        now.symbol !== form.symbol && markets.some(({ symbol }) => symbol === now.symbol)
      const isTyped = !isAsked && (now.low !== '' || now.high !== '')
      return now.mode !== form.mode || isLeft || isTyped ? now : { ...now, ...range }
    })
  }
  // A form without a range is filled with the advised one, so that a grid can be previewed.
  const place = `${form.mode} ${instrument.symbol}`
  const advised = useRef('')
  useEffect(() => {
    if (lastTicks === 0 || advised.current === place) return
    advised.current = place
    void advise(false)
  })
  const field = (name: BotField, unit: string, scale: number, hint?: string) => (
    <NumberInput
      label={t({ key: `bots.${name}` })}
      value={form[name]}
      onChange={(text) => setForm({ ...form, [name]: text })}
      rules={{ scale, min: '0' }}
      unit={unit}
      hint={hint}
      error={wrongField === name ? words : undefined}
    />
  )
  const prices = priceDecimals(instrument)
  const quote = instrument.quoteCoin
  return (
    <div className="grid gap-4 p-3 text-xs lg:grid-cols-[22rem_1fr]">
      <NewBotForm
        className="flex flex-col gap-3"
        fault={wrongField === undefined ? words : undefined}
        submit={t('bots.create')}
        mayCreate={isTrader && preview !== undefined && problem === undefined}
        create={() => submitChange('createBot', requestOf(form))}
        onDone={onDone}
      >
        <Choices form={form} setForm={setForm} markets={markets} />
        <Button size="sm" disabled={lastTicks === 0} onClick={() => void advise(true)}>
          {t('bots.advise')}
        </Button>
        {field('low', quote, prices)}
        {field('high', quote, prices)}
        <div className="grid grid-cols-2 gap-3">
          {field('cells', '', 0)}
          {!isSpot && field('leverage', '×', 2)}
        </div>
        {field(
          'investment',
          coin,
          amountScale(coin),
          t('bots.available', { amount: { decimal: freeText(funds, coin), ofCoin: coin }, coin }),
        )}
        {field('takeProfit', quote, prices, t('bots.optional'))}
        {field('stopLoss', quote, prices, t('bots.optional'))}
        {form.mode !== 'Neutral' && (
          <Switch
            label={t('bots.trailing')}
            checked={form.isTrailing}
            onChange={(isTrailing) => setForm({ ...form, isTrailing })}
          />
        )}
      </NewBotForm>
      <div className="flex min-w-0 flex-col gap-5">
        <BotPreview
          preview={preview}
          instrument={instrument}
          lastTicks={lastTicks}
          mode={form.mode}
        />
        {preview !== undefined && isTrader && <Backtest asked={requestOf(form)} mayRun={mayTry} />}
      </div>
    </div>
  )
}
