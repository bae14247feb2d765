// The form of a new DCA bot: its pair, the amount and number of purchases, their interval and
// range, and a take-profit.

import { useState } from 'react'
import { priceDecimals, type Instrument } from '@basis/domain/instrument/instrument'
import { useCatalogue } from '../../stores/catalogue.ts'
import { problemMessage } from '../../client/error-reactions.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { exactE8 } from '../../stores/instrument-format.ts'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Select } from '../../ui/Select.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { submitChange } from '../../actions/lost-answers/changes.ts'
import { amountScale, freeText, gridMarkets, type OwnerFunds } from './bot-form.ts'
import { DcaBacktest } from './backtest/DcaBacktest.tsx'
import { dcaRequest, dcaPreview, firstDca, intervals } from './spot-bot-form.ts'
import type { DcaField, DcaForm } from './spot-bot-form.ts'
import { NewBotForm } from './NewBotForm.tsx'

type Props = { funds: OwnerFunds; isTrader: boolean; onDone: () => void }

export function CreateDca(props: Props) {
  const order = useCatalogue((catalogue) => catalogue.order)
  const [form, setForm] = useState<DcaForm>(firstDca)
  const pairs = gridMarkets(order, true)
  const instrument = pairs.find(({ symbol }) => symbol === form.symbol) ?? pairs[0]
  if (instrument === undefined) return <Skeleton className="m-3 h-64" />
  return (
    <Fields
      {...props}
      form={{ ...form, symbol: instrument.symbol }}
      setForm={setForm}
      instrument={instrument}
      pairs={pairs}
    />
  )
}

type FieldsProps = Props & {
  form: DcaForm
  setForm: (form: DcaForm) => void
  instrument: Instrument
  pairs: readonly Instrument[]
}

function Fields(props: FieldsProps) {
  const { form, setForm, instrument, pairs, funds, isTrader, onDone } = props
  const t = useT()
  const format = useFormat()
  const coin = instrument.quoteCoin
  const { problem, investment } = dcaPreview(form, instrument, funds)
  const words = problem === undefined ? undefined : t(problemMessage(problem))
  const isOfField = problem?.field !== undefined && problem.field in form
  const field = (name: DcaField, unit: string, scale: number, hint?: string) => (
    <NumberInput
      label={t({ key: `bots.dca_${name}` })}
      value={form[name]}
      onChange={(text) => setForm({ ...form, [name]: text })}
      rules={{ scale, min: '0' }}
      unit={unit}
      hint={hint}
      error={problem?.field === name ? words : undefined}
    />
  )
  const prices = priceDecimals(instrument)
  return (
    <div className="grid gap-4 p-3 text-xs lg:grid-cols-[22rem_1fr]">
      <NewBotForm
        label={t('bots.newDca')}
        className="flex flex-col gap-3"
        fault={isOfField ? undefined : words}
        submit={t('bots.createDca')}
        mayCreate={isTrader && problem === undefined}
        create={() => submitChange('createDcaBot', dcaRequest(form))}
        onDone={onDone}
      >
        <p className="text-soft">{t('bots.dcaHelp')}</p>
        <Select
          label={t('bots.market')}
          value={form.symbol}
          onChange={(symbol) => setForm({ ...form, symbol, low: '', high: '' })}
          items={pairs.map(({ symbol }) => ({ value: String(symbol), label: symbol }))}
        />
        {field(
          'amount',
          coin,
          amountScale(coin),
          t('bots.available', { amount: { decimal: freeText(funds, coin), ofCoin: coin }, coin }),
        )}
        {field('purchases', '', 0)}
        <Select
          label={t('bots.interval')}
          value={form.interval}
          onChange={(interval) => setForm({ ...form, interval })}
          items={intervals.map((value) => ({ value, label: t({ key: `bots.every_${value}` }) }))}
        />
        {field('low', coin, prices, t('bots.optional'))}
        {field('high', coin, prices, t('bots.optional'))}
        {field('takeProfit', '%', 2, t('bots.optional'))}
        <p className="flex justify-between">
          <span className="text-soft">{t('bots.dcaTotal')}</span>
          <span data-testid="dca-total">
            {format.money(exactE8(investment), coin)} {coin}
          </span>
        </p>
      </NewBotForm>
      {isTrader && <DcaBacktest asked={dcaRequest(form)} mayRun={problem === undefined} />}
    </div>
  )
}
