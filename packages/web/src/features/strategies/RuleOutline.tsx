// The outline of a rule before it starts: its sentence, and the most that it can send.

import { feeRateOf } from '@basis/domain/instrument/fee-levels'
import { feeOf } from '@basis/domain/instrument/fees'
import { qtyCoin, valueCoin, valueOf, type Instrument } from '@basis/domain/instrument/instrument'
import { formatTrimmed, qtyLots, type Amount, type PriceTicks } from '@basis/domain/numbers/fixed'
import { ruleRequest, type RuleIntent } from '../../actions/rules/rules.ts'
import { ruleMessage } from '../../actions/words/rule-words.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFeeRates } from '../../stores/wallet.ts'
import { useInstrumentFormat } from '../../stores/instrument-format.ts'
import { Figures } from '../../ui/table/Figures.tsx'
import { isMostValue } from './strategy-form.ts'

type Props = {
  instrument: Instrument
  intent: RuleIntent
  /** The number of its firings before the change. */
  fired: number
  last: PriceTicks | undefined
}

export function RuleOutline(props: Props) {
  const t = useT()
  const { instrument, intent } = props
  const rows = useRows(props)
  return (
    <>
      <p data-rule-sentence className="rounded bg-field p-2 text-xs">
        {t(ruleMessage(ruleRequest(intent, instrument), instrument))}
      </p>
      <Figures rows={rows} />
    </>
  )
}

function useRows({ instrument, intent: { terms }, fired, last }: Props) {
  const t = useT()
  const words = useInstrumentFormat(instrument)
  const feeRates = useFeeRates()
  const { action, most } = terms
  const label = t('strategies.ruleLargest')
  switch (action.do) {
    case 'CancelOrders':
      return [{ label, now: t('strategies.ruleNoOrder') }]
    case 'CloseAll':
      return [{ label, now: t('strategies.ruleEveryPosition') }]
    case 'TakeProfit':
    case 'StopLoss':
    case 'Close': {
      const percent = action.do === 'Close' ? formatTrimmed(BigInt(action.percentE2), 2) : '100'
      return [{ label, now: t('strategies.ruleShareOf', { percent: { decimal: percent } }) }]
    }
    case 'Order': {
      const coin = qtyCoin(instrument)
      const size = (lots: number): string =>
        t('strategies.amount', { qty: words.qty(qtyLots(lots)), coin })
      const all = qtyLots(action.qtyLots * (most - fired))
      const feesOf = (of: Amount): string =>
        words.settle(feeOf(of, feeRateOf(instrument, false, feeRates)), { rounding: 'up' })
      const price = action.priceTicks ?? last
      const isMost = isMostValue(instrument, action.side, action.priceTicks)
      const value = price === undefined ? undefined : valueOf(instrument, price, all)
      return [
        { label, now: size(action.qtyLots) },
        { label: t('strategies.ruleInAll'), now: size(all) },
        ...(value === undefined
          ? []
          : [
              {
                label: t('strategies.value'),
                now: `${words.value(value)} ${valueCoin(instrument)}`,
              },
              {
                label: t(isMost ? 'strategies.fees' : 'strategies.feesEstimated'),
                now: `${feesOf(value)} ${instrument.settleCoin}`,
              },
            ]),
      ]
    }
  }
}
