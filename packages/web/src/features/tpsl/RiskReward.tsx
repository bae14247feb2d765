// The ratio of risk to reward: the gain at the take-profit over the loss at the stop-loss.

import type { TpslBase } from '@basis/domain/orders/tpsl-input'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { gainAtExit, rewardE2 } from './tpsl-figures.ts'
import type { ReadForm } from './tpsl-form.ts'

export function RiskReward(props: { base: TpslBase | undefined; read: ReadForm }) {
  const t = useT()
  const format = useFormat()
  const { takeProfit, stopLoss } = props.read.terms
  const reward = rewardE2(gainAtExit(props.base, takeProfit), gainAtExit(props.base, stopLoss))
  if (reward === undefined) return null
  const text = format.decimal({ units: reward, scale: 2 }, { scale: 2 })
  return (
    <p className="flex justify-between text-xs">
      <span className="text-muted">{t('tpsl.riskReward')}</span>
      <span>{`1 : ${text}`}</span>
    </p>
  )
}
