// The trader's grid bots with their results, and buttons that pause them, add funds and close them.

import { useState } from 'react'
import type { WireBot } from '@basis/protocol/grid/calls'
import { serverNowMs } from '../../client/connection.ts'
import { rateExact, returnExact } from '../../i18n/exact-percent.ts'
import { NOTHING } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { EmptyState } from '../../ui/Skeleton.tsx'
import { submitChange } from '../../actions/lost-answers/changes.ts'
import { NamedFigures, toneOf } from '../../ui/table/NamedFigures.tsx'
import type { OwnerFunds } from './bot-form.ts'
import { AddToGridDialog, CloseBotDialog, StopsDialog } from './BotDialogs.tsx'
import { BotDetail } from './BotDetail.tsx'
import { BotHead } from './BotHead.tsx'
import { hasYearRate, isOn, isSet, priceWords, qtyWords, returnedWords } from './bot-figures.ts'

type ListProps = { funds: OwnerFunds; onDone: () => void }
type Props = ListProps & { bots: readonly WireBot[] }

export function BotList({ bots, ...rest }: Props) {
  const t = useT()
  if (bots.length === 0) return <EmptyState title={t('bots.none')} />
  return (
    <ul className="flex flex-col gap-2 p-2">
      {bots.map((bot) => (
        <li key={bot.botId} className="flex flex-col gap-2 rounded border border-line p-3">
          <OneBot bot={bot} {...rest} />
        </li>
      ))}
    </ul>
  )
}

function OneBot({ bot, funds, onDone }: ListProps & { bot: WireBot }) {
  const t = useT()
  const format = useFormat()
  const [asked, setAsked] = useState<'add' | 'close' | 'stops'>()
  const [isOpen, setOpen] = useState(false)
  const { botId, status, symbol } = bot
  const done = (): void => {
    setAsked(undefined)
    onDone()
  }
  const pause = async (): Promise<void> => {
    if (await submitChange('pauseBot', { botId, isPaused: status === 'Running' })) onDone()
  }
  const span = `${priceWords(format, bot.lowPrice)} – ${priceWords(format, bot.highPrice)}`
  const cells = t('bots.cellCount', { count: bot.cellNumber })
  const mode = t({ key: `bots.mode_${bot.gridMode}` })
  const moves = bot.isTrailing ? [t('bots.moves')] : []
  return (
    <>
      <BotHead
        bot={bot}
        name={symbol}
        about={[mode, span, cells, ...moves].join(' · ')}
        isOpen={isOpen}
        onOpen={setOpen}
        onPause={() => void pause()}
        onAsk={setAsked}
        onStops={() => setAsked('stops')}
      />
      <Results bot={bot} />
      {isOpen && <BotDetail botId={botId} isOn={isOn(bot)} />}
      {asked === 'add' && (
        <AddToGridDialog
          bot={bot}
          funds={funds}
          help={t('bots.addHelp')}
          onClose={() => setAsked(undefined)}
          onDone={done}
        />
      )}
      {asked === 'stops' && (
        <StopsDialog bot={bot} onClose={() => setAsked(undefined)} onDone={done} />
      )}
      {asked === 'close' && (
        <CloseBotDialog
          name={bot.symbol}
          hasCoins={bot.gridMode === 'Spot'}
          close={(keepsBase) => submitChange('closeBot', { botId: bot.botId, keepsBase })}
          onClose={() => setAsked(undefined)}
          onDone={done}
        />
      )}
    </>
  )
}

function Results({ bot }: { bot: WireBot }) {
  const t = useT()
  const format = useFormat()
  const money = (text: string, isSigned = true): string =>
    `${format.money(text, bot.coin, { signed: isSigned })} ${bot.coin}`
  const stop = (text: string): string => (isSet(text) ? priceWords(format, text) : NOTHING)
  const hasStops = isSet(bot.takeProfitPrice) || isSet(bot.stopLossPrice)
  const liquidations = [bot.liqPriceBelow, bot.liqPriceAbove].filter((text) => text !== '')
  return (
    <NamedFigures
      figures={[
        [t('bots.investment'), money(bot.investment, false)],
        [
          t('bots.total'),
          `${money(bot.totalPnl)} (${format.percent(returnExact(bot.totalPnl, bot.investment))})`,
          toneOf(bot.totalPnl),
        ],
        [t('bots.gridProfit'), money(bot.gridProfit), toneOf(bot.gridProfit)],
        [t('bots.unrealised'), money(bot.unrealised), toneOf(bot.unrealised)],
        [
          t('bots.annualised'),
          hasYearRate(bot, serverNowMs()) ? format.percent(rateExact(bot.annualised)) : NOTHING,
        ],
        [t('bots.arbitrages'), String(bot.arbitrages)],
        [t('bots.qty'), qtyWords(format, bot.qtyPerCell)],
        [t('bots.lastPrice'), priceWords(format, bot.lastPrice)],
        ...(bot.status === 'Ended'
          ? [[t('bots.returned'), returnedWords(format, bot)] as const]
          : []),
        ...(hasStops
          ? [
              [
                t('bots.stops'),
                `${stop(bot.takeProfitPrice)} / ${stop(bot.stopLossPrice)}`,
              ] as const,
            ]
          : []),
        ...(liquidations.length === 0
          ? []
          : [
              [
                t('bots.liqPrice'),
                liquidations.map((text) => priceWords(format, text)).join(' / '),
              ] as const,
            ]),
      ]}
    />
  )
}
