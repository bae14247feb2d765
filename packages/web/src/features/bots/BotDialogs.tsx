// Dialogs of a bot: adding funds, its take-profit and stop-loss prices, and closing it.

import { useState } from 'react'
import type { Problem } from '@basis/domain/instrument/problems'
import type { WireBot } from '@basis/protocol/grid/calls'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { problemMessage } from '../../client/error-reactions.ts'
import { useT } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { useListing } from '../../stores/catalogue.ts'
import { useTicker } from '../../stores/tickers.ts'
import { useFeeRates } from '../../stores/wallet.ts'
import { submitChange } from '../../actions/lost-answers/changes.ts'
import { usePending } from '../../platform/use-pending.ts'
import { isSet } from './bot-figures.ts'
import { addedGridProblem, addedProblem, amountScale, freeText, stopsProblem } from './bot-form.ts'
import type { OwnerFunds } from './bot-form.ts'

type Props = { bot: WireBot; onClose: () => void; onDone: () => void }

type AddProps = {
  call: 'addBotInvestment' | 'investDcaBot' | 'investRebalanceBot'
  botId: string
  name: string
  coin: string
  funds: OwnerFunds
  /** Why the bot does not take an amount, 1e-8, if so. */
  problemOf: (added: bigint) => Problem | undefined
  help: string
  onClose: () => void
  onDone: () => void
}

export function AddInvestmentDialog(props: AddProps) {
  const { call, botId, name, coin, funds, problemOf, help, onClose, onDone } = props
  const t = useT()
  const [investment, setInvestment] = useState('')
  const [isSending, during] = usePending()
  const wrong = addedProblem(investment, { problemOf, funds, coin })
  const isRefused = Number(investment) === 0 || wrong !== undefined
  const send = async (): Promise<void> => {
    if (isSending || isRefused) return
    if (await during(submitChange(call, { botId, investment }))) onDone()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => void send()}
      title={t('bots.addTitle', { symbol: name })}
      footer={<DialogFooter onClose={onClose} pending={isSending} disabled={isRefused} />}
    >
      <div className="flex flex-col gap-3 text-xs">
        <NumberInput
          label={t('bots.investment')}
          value={investment}
          onChange={setInvestment}
          rules={{ scale: amountScale(coin), min: '0' }}
          unit={coin}
          hint={t('bots.available', {
            amount: { decimal: freeText(funds, coin), ofCoin: coin },
            coin,
          })}
          error={wrong && t(problemMessage(wrong))}
        />
        <p className="text-soft">{help}</p>
      </div>
    </Dialog>
  )
}

type GridProps = Props & { funds: OwnerFunds; help: string }

/** Adds to a grid at the present price, on which its least amount depends. */
export function AddToGridDialog({ bot, ...props }: GridProps) {
  const { botId, symbol, coin } = bot
  const instrument = useListing(symbol)?.instrument
  const lastTicks = useTicker(symbol)?.lastTicks ?? 0
  const feeRates = useFeeRates()
  return (
    <AddInvestmentDialog
      {...props}
      call="addBotInvestment"
      botId={botId}
      name={symbol}
      coin={coin}
      problemOf={(added) =>
        instrument && addedGridProblem(bot, { instrument, lastTicks, feeRates }, added)
      }
    />
  )
}

export function StopsDialog({ bot, onClose, onDone }: Props) {
  const t = useT()
  const [takeProfit, setTakeProfit] = useState(() => textOf(bot.takeProfitPrice))
  const [stopLoss, setStopLoss] = useState(() => textOf(bot.stopLossPrice))
  const [isMissing, setMissing] = useState(false)
  const [isSending, during] = usePending()
  const market = useListing(bot.symbol)
  const wrong = market && stopsProblem(bot, market.instrument, { takeProfit, stopLoss })
  const hasOne = isSet(bot.takeProfitPrice) || isSet(bot.stopLossPrice)
  const send = async (): Promise<void> => {
    // Empty fields remove the existing prices; without any there is nothing to send.
    const isEmpty = takeProfit === '' && stopLoss === '' && !hasOne
    setMissing(isEmpty)
    if (isSending || isEmpty || wrong !== undefined) return
    const prices = { takeProfitPrice: takeProfit || '0', stopLossPrice: stopLoss || '0' }
    if (await during(submitChange('modifyBotStops', { botId: bot.botId, ...prices }))) onDone()
  }
  const errorOf = (field: 'takeProfit' | 'stopLoss'): string | undefined =>
    wrong?.field === field ? t(problemMessage(wrong)) : undefined
  const missing = isMissing && takeProfit === '' ? t('bots.stopsMissing') : undefined
  const rules = { scale: bot.lowPrice.split('.')[1]?.length ?? 0, min: '0' }
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => void send()}
      title={t('bots.stopsTitle', { symbol: bot.symbol })}
      footer={<DialogFooter onClose={onClose} pending={isSending} disabled={wrong !== undefined} />}
    >
      <div className="flex flex-col gap-3 text-xs">
        <NumberInput
          label={t('bots.takeProfit')}
          value={takeProfit}
          onChange={setTakeProfit}
          rules={rules}
          error={errorOf('takeProfit') ?? missing}
          unit={bot.coin}
        />
        <NumberInput
          label={t('bots.stopLoss')}
          value={stopLoss}
          onChange={setStopLoss}
          rules={rules}
          error={errorOf('stopLoss')}
          unit={bot.coin}
        />
        <p className="text-soft">{t('bots.stopsHelp')}</p>
      </div>
    </Dialog>
  )
}

const textOf = (price: string): string => (isSet(price) ? price : '')

type CloseProps = {
  name: string
  /** Whether the bot's coins may be kept instead of sold. */
  hasCoins: boolean
  close: (keepsCoins: boolean) => Promise<boolean>
  onClose: () => void
  onDone: () => void
}

export function CloseBotDialog({ name, hasCoins, close, onClose, onDone }: CloseProps) {
  const t = useT()
  const [way, setWay] = useState<'sell' | 'keep'>('sell')
  const [isSending, during] = usePending()
  const send = async (): Promise<void> => {
    if (isSending) return
    if (await during(close(hasCoins && way === 'keep'))) onDone()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => void send()}
      title={t('bots.closeTitle', { symbol: name })}
      footer={<DialogFooter onClose={onClose} pending={isSending} />}
    >
      <div className="flex flex-col gap-3 text-xs">
        {hasCoins && (
          <Segments
            label={t('bots.coins')}
            value={way}
            onChange={setWay}
            items={[
              { value: 'sell', label: t('bots.sellCoins') },
              { value: 'keep', label: t('bots.keepCoins') },
            ]}
            wide
          />
        )}
        <p className="text-soft">{t(hasCoins ? 'bots.closeSpot' : 'bots.closeFutures')}</p>
      </div>
    </Dialog>
  )
}
