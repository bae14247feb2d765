// The completed cells of a grid, newest first, with their profits.

import type { CallAnswer } from '@basis/protocol/calls'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { priceWords } from './bot-figures.ts'

type Props = { completions: CallAnswer<'bot'>['completions']; coin: string }

export function CompletedCells({ completions, coin }: Props) {
  const t = useT()
  const format = useFormat()
  return (
    <table className="w-full" aria-label={t('bots.completed')}>
      <thead>
        <tr>
          {[t('bots.time'), t('bots.buyAt'), t('bots.sellAt'), t('bots.profit')].map((name) => (
            <th key={name} className="text-left font-normal text-muted">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {completions.map(({ timeE3, buyPrice, sellPrice, profit }, at) => (
          <tr key={at}>
            <td>{format.dateTime(timeE3)}</td>
            <td>{priceWords(format, buyPrice)}</td>
            <td>{priceWords(format, sellPrice)}</td>
            <td>{format.money(profit, coin, { signed: true })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
