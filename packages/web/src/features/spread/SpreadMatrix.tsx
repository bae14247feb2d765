// All combinations of a coin as a table, far legs by near legs, with bid, ask and annual yield.

import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { WireSpreadInstrument, WireSpreadTicker } from '@basis/protocol/spread/market'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { PageLink } from '../../shell/PageLink.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Segments } from '../../ui/Tabs.tsx'
import { askShown } from '../../client/page-calls.ts'
import { matrixOf, percentOf, spreadText } from './spread-form.ts'

type Props = { list: readonly WireSpreadInstrument[]; shown: string }

export function SpreadMatrix({ list, shown }: Props) {
  const t = useT()
  const coins = [...new Set(list.map(({ baseCoin }) => baseCoin))]
  const [chosen, setCoin] = useState<string>()
  const own = list.find(({ symbol }) => symbol === shown)?.baseCoin
  const coin = chosen ?? own ?? coins[0] ?? ''
  const { data } = useQuery({
    queryKey: ['spreadTickers'],
    queryFn: ({ signal }) => askShown('spreadTickers', {}, signal),
    refetchInterval: 2000,
  })
  const tickers = new Map((data?.list ?? []).map((ticker) => [ticker.symbol, ticker]))
  const { fars, nears, at } = matrixOf(list, coin)
  return (
    <section aria-label={t('spread.matrix')} className="rounded bg-panel p-3">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-sm font-semibold">{t('spread.matrix')}</h2>
        <Segments
          label={t('spread.coin')}
          value={coin}
          onChange={setCoin}
          items={coins.map((value) => ({ value, label: value }))}
        />
      </div>
      <div className="overflow-x-auto">
        <table className="w-full border-separate border-spacing-1 text-xs tabular-nums">
          <thead>
            <tr>
              <th scope="col" className="text-left font-normal text-soft">
                {t('spread.farByNear')}
              </th>
              {nears.map((near) => (
                <th
                  key={near}
                  scope="col"
                  className="text-left font-normal whitespace-nowrap text-soft"
                >
                  {near}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {fars.map((far) => (
              <tr key={far}>
                <th scope="row" className="text-left font-normal whitespace-nowrap text-soft">
                  {far}
                </th>
                {nears.map((near) => {
                  const found = at(far, near)
                  return (
                    <td key={near}>
                      {found !== undefined && (
                        <Meeting
                          symbol={found.symbol}
                          ticker={tickers.get(found.symbol)}
                          isShown={found.symbol === shown}
                        />
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

type MeetingProps = { symbol: string; ticker: WireSpreadTicker | undefined; isShown: boolean }

function Meeting({ symbol, ticker, isShown }: MeetingProps) {
  const format = useFormat()
  const price = (text = '') => spreadText(format, text)
  return (
    <PageLink
      page={{ kind: 'spread', symbol }}
      aria-label={symbol}
      aria-current={isShown ? 'page' : undefined}
      className={classNames(
        'flex flex-col rounded bg-field px-2 py-1 whitespace-nowrap hover:bg-line-strong',
        isShown && 'outline outline-1 outline-accent',
      )}
    >
      <span>
        <span className="text-up-on-depth">{price(ticker?.bidPrice)}</span>
        {' / '}
        <span className="text-down-on-depth">{price(ticker?.askPrice)}</span>
      </span>
      <span>
        {ticker === undefined
          ? '--'
          : format.percent(percentOf(ticker.annualYield), { scale: 2, signed: true })}
      </span>
    </PageLink>
  )
}
