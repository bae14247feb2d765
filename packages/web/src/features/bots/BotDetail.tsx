// The levels of a bot with their orders, and its completed cells.

import { useQuery } from '@tanstack/react-query'
import type { CallAnswer } from '@basis/protocol/calls'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { askShown } from '../../client/page-calls.ts'
import { priceWords, qtyWords } from './bot-figures.ts'
import { CompletedCells } from './CompletedCells.tsx'

export function BotDetail({ botId, isOn }: { botId: string; isOn: boolean }) {
  const t = useT()
  const { data } = useQuery({
    queryKey: ['bot', botId],
    queryFn: ({ signal }) => askShown('bot', { botId }, signal),
    refetchInterval: isOn ? 2000 : false,
  })
  if (data === undefined) return <Skeleton className="h-24" />
  return (
    <div className="grid gap-3 text-xs lg:grid-cols-2">
      {data.cells.length > 0 && (
        <section className="min-w-0">
          <h3 className="mb-1 font-semibold">{t('bots.levels')}</h3>
          <Cells cells={data.cells} />
        </section>
      )}
      <section className="min-w-0">
        <h3 className="mb-1 font-semibold">{t('bots.completed')}</h3>
        {data.completions.length === 0 && <p className="text-soft">{t('bots.noCompleted')}</p>}
        {data.completions.length > 0 && (
          <CompletedCells completions={data.completions} coin={data.bot.coin} />
        )}
      </section>
    </div>
  )
}

const head = 'text-left font-normal text-muted'

function Cells({ cells }: { cells: CallAnswer<'bot'>['cells'] }) {
  const t = useT()
  const format = useFormat()
  return (
    <table className="w-full" aria-label={t('bots.levels')}>
      <thead>
        <tr>
          {[t('bots.buyAt'), t('bots.sellAt'), t('bots.order'), t('bots.qty')].map((name) => (
            <th key={name} className={head}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cells.map(({ buyPrice, sellPrice, side, qty, orderId }) => (
          <tr key={buyPrice}>
            <td>{priceWords(format, buyPrice)}</td>
            <td>{priceWords(format, sellPrice)}</td>
            <td className={side === 'Buy' ? 'text-up' : 'text-down'}>
              {orderId === '' ? t('bots.noOrder') : t({ key: `bots.side_${side}` })}
            </td>
            <td>{qtyWords(format, qty)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
