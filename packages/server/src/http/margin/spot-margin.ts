// Spot margin over HTTP: switch, leverage, loans and their interest (rules 12).

import {
  firstSpotLeverage,
  mostLeverageOf,
  mostSpotLeverage,
  spotLeverageOf,
} from '@basis/domain/margin/loans'
import { symbolId, type AccountId } from '@basis/domain/numbers/brand'
import { amount, formatTrimmed, zero, type Amount } from '@basis/domain/numbers/fixed'
import { problem } from '@basis/domain/instrument/problems'
import type { RepayLoan } from '@basis/engine/commands'
import type { LoanConverted } from '@basis/engine/events'
import type { AccountView } from '@basis/engine/views'
import type { CallRequest } from '@basis/protocol/calls'
import { encodeAmount, decodeAmount } from '@basis/protocol/order'
import type { WireInterest, WireLoan, WireSpotMargin } from '@basis/protocol/margin/spot-margin'
import type { SettlementEvent } from '../../read-model/settlements.ts'
import { outcomeOf } from '../commands.ts'
import type { Handlers, Parts } from '../call-context.ts'
import { invalidField, problemRefusal } from '../guards/refusal.ts'
import { spanOf } from '../history.ts'
import { submit } from '../submit.ts'

export const spotMarginHandlers: Handlers<
  | 'spotMarginState'
  | 'switchSpotMargin'
  | 'setCollateral'
  | 'setSpotLeverage'
  | 'spotMarginData'
  | 'borrowCoin'
  | 'repayLoan'
  | 'previewRepayment'
  | 'borrowHistory'
> = {
  spotMarginState: ({ parts, account }) => ({ value: stateOf(parts, account) }),

  switchSpotMargin: async ({ parts, account }, { spotMarginMode }) => {
    const isOn = spotMarginMode === 1
    const applied = await submit(parts, { kind: 'SetSpotMargin', account, isOn })
    return { value: stateOf(parts, account), seq: applied.seq }
  },

  setCollateral: async ({ parts, account }, { coin, collateralSwitch }) => {
    const isOn = collateralSwitch === 'ON'
    const applied = await submit(parts, { kind: 'SetCollateral', account, coin, isOn })
    return { value: { coin, collateralSwitch }, seq: applied.seq }
  },

  setSpotLeverage: async ({ parts, account }, { leverage, currency }) => {
    const coin = currency === undefined ? {} : { coin: currency }
    const applied = await submit(parts, { kind: 'SetSpotLeverage', account, ...coin, leverage })
    return { value: stateOf(parts, account), seq: applied.seq }
  },

  spotMarginData: ({ parts, account }, { currency }) => {
    const { views } = parts.exchange
    const coins = views.coins().filter((coin) => currency === undefined || coin === currency)
    const list = coins.flatMap((coin) => loanOf(parts, account, coin))
    return { value: { list } }
  },

  borrowCoin: async ({ parts, account }, { coin, amount: wanted }) => {
    const much = readAmount(wanted)
    const applied = await submit(parts, { kind: 'BorrowCoin', account, coin, amount: much })
    return { value: { coin, amount: encodeAmount(much) }, seq: applied.seq }
  },

  repayLoan: async ({ parts, account }, request) => {
    const { coin } = request
    const before = owedOf(parts, account, coin)
    const applied = await submit(parts, repaymentOf(account, request))
    const owed = owedOf(parts, account, coin)
    const repaid = amount(before - owed)
    const value = { coin, repaid: encodeAmount(repaid), owed: encodeAmount(owed) }
    return { value, seq: applied.seq }
  },

  previewRepayment: ({ parts, account }, request) => {
    const { coin } = request
    const preview = parts.exchange.preview(repaymentOf(account, request))
    const before = owedIn(preview.before?.account, coin)
    const owed = owedIn(preview.after?.account, coin)
    const value = {
      ...outcomeOf(preview.problem),
      ...(preview.problem?.params === undefined ? {} : { params: preview.problem.params }),
      coin,
      repaid: encodeAmount(amount(before - owed)),
      owed: encodeAmount(owed),
      conversions: preview.events.flatMap((event) =>
        event.kind === 'LoanConverted' && event.account === account ? encodeConversion(event) : [],
      ),
    }
    return { value, seq: preview.seq }
  },

  borrowHistory: async ({ parts, account }, { currency, ...request }) => {
    const of = currency === undefined ? {} : { symbol: symbolId(currency) }
    const question = { account, ...of, ...spanOf(request), kind: 'InterestCharged' as const }
    const page = await parts.readModel.settlements(question)
    const list = page.rows.map(({ event }) => encodeInterest(event))
    return { value: { list, nextPageCursor: page.next ?? '' }, seq: page.seq }
  },
}

function readAmount(text: string): Amount {
  if ((text.split('.')[1] ?? '').length > 8) {
    throw invalidField('amount', 'must have at most 8 decimals')
  }
  return decodeAmount(text)
}

type Repayment = CallRequest<'repayLoan'>

const repaymentOf = (
  account: AccountId,
  { coin, amount: wanted, convert = false }: Repayment,
): RepayLoan => ({
  kind: 'RepayLoan',
  account,
  coin,
  isConverting: convert,
  ...(wanted === undefined ? {} : { amount: readAmount(wanted) }),
})

const encodeConversion = ({ from, given, fee, repaid }: LoanConverted) => [
  {
    coin: from,
    amount: encodeAmount(given),
    fee: encodeAmount(fee),
    repaid: encodeAmount(repaid),
  },
]

const owedOf = ({ exchange }: Parts, account: AccountId, name: string): Amount =>
  owedIn(exchange.views.account(account), name)

function owedIn(view: AccountView | undefined, name: string): Amount {
  const found = view?.coins.find(({ coin }) => coin === name)
  return amount((found?.principal ?? 0n) + (found?.interest ?? 0n))
}

function stateOf({ exchange }: Parts, account: AccountId): WireSpotMargin {
  const view = exchange.views.account(account)
  if (view === undefined) throw problemRefusal(problem('accountUnknown'))
  const dueMs = exchange.views.interestDueMs()
  return {
    spotMarginMode: view.spotMargin.isOn ? 1 : 0,
    spotLeverage: view.spotMargin.leverage,
    maxLeverage: mostSpotLeverage,
    initialMarginRateE4: view.initialRateE4,
    maintenanceMarginRateE4: view.maintenanceRateE4,
    nextInterestTime: dueMs === Infinity ? 0 : dueMs,
  }
}

function loanOf({ exchange }: Parts, account: AccountId, currency: string): WireLoan[] {
  const { views } = exchange
  const view = views.account(account)
  const loan = views.loan(currency, view?.fees.level)
  if (loan === undefined) return []
  const { terms, lent } = loan
  const own = view?.coins.find(({ coin }) => coin === currency)
  const margin = view?.spotMargin ?? { isOn: false, leverage: firstSpotLeverage }
  const [first] = terms.tiers
  return [
    {
      currency,
      hourlyBorrowRate: formatTrimmed(BigInt(loan.hourlyE12), 12),
      borrowLimit: encodeAmount(loan.limit),
      maxBorrowable: encodeAmount(views.mostBorrowed(account, currency)),
      totalSupply: encodeAmount(terms.supply),
      totalBorrowed: encodeAmount(lent),
      initialMarginRate: share(first?.initialE8),
      maintenanceMarginRate: share(first?.maintenanceE8),
      maxLeverage: mostLeverageOf(terms),
      leverage: spotLeverageOf(margin, currency),
      usdIndexPrice: share(views.collateral(currency)?.usdE8),
      principal: encodeAmount(own?.principal ?? zero),
      accruedInterest: encodeAmount(own?.interest ?? zero),
      borrowAmount: encodeAmount(own?.borrowed ?? zero),
      walletBalance: encodeAmount(views.repayable(account, currency)),
    },
  ]
}

const share = (e8 = 0): string => formatTrimmed(BigInt(e8), 8)

const encodeInterest = (event: SettlementEvent<'InterestCharged'>): WireInterest => ({
  currency: event.coin,
  createdTime: event.atMs,
  borrowAmount: encodeAmount(event.owed),
  interestBearingBorrowSize: encodeAmount(event.bearing),
  hourlyBorrowRate: formatTrimmed(BigInt(event.hourlyE12), 12),
  borrowCost: encodeAmount(event.interest),
  unrealisedLoss: encodeAmount(event.lost),
})
