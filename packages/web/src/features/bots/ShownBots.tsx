// The marketplace: bots now run by simulated traders, with their results and their backtest of the
// past week, which can be copied into the form of a new bot.

import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { WireShownBot } from '@basis/protocol/grid/calls'
import { serverNowMs } from '../../client/connection.ts'
import { askShown } from '../../client/page-calls.ts'
import { rateExact, returnExact } from '../../i18n/exact-percent.ts'
import { NOTHING } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { CoinIcon } from '../../ui/coins/CoinIcon.tsx'
import { Select } from '../../ui/Select.tsx'
import { EmptyState, Skeleton } from '../../ui/Skeleton.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { Sparkline } from '../../ui/time-chart/Sparkline.tsx'
import { NamedFigures, toneOf, type NamedFigure } from '../../ui/table/NamedFigures.tsx'
import { hasYearRate, priceWords } from './bot-figures.ts'
import { kinds, shownIn, sorts, type Kind, type Sort } from './shown-order.ts'

type CopyProps = { onCopy: (bot: WireShownBot) => void }

export function ShownBots({ onCopy }: CopyProps) {
  const t = useT()
  const [kind, setKind] = useState<Kind>('all')
  const [sort, setSort] = useState<Sort>('pastWeek')
  const { data } = useQuery({
    queryKey: ['shownBots'],
    queryFn: ({ signal }) => askShown('shownBots', {}, signal),
    refetchInterval: 3000,
  })
  if (data === undefined) return <Skeleton className="m-3 h-64" />
  const kindNames = {
    all: t('bots.all'),
    spot: t('bots.spotGrid'),
    futures: t('bots.futuresGrid'),
  }
  const list = shownIn(data.list, kind, sort)
  return (
    <section aria-label={t('bots.marketplace')} className="flex flex-col gap-2 p-2">
      <p className="px-1 text-xs text-soft">{t('bots.marketplaceHelp')}</p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Segments
          label={t('bots.kind')}
          value={kind}
          onChange={setKind}
          items={kinds.map((each) => ({ value: each, label: kindNames[each] }))}
        />
        <Select
          label={t('bots.sortBy')}
          value={sort}
          onChange={setSort}
          size="sm"
          items={sorts.map((each) => ({ value: each, label: t({ key: `bots.${each}` }) }))}
        />
      </div>
      {list.length === 0 && <EmptyState title={t('bots.noneShown')} />}
      <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {list.map((bot) => (
          <li key={bot.botId} className="flex flex-col gap-2 rounded border border-line p-3">
            <ShownBot bot={bot} onCopy={onCopy} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ShownBot({ bot, onCopy }: CopyProps & { bot: WireShownBot }) {
  const t = useT()
  const { symbol, gridMode, leverage } = bot
  const mode = t({ key: `bots.mode_${gridMode}` })
  return (
    <>
      <h2 className="flex flex-wrap items-center gap-2 text-sm font-semibold">
        <CoinIcon coin={symbol.replace(/(\/.*|USDT)$/, '')} size={20} />
        {symbol}
        <Badge>{gridMode === 'Spot' ? mode : `${mode} ${leverage}x`}</Badge>
        {bot.isTrailing && <Badge>{t('bots.trails')}</Badge>}
      </h2>
      <PastWeek bot={bot} />
      <ShownFigures bot={bot} />
      <Button
        size="sm"
        variant="primary"
        className="mt-auto"
        aria-label={t('bots.copySettingsOf', { symbol, mode })}
        onClick={() => onCopy(bot)}
      >
        {t('bots.copySettings')}
      </Button>
    </>
  )
}

function PastWeek({ bot: { pastWeek } }: { bot: WireShownBot }) {
  const t = useT()
  const format = useFormat()
  return (
    <div className="flex h-14 items-end gap-3">
      <p className="shrink-0 text-xs text-muted">
        {t('bots.pastWeek')}
        <span className={`block text-base font-semibold ${toneOf(pastWeek?.return ?? '0')}`}>
          {pastWeek === null ? NOTHING : format.percent(rateExact(pastWeek.return))}
        </span>
      </p>
      {pastWeek !== null && <Sparkline values={pastWeek.curve} className="h-12 min-w-0 flex-1" />}
    </div>
  )
}

/** The bot's results since it began. */
function ShownFigures({ bot }: { bot: WireShownBot }) {
  const t = useT()
  const format = useFormat()
  const nowMs = serverNowMs()
  const money = (text: string, signed: boolean): string =>
    `${format.money(text, bot.coin, { signed })} ${bot.coin}`
  const figures: readonly NamedFigure[] = [
    [t('bots.runtime'), format.countdown(nowMs - bot.createdAtE3)],
    [t('bots.arbitrages'), String(bot.arbitrages)],
    [
      t('bots.total'),
      `${money(bot.totalPnl, true)} (${format.percent(returnExact(bot.totalPnl, bot.investment))})`,
      toneOf(bot.totalPnl),
    ],
    [t('bots.gridProfit'), money(bot.gridProfit, true), toneOf(bot.gridProfit)],
    [
      t('bots.annualised'),
      hasYearRate(bot, nowMs) ? format.percent(rateExact(bot.annualised)) : NOTHING,
    ],
    [t('bots.investment'), money(bot.investment, false)],
    [t('bots.range'), `${priceWords(format, bot.lowPrice)} – ${priceWords(format, bot.highPrice)}`],
    [t('bots.cells'), String(bot.cellNumber)],
  ]
  return <NamedFigures figures={figures} isInCard />
}
