// Seeded borrowers: some orders borrow, loans are taken and repaid by hand, terms change, and
// makers quote the pairs; prices of all coins come with every price.

import { accountId, symbolId, type AccountId, type SymbolId } from '@basis/domain/numbers/brand'
import { amount, priceTicks, qtyLots, rateE8, type PriceE8 } from '@basis/domain/numbers/fixed'
import { feeSchedule } from '@basis/domain/instrument/fee-schedule'
import type { LoanTerms } from '@basis/domain/margin/loans'
import { selfTradeModes } from '@basis/domain/orders/order'
import type { Prng } from '@basis/domain/numbers/prng'
import type { Command, PlaceOrder } from '@basis/engine/commands'
import type { SymbolView, Views } from '@basis/engine/views'
import { bareOrder } from '../bare.ts'
import { listed } from '../dated.ts'

const pairs = ['BTC/USDT', 'ETH/USDT'] as const
const coinNames = ['BTC', 'ETH', 'USDT'] as const
type Coin = (typeof coinNames)[number]
const limits: Readonly<Record<Coin, number>> = { BTC: 2, ETH: 40, USDT: 90_000 }
const shares: Readonly<Record<Coin, readonly (readonly [part: number, i: number, m: number])[]>> = {
  BTC: [
    [50, 20, 4],
    [100, 30, 6],
  ],
  ETH: [[100, 20, 5]],
  USDT: [
    [60, 10, 4],
    [90, 50, 10],
  ],
}
const coins = (whole: number) => amount(BigInt(Math.round(whole * 1e4)) * 10_000n)
const percent = (of: number) => rateE8(of * 1_000_000)

/** The loan terms of a coin: as shares of the default limit and supply. */
const termsOf = (coin: Coin, part: number, supplied: number): LoanTerms => ({
  hourlyE12: 300_000_000,
  limit: coins(limits[coin] * part),
  supply: coins(limits[coin] * supplied),
  freeOfInterest: coins(coin === 'USDT' ? 500 : 0),
  tiers: shares[coin].map(([upTo, initial, maintenance]) => ({
    upTo: coins((limits[coin] * upTo) / 100),
    initialE8: percent(initial),
    maintenanceE8: percent(maintenance),
  })),
})

/** A second pair, the coins' collateral ratios and loan terms, and the accounts that borrow. */
export const openingLending = (traders: readonly number[]): readonly Command[] => [
  {
    kind: 'ListInstrument',
    instrument: listed(
      'list ETH/USDT Spot ETH/USDT tick=0.01 lot=0.001 band=90:90 fees=0.1:0.1 qty=1l..100000000l',
    ),
  },
  {
    kind: 'ListCoin',
    coin: 'BTC',
    ratioE4: 9500,
    tiers: [
      { upTo: coins(1), ratioE4: 9500 },
      { upTo: coins(4), ratioE4: 9000 },
    ],
  },
  { kind: 'ListCoin', coin: 'ETH', ratioE4: 9000 },
  ...coinNames.map((coin): Command => ({ kind: 'ListLoan', coin, terms: termsOf(coin, 1, 3) })),
  ...traders.flatMap((trader): readonly Command[] => {
    const account = accountId(trader)
    return [
      { kind: 'Deposit', account, coin: 'USDT', amount: coins(20_000) },
      { kind: 'SetSpotMargin', account, isOn: trader % 4 !== 0 },
      { kind: 'SetSpotLeverage', account, leverage: 2 + ((trader * 2) % 9) },
    ]
  }),
]

/** Adds prices of the coins and the second pair to every price of the perpetuals. */
export function withCoinPrices(command: Command): Command {
  if (command.kind !== 'UpdatePrices') return command
  const of = (symbol: string): PriceE8 | undefined =>
    command.prices.find((price) => price.symbol === symbol)?.indexE8
  const [bitcoin, ether] = [of('BTCUSDT'), of('ETHUSDT')]
  if (bitcoin === undefined || bitcoin === 0) return command
  const ethers = ether === undefined ? [] : [{ coin: 'ETH', usdE8: ether }]
  const pair = ether === undefined ? [] : [{ symbol: symbolId('ETH/USDT'), indexE8: ether }]
  return {
    ...command,
    prices: [...command.prices, ...pair],
    coins: [{ coin: 'BTC', usdE8: bitcoin }, ...ethers],
  }
}

type Scene = { readonly views: Views; readonly traders: readonly number[]; readonly maker: number }

/** Returns random commands for loans, or for a pair. */
export function inventLending(prng: Prng, { views, traders, maker }: Scene): readonly Command[] {
  const below = (bound: number): number => prng.nextBelow(bound)
  const account = accountId(traders[below(traders.length)] ?? 3)
  const coin = coinNames[below(3)] ?? 'USDT'
  const part = (of: number): number => (limits[coin] * (1 + below(12))) / of
  switch (below(17)) {
    case 16: {
      const { level, rates } = feeSchedule[below(feeSchedule.length)] ?? { level: 'VIP 0' as const }
      return [{ kind: 'SetFeeLevel', account, level, ...(rates === undefined ? {} : { rates }) }]
    }
    case 0:
    case 1:
      return [{ kind: 'BorrowCoin', account, coin, amount: coins(part(10)) }]
    case 2: {
      const some = below(2) === 0 ? {} : { amount: coins(part(20)) }
      return [{ kind: 'RepayLoan', account, coin, ...some, isConverting: below(2) === 0 }]
    }
    case 3:
      return [{ kind: 'SetSpotMargin', account, isOn: below(4) !== 0 }]
    case 4: {
      const one = below(2) === 0 ? {} : { coin: below(20) === 0 ? 'SOL' : coin }
      return [{ kind: 'SetSpotLeverage', account, ...one, leverage: 1 + below(11) }]
    }
    case 5:
      return [{ kind: 'SetCollateral', account, coin, isOn: below(2) === 0 }]
    case 6:
      return [{ kind: 'Deposit', account, coin, amount: coins(part(120)) }]
    case 7:
      if (below(4) > 0) return []
      return [{ kind: 'ListLoan', coin, terms: termsOf(coin, 1 / (1 + below(4)), 0.2 + below(4)) }]
    case 8:
    case 9:
      return quotes(below, views, accountId(maker))
    default:
      return leveraged(below, views, account)
  }
}

/** One of the two pairs, if it has a price. */
function pricedPair(
  below: (bound: number) => number,
  views: Views,
): { readonly symbol: SymbolId; readonly view: SymbolView } | undefined {
  const symbol = symbolId(pairs[below(2)] ?? 'BTC/USDT')
  const view = views.symbol(symbol)
  return view === undefined || view.markE8 === 0 ? undefined : { symbol, view }
}

/** An order in either pair that may borrow, mostly for more than the account has. */
function leveraged(
  below: (bound: number) => number,
  views: Views,
  account: AccountId,
): readonly Command[] {
  const pair = pricedPair(below, views)
  if (pair === undefined) return []
  const { symbol, view } = pair
  const side = below(2) === 0 ? 'Buy' : 'Sell'
  const { tickSizeE8, lotSizeE8 } = view.instrument
  const lots = (1000 * (1 + below(60)) * 1e16) / (view.markE8 * lotSizeE8)
  const isMarket = below(3) === 0
  const ticks = (view.markE8 * (0.98 + below(5) / 100)) / tickSizeE8
  const order: PlaceOrder = {
    ...bareOrder({ account, symbol, side }),
    qtyLots: qtyLots(Math.max(1, Math.round(lots))),
    selfTrade: selfTradeModes[below(4)] ?? 'None',
    ...(below(8) === 0 ? {} : { isLeverage: true as const }),
    ...(Math.round(lots) % 8 === 0 ? { timeInForce: 'FillOrKill' as const } : {}),
  }
  if (isMarket) return [{ ...order, orderType: 'Market', timeInForce: 'ImmediateOrCancel' }]
  return [{ ...order, priceTicks: priceTicks(Math.max(1, Math.round(ticks))) }]
}

/** New quotes on both sides of a pair, with deposits of the coins if they are short. */
function quotes(
  below: (bound: number) => number,
  views: Views,
  account: AccountId,
): readonly Command[] {
  const pair = pricedPair(below, views)
  if (pair === undefined) return []
  const { symbol, view } = pair
  const { tickSizeE8, lotSizeE8, baseCoin } = view.instrument
  const lots = Math.max(1, Math.round((100_000 * 1e16) / (view.markE8 * lotSizeE8)))
  const quote = (side: 'Buy' | 'Sell', away: number): Command => ({
    ...bareOrder({ account, symbol, side }),
    priceTicks: priceTicks(Math.max(1, Math.round((view.markE8 * away) / tickSizeE8))),
    qtyLots: qtyLots(lots),
  })
  return [
    { kind: 'CancelAllOrders', account, symbol },
    { kind: 'Deposit', account, coin: baseCoin, amount: amount(BigInt(lots) * BigInt(lotSizeE8)) },
    quote('Buy', 0.999),
    quote('Sell', 1.001),
    quote('Buy', 0.99),
    quote('Sell', 1.01),
  ]
}
