// Loans and collateral: terms, loans, spot margin (open API 6.6).

import { firstFeeLevel, isFeeLevel, type FeeLevel } from '@basis/domain/instrument/fee-levels'
import { symbolId } from '@basis/domain/numbers/brand'
import { amount, formatTrimmed, parseDecimal, zero, type Amount } from '@basis/domain/numbers/fixed'
import type { Command } from '@basis/engine/commands'
import { encodeAmount } from '@basis/protocol/order'
import type { V5Handlers, V5PublicContext } from '../context.ts'
import { historyCursor, v5Cursor } from '../paging.ts'
import type { Trader } from '../reading/order-fields.ts'
import { monthly, spanOf } from '../reading/spans.ts'
import { refusalOf } from '../reading/wrong.ts'
import { invalidParameter, V5Refused, wrongParameter } from '../refused.ts'
import { viewOf } from './wallet.ts'

export const loanHandlers: V5Handlers<
  | 'collateralInfo'
  | 'setCollateralSwitch'
  | 'borrowHistory'
  | 'borrow'
  | 'repay'
  | 'repayWithoutConversion'
  | 'spotMarginState'
  | 'switchSpotMargin'
  | 'setSpotLeverage'
  | 'spotMarginData'
> = {
  collateralInfo: (context, { currency }) => {
    const coins = coinsOf(context, currency)
    return { result: { list: coins.map((coin) => collateralRow(context, coin)) } }
  },

  setCollateralSwitch: async (context, request) => {
    const { account } = context
    const { coin, collateralSwitch } = request
    if (!coinsOf(context, undefined).includes(coin)) throw invalidParameter('coin')
    const isOn = collateralSwitch === 'ON'
    await submitLoan(context, { kind: 'SetCollateral', account, coin, isOn }, request)
    return { result: {} }
  },

  borrowHistory: async ({ parts, account }, { currency, limit, cursor, ...span }) => {
    const page = await parts.readModel.settlements({
      kind: 'InterestCharged',
      account,
      ...(currency === undefined ? {} : { symbol: symbolId(currency) }),
      ...spanOf(span, monthly, parts.clock.nowMs()),
      ...historyCursor(cursor),
      limit: limit ?? 20,
    })
    const list = page.rows.map(({ event }) => ({
      currency: event.coin,
      createdTime: event.atMs,
      borrowCost: encodeAmount(event.interest),
      hourlyBorrowRate: formatTrimmed(BigInt(event.hourlyE12), 12),
      InterestBearingBorrowSize: encodeAmount(event.bearing),
      costExemption: '0',
      borrowAmount: encodeAmount(event.owed),
      unrealisedLoss: encodeAmount(event.lost),
      freeBorrowedAmount: '0',
    }))
    return { result: { list, nextPageCursor: v5Cursor(page.next) } }
  },

  borrow: async (context, request) => {
    const { account } = context
    const { coin } = request
    const wanted = readAmount(request.amount)
    await submitLoan(context, { kind: 'BorrowCoin', account, coin, amount: wanted }, request)
    return { result: { coin, amount: encodeAmount(wanted) } }
  },

  repay: async (context, { coin, amount: text }) => {
    // Of all debts, only the whole is repaid: one amount cannot be of several coins.
    if (coin === undefined && text !== undefined) {
      throw wrongParameter('params error: amount cannot be of all coins')
    }
    const owed = viewOf(context).coins.filter(
      ({ principal, interest }) => principal + interest > 0n,
    )
    const coins = coin === undefined ? owed.map((each) => each.coin) : [coin]
    const refusals: { readonly of: string; readonly refused: V5Refused }[] = []
    for (const each of coins) {
      try {
        await repay(context, each, text, true)
      } catch (error) {
        // One debt that cannot be repaid is no reason to owe the others.
        if (!(error instanceof V5Refused)) throw error
        refusals.push({ of: each, refused: error })
      }
    }
    const [first] = refusals
    if (first === undefined) return { result: { resultStatus: 'SU' } }
    if (coin !== undefined) throw first.refused
    const words = refusals.map(({ of, refused }) => `${of}: ${refused.message}`)
    throw new V5Refused(first.refused.retCode, words.join('; '))
  },

  repayWithoutConversion: async (context, { coin, amount: text }) => {
    await repay(context, coin, text, false)
    return { result: { resultStatus: 'SU' } }
  },

  spotMarginState: (context) => {
    const { spotMargin } = viewOf(context)
    const { isOn, leverage } = spotMargin
    return {
      result: {
        spotLeverage: isOn ? String(leverage) : '',
        spotMarginMode: isOn ? '1' : '0',
        effectiveLeverage: isOn ? String(leverage) : '',
      },
    }
  },

  switchSpotMargin: async (context, request) => {
    const { account } = context
    const { spotMarginMode } = request
    const isOn = spotMarginMode === '1'
    await submitLoan(context, { kind: 'SetSpotMargin', account, isOn }, request)
    return { result: { spotMarginMode } }
  },

  setSpotLeverage: async (context, request) => {
    const { account } = context
    const { leverage: text, currency } = request
    if (!/^\d{1,2}(\.0+)?$/.test(text)) throw invalidParameter('leverage')
    const coin = currency === undefined ? {} : { coin: currency }
    const leverage = Number(text)
    await submitLoan(context, { kind: 'SetSpotLeverage', account, ...coin, leverage }, request)
    return { result: {} }
  },

  spotMarginData: (context, { vipLevel = 'No VIP', currency }) => {
    const level = levelNamed(vipLevel)
    const list = coinsOf(context, currency).map((coin) => {
      const { loan, collateral } = termsOf(context, coin, level)
      return {
        currency: coin,
        borrowable: loan !== undefined,
        collateralRatio: formatTrimmed(BigInt(collateral?.ratioE4 ?? 0), 4),
        hourlyBorrowRate: formatTrimmed(BigInt(loan?.hourlyE12 ?? 0), 12),
        liquidationOrder: '',
        marginCollateral: (collateral?.ratioE4 ?? 0) > 0,
        maxBorrowingAmount: encodeAmount(loan?.limit ?? zero),
      }
    })
    return { result: { vipCoinList: [{ vipLevel, list }] } }
  },
}

const coinsOf = ({ parts }: V5PublicContext, currency: string | undefined): readonly string[] =>
  parts.exchange.views.coins().filter((coin) => currency === undefined || coin === currency)

/** Fee levels as this call names them: `No VIP`, `VIP-1`, `PRO-6`. */
function levelNamed(text: string): FeeLevel {
  const level = text === 'No VIP' ? firstFeeLevel : text.replace('-', ' ')
  if (!isFeeLevel(level)) throw invalidParameter('vipLevel')
  return level
}

const termsOf = ({ parts }: V5PublicContext, coin: string, level?: FeeLevel) => ({
  loan: parts.exchange.views.loan(coin, level),
  collateral: parts.exchange.views.collateral(coin),
})

function readAmount(text: string): Amount {
  const value = /^\d{1,20}(\.\d{1,8})?$/.test(text) ? parseDecimal(text, 8) : undefined
  if (value === undefined) throw invalidParameter('amount')
  return amount(value)
}

async function submitLoan(
  { parts }: Trader,
  command: Command,
  asked: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { problem } = await parts.exchange.submit(command)
  if (problem !== undefined) throw refusalOf(problem, 'spot', asked)
}

const repay = (
  context: Trader,
  coin: string,
  text: string | undefined,
  isConverting: boolean,
): Promise<void> => {
  const { account } = context
  const part = text === undefined ? {} : { amount: readAmount(text) }
  const command = { kind: 'RepayLoan', account, coin, isConverting, ...part } as const
  return submitLoan(context, command, { coin, amount: text })
}

function collateralRow(context: Trader, currency: string) {
  const { parts, account } = context
  const { coins, fees } = viewOf(context)
  const { loan, collateral } = termsOf(context, currency, fees.level)
  const own = coins.find(({ coin }) => coin === currency)
  const borrowed = own?.borrowed ?? zero
  const limit = loan?.limit ?? zero
  const counts = (collateral?.ratioE4 ?? 0) > 0
  const usedE8 = limit === 0n ? 0n : (borrowed * 100_000_000n) / limit
  return {
    currency,
    hourlyBorrowRate: formatTrimmed(BigInt(loan?.hourlyE12 ?? 0), 12),
    maxBorrowingAmount: encodeAmount(limit),
    freeBorrowingLimit: '',
    freeBorrowAmount: encodeAmount(loan?.terms.freeOfInterest ?? zero),
    borrowAmount: encodeAmount(borrowed),
    otherBorrowAmount: '0',
    availableToBorrow: encodeAmount(parts.exchange.views.mostBorrowed(account, currency)),
    borrowable: loan !== undefined,
    borrowUsageRate: formatTrimmed(usedE8, 8),
    marginCollateral: counts,
    collateralSwitch: counts && own?.collateral !== false,
    collateralRatio: formatTrimmed(BigInt(collateral?.ratioE4 ?? 0), 4),
    freeBorrowingAmount: '',
  }
}
