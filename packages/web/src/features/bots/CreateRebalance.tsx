// The form of a new rebalancing bot: its coins with their weights, the investment, and when it
// rebalances.

import { useState } from 'react'
import { X } from 'lucide-react'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { mostCoins } from '@basis/domain/spot-bots/terms'
import { useCatalogue } from '../../stores/catalogue.ts'
import { problemMessage } from '../../client/error-reactions.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Select } from '../../ui/Select.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { submitChange } from '../../actions/lost-answers/changes.ts'
import { amountScale, freeText, gridMarkets, type OwnerFunds } from './bot-form.ts'
import {
  firstRebalance,
  intervals,
  pairsBeside,
  rebalanceRequest,
  rebalancePreview,
  restPercent,
  withCoin,
  withWeight,
} from './spot-bot-form.ts'
import type { RebalanceField, RebalanceForm } from './spot-bot-form.ts'
import { NewBotForm } from './NewBotForm.tsx'

type Props = { funds: OwnerFunds; isTrader: boolean; onDone: () => void }

export function CreateRebalance(props: Props) {
  const order = useCatalogue((catalogue) => catalogue.order)
  const [form, setForm] = useState<RebalanceForm>(firstRebalance)
  const pairs = gridMarkets(order, true)
  if (pairs.length === 0) return <Skeleton className="m-3 h-64" />
  return <Fields {...props} form={form} setForm={setForm} pairs={pairs} />
}

type FormProps = {
  form: RebalanceForm
  setForm: (form: RebalanceForm) => void
  pairs: readonly Instrument[]
}

/** A row for each coin, and the remaining weight of the quote coin. */
function Weights({ form, setForm, pairs, coin }: FormProps & { coin: string }) {
  const t = useT()
  const format = useFormat()
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-soft">{t('bots.weights')}</legend>
      {form.weights.map(({ symbol, weight }, row) => (
        <div key={symbol} className="flex items-center gap-2">
          <Select
            label={t('bots.coin')}
            value={symbol}
            onChange={(chosen) => setForm(withWeight(form, row, { symbol: chosen }))}
            items={pairsBeside(form, pairs).map((each) => ({
              value: String(each.symbol),
              label: each.symbol,
            }))}
            className="flex-1"
          />
          <NumberInput
            label={t('bots.weightOf', { symbol })}
            labelHidden
            value={weight}
            onChange={(text) => setForm(withWeight(form, row, { weight: text }))}
            rules={{ scale: 2, min: '0', max: '100' }}
            unit="%"
            className="w-28"
          />
          <IconButton
            label={t('bots.removeCoin', { symbol })}
            disabled={form.weights.length < 2}
            onClick={() => setForm(withWeight(form, row, undefined))}
          >
            <X aria-hidden />
          </IconButton>
        </div>
      ))}
      <div className="flex items-center justify-between">
        <Button
          size="sm"
          disabled={form.weights.length >= mostCoins}
          onClick={() => setForm(withCoin(form, pairs))}
        >
          {t('bots.addCoin')}
        </Button>
        <span className="text-soft">
          {t('bots.rest', { percent: format.trimmed(restPercent(form)), coin })}
        </span>
      </div>
    </fieldset>
  )
}

function Fields({ form, setForm, pairs, funds, isTrader, onDone }: Props & FormProps) {
  const t = useT()
  const chosen = form.weights.flatMap(
    ({ symbol }) => pairs.find((each) => each.symbol === symbol) ?? [],
  )
  const coin = chosen[0]?.quoteCoin ?? 'USDT'
  const { problem } = rebalancePreview(form, chosen, funds)
  const words = problem === undefined ? undefined : t(problemMessage(problem))
  const isOfField = ['investment', 'threshold', 'takeProfit', 'stopLoss'].includes(
    problem?.field ?? '',
  )
  const field = (name: RebalanceField, unit: string, hint?: string) => (
    <NumberInput
      label={t({ key: `bots.rebalance_${name}` })}
      value={form[name]}
      onChange={(text) => setForm({ ...form, [name]: text })}
      rules={{ scale: name === 'investment' ? amountScale(coin) : 2, min: '0' }}
      unit={unit}
      hint={hint}
      error={problem?.field === name ? words : undefined}
    />
  )
  const free = t('bots.available', {
    amount: { decimal: freeText(funds, coin), ofCoin: coin },
    coin,
  })
  return (
    <NewBotForm
      label={t('bots.newRebalance')}
      className="flex max-w-md flex-col gap-3 p-3 text-xs"
      fault={isOfField ? undefined : words}
      submit={t('bots.createRebalance')}
      mayCreate={isTrader && problem === undefined}
      create={() => submitChange('createRebalanceBot', rebalanceRequest(form))}
      onDone={onDone}
    >
      <p className="text-soft">{t('bots.rebalanceHelp')}</p>
      <Weights form={form} setForm={setForm} pairs={pairs} coin={coin} />
      {field('investment', coin, free)}
      {field('threshold', '%', t('bots.thresholdHelp'))}
      <Select
        label={t('bots.interval')}
        value={form.interval}
        onChange={(interval) => setForm({ ...form, interval })}
        items={(['0', ...intervals] as const).map((value) => ({
          value,
          label: t({ key: `bots.every_${value}` }),
        }))}
      />
      {field('takeProfit', '%', t('bots.optional'))}
      {field('stopLoss', '%', t('bots.optional'))}
    </NewBotForm>
  )
}
