// Settings as command text: `leverage #1 BTCUSDT 10`, `hedge #1 BTCUSDT on`.

import { symbolId, type AccountId } from '@basis/domain/numbers/brand'
import {
  feeMarkets,
  isFeeLevel,
  type FeeMarket,
  type FeeRates,
} from '@basis/domain/instrument/fee-levels'
import { formatTrimmed, leverageE2, rateE8 } from '@basis/domain/numbers/fixed'
import type { LeverageE2, RateE8 } from '@basis/domain/numbers/fixed'
import type { ChangeMargin, SetAutoAddMargin, SetLeverage } from '../../api/commands.ts'
import type { SetFeeLevel, SetMarginMode, SetPositionMode, SetRules } from '../../api/commands.ts'
import type { FeeLevelChanged, LeverageChanged, PositionModeChanged } from '../../api/events.ts'
import { decimal, fail, money, take, words, type Line } from './line.ts'

const times = (leverage: number): string => formatTrimmed(BigInt(leverage), 2)

const leverageText = (command: SetLeverage): string =>
  words(
    `leverage #${command.account} ${command.symbol} ${times(command.leverageE2)}`,
    command.sellLeverageE2 !== undefined && times(command.sellLeverageE2),
  )

export function takeLeverage(line: Line, account: AccountId): SetLeverage {
  const next = (): LeverageE2 => leverageE2(Number(decimal(line, take(line, 'leverage'), 2)))
  const symbol = symbolId(take(line, 'symbol'))
  const common = { kind: 'SetLeverage', account, symbol, leverageE2: next() } as const
  return line.rest.length === 0 ? common : { ...common, sellLeverageE2: next() }
}

const positionModeText = ({ account, symbol, coin, mode }: SetPositionMode): string =>
  words(
    `hedge #${account}`,
    symbol,
    coin !== undefined && `coin=${coin}`,
    mode === 'BothSide' ? 'on' : 'off',
  )

export function takePositionMode(line: Line, account: AccountId): SetPositionMode {
  const coin = line.flags.get('coin')
  const [symbol] = coin === undefined ? [take(line, 'symbol')] : []
  return {
    kind: 'SetPositionMode',
    account,
    ...(symbol === undefined ? {} : { symbol: symbolId(symbol) }),
    ...(coin === undefined ? {} : { coin }),
    mode: take(line, 'on or off') === 'on' ? 'BothSide' : 'MergedSingle',
  }
}

export function settingEventText(
  event: LeverageChanged | PositionModeChanged | FeeLevelChanged,
): string {
  if (event.kind === 'FeeLevelChanged') return `#${event.account} pays as ${event.level}`
  if (event.kind === 'LeverageChanged') {
    return words(
      `#${event.account} ${event.symbol} at ${times(event.leverageE2)}x`,
      event.positionIdx !== undefined && (event.positionIdx === 1 ? 'long' : 'short'),
    )
  }
  const { account, symbol, coin, mode } = event
  return `#${account} ${symbol ?? coin ?? ''} ${mode === 'BothSide' ? 'hedged' : 'one-way'}`
}

/**
 * Taker and maker rates in percent, for spot and derivatives: `fees #1 VIP-1 0.08:0.0675
 * 0.04:0.018`.
 */
const feeLevelText = ({ account, level, rates }: SetFeeLevel): string =>
  words(
    `fees #${account} ${level.replace(' ', '-')}`,
    ...(rates === undefined
      ? []
      : feeMarkets.map((market) =>
          [rates[market].takerE8, rates[market].makerE8].map(percent).join(':'),
        )),
  )

const percent = (rateE8: RateE8): string => formatTrimmed(BigInt(rateE8), 6)

export function takeFeeLevel(line: Line, account: AccountId): SetFeeLevel {
  const level = take(line, 'level').replace('-', ' ')
  if (!isFeeLevel(level)) return fail(line, `"${level}" is no fee level`)
  const sides = (): FeeRates[FeeMarket] => {
    const [taker = '', maker = ''] = take(line, 'rates').split(':')
    const read = (text: string): RateE8 => rateE8(Number(decimal(line, text, 6)))
    return { takerE8: read(taker), makerE8: read(maker) }
  }
  const common = { kind: 'SetFeeLevel', account, level } as const
  if (line.rest.length === 0) return common
  return { ...common, rates: { spot: sides(), derivatives: sides() } }
}

type Setting =
  | SetLeverage
  | SetPositionMode
  | SetMarginMode
  | ChangeMargin
  | SetAutoAddMargin
  | SetFeeLevel
  | SetRules

/** Returns the line of a command about leverage, margin, mode or rules. */
export function settingText(command: Setting): string {
  switch (command.kind) {
    case 'SetLeverage':
      return leverageText(command)
    case 'SetPositionMode':
      return positionModeText(command)
    case 'SetMarginMode':
      return `mode #${command.account} ${command.symbol} ${command.mode}`
    case 'ChangeMargin':
      return changeMarginText(command)
    case 'SetAutoAddMargin':
      return autoMarginText(command)
    case 'SetFeeLevel':
      return feeLevelText(command)
    case 'SetRules':
      return `rules ${command.version}`
  }
}

const changeMarginText = (command: ChangeMargin): string => {
  const { account, symbol, positionIdx, amount } = command
  return `margin #${account} ${symbol} ${positionIdx} ${money(amount)}`
}

const autoMarginText = (command: SetAutoAddMargin): string => {
  const { account, symbol, positionIdx, isOn } = command
  return `auto-margin #${account} ${symbol} ${positionIdx} ${isOn ? 'on' : 'off'}`
}
