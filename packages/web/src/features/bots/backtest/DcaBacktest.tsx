// The backtest of the DCA bot in the form: the result of its purchases.

import type { DcaRequest, WireDcaBacktest } from '@basis/protocol/spot-bots/calls'
import { ask } from '../../../client/http.ts'
import { useT } from '../../../i18n/i18n.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { BacktestPanel, BacktestResult } from './Backtest.tsx'
import { priceWords } from '../bot-figures.ts'

export function DcaBacktest({ asked, mayRun }: { asked: DcaRequest; mayRun: boolean }) {
  const t = useT()
  return (
    <BacktestPanel
      help={t('bots.backtestHelpDca')}
      mayRun={mayRun}
      terms={JSON.stringify(asked)}
      run={(days) => ask('backtestDcaBot', { ...asked, days })}
      result={(backtest) => <Result backtest={backtest} purchases={asked.purchases} />}
    />
  )
}

function Result({ backtest, purchases }: { backtest: WireDcaBacktest; purchases: number }) {
  const t = useT()
  const format = useFormat()
  const { coin, averagePrice } = backtest
  return (
    <BacktestResult
      backtest={backtest}
      own={[
        [t('bots.done'), `${backtest.done} / ${purchases}`],
        [t('bots.spent'), `${format.money(backtest.spent, coin)} ${coin}`],
        [t('bots.average'), averagePrice === '' ? '--' : priceWords(format, averagePrice)],
      ]}
    />
  )
}
