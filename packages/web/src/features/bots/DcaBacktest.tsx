// Backtest of the DCA bot in the form: what its purchases would have come to.

import type { DcaAsked, WireDcaBacktest } from '@basis/protocol/spot-bots/calls'
import { ask } from '../../client/http.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { BacktestPanel, Plot } from './Backtest.tsx'
import { priceWords, returnOf } from './bot-figures.ts'
import { Figures } from './Figures.tsx'

export function DcaBacktest({ asked, mayRun }: { asked: DcaAsked; mayRun: boolean }) {
  const t = useT()
  return (
    <BacktestPanel
      help={t('bots.backtestHelpDca')}
      mayRun={mayRun}
      terms={JSON.stringify(asked)}
      run={(days) => ask('backtestDcaBot', { ...asked, days })}
      result={(told) => <Result told={told} purchases={asked.purchases} />}
    />
  )
}

function Result({ told, purchases }: { told: WireDcaBacktest; purchases: number }) {
  const t = useT()
  const format = useFormat()
  const { coin, investment, closeReason, averagePrice } = told
  const money = (text: string): string => `${format.money(text, coin, { signed: true })} ${coin}`
  const gain = (pnl: string): string =>
    `${money(pnl)} (${format.percent(returnOf(pnl, investment))})`
  const fall = format.percent(returnOf(told.drawdown, investment), { signed: false })
  return (
    <div className="flex min-w-0 flex-col gap-3" role="status">
      <Figures
        figures={[
          [t('bots.total'), gain(told.totalPnl)],
          [t('bots.done'), `${told.done} / ${purchases}`],
          [t('bots.spent'), `${format.money(told.spent, coin)} ${coin}`],
          [t('bots.average'), averagePrice === '' ? '--' : priceWords(format, averagePrice)],
          [t('bots.drawdown'), `${format.money(told.drawdown, coin)} ${coin} (${fall})`],
          [t('bots.held'), gain(told.heldPnl)],
          [
            t('bots.backtestPrice'),
            `${priceWords(format, told.startPrice)} → ${priceWords(format, told.endPrice)}`,
          ],
          [t('bots.from'), format.dateTime(told.startE3)],
          [t('bots.until'), format.dateTime(told.endE3)],
        ]}
      />
      {closeReason !== '' && (
        <p className="text-warn">
          {t('bots.backtestEnded', {
            time: format.dateTime(told.endE3),
            reason: t({ key: `bots.end_${closeReason}` }),
          })}
        </p>
      )}
      <Plot told={told} />
    </div>
  )
}
