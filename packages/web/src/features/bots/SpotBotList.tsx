// The trader's DCA and rebalancing bots with their results, holdings and newest trades, and buttons
// that pause and close them.

import { useState } from 'react'
import type { WireDcaBot, WireRebalanceBot } from '@basis/protocol/spot-bots/calls'
import { returnExact } from '../../i18n/exact-percent.ts'
import { NOTHING } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Cell, EmptyRow, HeadCell, Table } from '../../ui/table/Table.tsx'
import { TableBody, TableHead, TableRow } from '../../ui/table/Table.tsx'
import { submitChange } from '../../actions/lost-answers/changes.ts'
import { NamedFigures, toneOf } from '../../ui/table/NamedFigures.tsx'
import { AddInvestmentDialog, CloseBotDialog } from './BotDialogs.tsx'
import { BotHead } from './BotHead.tsx'
import { isSet, priceWords } from './bot-figures.ts'
import type { OwnerFunds } from './bot-form.ts'
import { addedToBotProblem, intervals } from './spot-bot-form.ts'

type AnyBot = WireDcaBot | WireRebalanceBot
type ListProps = { funds: OwnerFunds; onDone: () => void }
type Props = ListProps & { bots: readonly AnyBot[] }

const isDca = (bot: AnyBot): bot is WireDcaBot => 'purchases' in bot

const nameOf = (bot: AnyBot): string =>
  isDca(bot) ? bot.symbol : bot.holdings.map(({ coin }) => coin).join(' · ')

export function SpotBotList({ bots, ...rest }: Props) {
  return (
    <ul className="flex flex-col gap-2 p-2 empty:hidden">
      {bots.map((bot) => (
        <li key={bot.botId} className="flex flex-col gap-2 rounded border border-line p-3">
          <OneBot bot={bot} {...rest} />
        </li>
      ))}
    </ul>
  )
}

function OneBot({ bot, funds, onDone }: ListProps & { bot: AnyBot }) {
  const t = useT()
  const format = useFormat()
  const [asked, setAsked] = useState<'add' | 'close'>()
  const [isOpen, setOpen] = useState(false)
  const { botId, status } = bot
  const done = (): void => {
    setAsked(undefined)
    onDone()
  }
  const pause = async (): Promise<void> => {
    const name = isDca(bot) ? 'pauseDcaBot' : 'pauseRebalanceBot'
    if (await submitChange(name, { botId, isPaused: status === 'Running' })) onDone()
  }
  return (
    <>
      <BotHead
        bot={bot}
        name={nameOf(bot)}
        about={t(isDca(bot) ? 'bots.newDca' : 'bots.newRebalance')}
        isOpen={isOpen}
        onOpen={setOpen}
        onPause={() => void pause()}
        onAsk={setAsked}
      />
      <Results bot={bot} />
      {isOpen && <Settings bot={bot} />}
      {isOpen && <Holdings bot={bot} />}
      {isOpen && <Trades bot={bot} />}
      {asked === 'add' && (
        <AddInvestmentDialog
          call={isDca(bot) ? 'investDcaBot' : 'investRebalanceBot'}
          botId={botId}
          name={nameOf(bot)}
          coin={bot.coin}
          funds={funds}
          problemOf={(added) => addedToBotProblem(bot, added)}
          help={
            isDca(bot)
              ? t('bots.addHelpDca', { amount: format.trimmed(bot.amount), coin: bot.coin })
              : t('bots.addHelpRebalance')
          }
          onClose={() => setAsked(undefined)}
          onDone={done}
        />
      )}
      {asked === 'close' && (
        <CloseBotDialog
          name={nameOf(bot)}
          hasCoins
          close={(keepsCoins) =>
            submitChange(isDca(bot) ? 'closeDcaBot' : 'closeRebalanceBot', {
              botId: bot.botId,
              keepsCoins,
            })
          }
          onClose={() => setAsked(undefined)}
          onDone={done}
        />
      )}
    </>
  )
}

function Results({ bot }: { bot: AnyBot }) {
  const t = useT()
  const format = useFormat()
  const { coin, investment, totalPnl, worth, nextAtE3 } = bot
  const money = (text: string, signed = false): string =>
    `${format.money(text, coin, { signed })} ${coin}`
  const gain = `${money(totalPnl, true)} (${format.percent(returnExact(totalPnl, investment))})`
  const next = nextAtE3 === 0 ? '--' : format.dateTime(nextAtE3)
  const back = bot.returned
    .map((each) => `${format.money(each.amount, each.coin)} ${each.coin}`)
    .join(' + ')
  const own: readonly (readonly [string, string])[] = isDca(bot)
    ? [
        [t('bots.done'), `${bot.done} / ${bot.purchases}`],
        [t('bots.spent'), money(bot.spent)],
        [t('bots.average'), bot.averagePrice === '' ? '--' : priceWords(format, bot.averagePrice)],
      ]
    : [
        [t('bots.tradedBack'), String(bot.done)],
        [t('bots.strayed'), format.percent(bot.strayed, { signed: false })],
      ]
  return (
    <NamedFigures
      figures={[
        [t('bots.investment'), money(investment)],
        [t('bots.worth'), money(worth)],
        [t('bots.total'), gain, toneOf(totalPnl)],
        ...own,
        bot.status === 'Ended' ? [t('bots.returned'), back] : [t('bots.next'), next],
      ]}
    />
  )
}

/** What the bot was created with, which decides its next trade and its end. */
function Settings({ bot }: { bot: AnyBot }) {
  const t = useT()
  const format = useFormat()
  const rate = (text: string): string =>
    isSet(text) ? format.percent(text, { signed: false }) : NOTHING
  const price = (text: string): string => (isSet(text) ? priceWords(format, text) : NOTHING)
  const every = (['0', ...intervals] as const).find((each) => each === String(bot.intervalMin))
  const own: readonly (readonly [string, string])[] = isDca(bot)
    ? [
        [t('bots.dca_amount'), `${format.money(bot.amount, bot.coin)} ${bot.coin}`],
        [t('bots.dca_low'), price(bot.minPrice)],
        [t('bots.dca_high'), price(bot.maxPrice)],
        [t('bots.dca_takeProfit'), rate(bot.takeProfit)],
      ]
    : [
        [t('bots.rebalance_threshold'), rate(bot.threshold)],
        [t('bots.rebalance_takeProfit'), rate(bot.takeProfit)],
        [t('bots.rebalance_stopLoss'), rate(bot.stopLoss)],
      ]
  const interval = every === undefined ? NOTHING : t({ key: `bots.every_${every}` })
  return <NamedFigures figures={[[t('bots.interval'), interval], ...own]} />
}

/** The bot's quantity of each coin, with its target weight. */
function Holdings({ bot }: { bot: AnyBot }) {
  const t = useT()
  const format = useFormat()
  const weightOf = (symbol: string): string => {
    const found = isDca(bot) ? undefined : bot.weights.find((each) => each.symbol === symbol)
    return found === undefined ? '--' : format.percent(found.weight, { signed: false })
  }
  return (
    <Table label={t('bots.holdings')} className="h-auto!">
      <TableHead>
        <HeadCell>{t('bots.coin')}</HeadCell>
        <HeadCell align="end">{t('bots.balance')}</HeadCell>
        <HeadCell align="end">{t('bots.lastPrice')}</HeadCell>
        <HeadCell align="end">{t('bots.worth')}</HeadCell>
        <HeadCell align="end">{t('bots.share')}</HeadCell>
        <HeadCell align="end">{t('bots.weight')}</HeadCell>
      </TableHead>
      <TableBody>
        {bot.holdings.map(({ symbol, coin, balance, lastPrice, value, share }) => (
          <TableRow key={symbol}>
            <Cell>{coin}</Cell>
            <Cell align="end">{format.trimmed(balance)}</Cell>
            <Cell align="end">{priceWords(format, lastPrice)}</Cell>
            <Cell align="end">{format.money(value, bot.coin)}</Cell>
            <Cell align="end">{format.percent(share, { signed: false })}</Cell>
            <Cell align="end">{weightOf(symbol)}</Cell>
          </TableRow>
        ))}
        <TableRow>
          <Cell>{bot.coin}</Cell>
          <Cell align="end">{format.money(bot.unspent, bot.coin)}</Cell>
          <Cell align="end">--</Cell>
          <Cell align="end">{format.money(bot.unspent, bot.coin)}</Cell>
          <Cell align="end">--</Cell>
          <Cell align="end">--</Cell>
        </TableRow>
      </TableBody>
    </Table>
  )
}

function Trades({ bot }: { bot: AnyBot }) {
  const t = useT()
  const format = useFormat()
  return (
    <Table label={t('bots.trades')} className="h-auto!">
      <TableHead>
        <HeadCell>{t('bots.time')}</HeadCell>
        <HeadCell>{t('bots.market')}</HeadCell>
        <HeadCell align="end">{t('bots.balance')}</HeadCell>
        <HeadCell align="end">{t('bots.worth')}</HeadCell>
      </TableHead>
      <TableBody>
        {bot.trades.length === 0 && <EmptyRow columns={4}>{t('bots.noTrades')}</EmptyRow>}
        {bot.trades.map(({ timeE3, symbol, side, qty, value }) => (
          <TableRow key={`${timeE3} ${symbol} ${side} ${qty}`}>
            <Cell>{format.dateTime(timeE3)}</Cell>
            <Cell second={t({ key: `bots.side_${side}` })}>{symbol}</Cell>
            <Cell align="end">{format.trimmed(qty)}</Cell>
            <Cell align="end">{format.money(value, bot.coin)}</Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
