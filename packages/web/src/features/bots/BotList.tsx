// The trader's bots with their results, and how each is paused, fed and closed.

import { useState } from 'react'
import type { WireBot } from '@basis/protocol/grid/calls'
import { serverNowMs } from '../../client/connection.ts'
import { NOTHING } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Skeleton.tsx'
import { act } from '../../client/page-calls.ts'
import { AddInvestmentDialog, CloseBotDialog } from './BotDialogs.tsx'
import { BotDetail } from './BotDetail.tsx'
import { hasYearRate, priceWords, rateOf, returnOf } from './bot-figures.ts'
import { Figures } from './Figures.tsx'

type Props = { bots: readonly WireBot[]; onDone: () => void }

export function BotList({ bots, onDone }: Props) {
  const t = useT()
  if (bots.length === 0) return <EmptyState title={t('bots.none')} />
  return (
    <ul className="flex flex-col gap-2 p-2">
      {bots.map((bot) => (
        <li key={bot.botId} className="flex flex-col gap-2 rounded border border-line p-3">
          <OneBot bot={bot} onDone={onDone} />
        </li>
      ))}
    </ul>
  )
}

function OneBot({ bot, onDone }: { bot: WireBot; onDone: () => void }) {
  const t = useT()
  const format = useFormat()
  const [asked, setAsked] = useState<'add' | 'close'>()
  const [isOpen, setOpen] = useState(false)
  const { botId, status, symbol } = bot
  const isOn = status === 'Running' || status === 'Paused'
  const done = (): void => {
    setAsked(undefined)
    onDone()
  }
  const pause = async (): Promise<void> => {
    if (await act('pauseBot', { botId, isPaused: status === 'Running' })) onDone()
  }
  return (
    <>
      <h2 className="flex flex-wrap items-center gap-2 text-sm font-semibold">
        {symbol}
        <span className="text-xs font-normal text-soft">
          {t({ key: `bots.mode_${bot.gridMode}` })} · {priceWords(format, bot.lowPrice)} –{' '}
          {priceWords(format, bot.highPrice)} · {t('bots.cellCount', { count: bot.cellNumber })}
        </span>
        <Badge tone={status === 'Running' ? 'accent' : 'neutral'}>
          {t({ key: `bots.status_${status}` })}
        </Badge>
        {bot.closeReason !== '' && (
          <span className="text-xs font-normal text-soft">
            {t({ key: `bots.end_${bot.closeReason}` })}
            {bot.banReason !== undefined && bot.banReason !== '' && `: ${bot.banReason}`}
          </span>
        )}
        <span className="ml-auto flex flex-wrap gap-2">
          {isOn && (
            <>
              <Button size="sm" onClick={() => void pause()}>
                {status === 'Running' ? t('bots.pause') : t('bots.resume')}
              </Button>
              <Button size="sm" onClick={() => setAsked('add')}>
                {t('bots.add')}
              </Button>
              <Button size="sm" onClick={() => setAsked('close')}>
                {t('bots.close')}
              </Button>
            </>
          )}
          <Button size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('bots.details')}
          </Button>
        </span>
      </h2>
      <Results bot={bot} />
      {isOpen && <BotDetail botId={botId} isOn={isOn} />}
      {asked === 'add' && (
        <AddInvestmentDialog
          call="addBotInvestment"
          botId={botId}
          name={symbol}
          coin={bot.coin}
          help={t('bots.addHelp')}
          onClose={() => setAsked(undefined)}
          onDone={done}
        />
      )}
      {asked === 'close' && (
        <CloseBotDialog bot={bot} onClose={() => setAsked(undefined)} onDone={done} />
      )}
    </>
  )
}

function Results({ bot }: { bot: WireBot }) {
  const t = useT()
  const format = useFormat()
  const money = (text: string, isSigned = true): string =>
    `${format.money(text, bot.coin, { signed: isSigned })} ${bot.coin}`
  const liquidations = [bot.liqPriceBelow, bot.liqPriceAbove].filter((text) => text !== '')
  return (
    <Figures
      figures={[
        [t('bots.investment'), money(bot.investment, false)],
        [
          t('bots.total'),
          `${money(bot.totalPnl)} (${format.percent(returnOf(bot.totalPnl, bot.investment))})`,
        ],
        [t('bots.gridProfit'), money(bot.gridProfit)],
        [t('bots.unrealised'), money(bot.unrealised)],
        [
          t('bots.annualised'),
          hasYearRate(bot, serverNowMs()) ? format.percent(rateOf(bot.annualised)) : NOTHING,
        ],
        [t('bots.arbitrages'), String(bot.arbitrages)],
        [t('bots.qty'), bot.qtyPerCell],
        [t('bots.lastPrice'), priceWords(format, bot.lastPrice)],
        ...(liquidations.length === 0
          ? []
          : [
              [
                t('bots.liqPrice'),
                liquidations.map((text) => format.money(text, bot.coin)).join(' / '),
              ] as const,
            ]),
      ]}
    />
  )
}
