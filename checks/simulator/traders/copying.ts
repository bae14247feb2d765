// Seeded leaders and followers: a few lead, others copy them with every mode, and sometimes change,
// stop, move money or close a copy by hand.

import type { CopySettings } from '@basis/domain/copy/settings'
import { accountId, symbolId, type AccountId } from '@basis/domain/numbers/brand'
import { amount, leverageE2, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Prng } from '@basis/domain/numbers/prng'
import type { Command } from '@basis/engine/commands'
import type { Views } from '@basis/engine/views'
import { bareOrder } from './bare.ts'

type Scene = {
  readonly views: Views
  readonly traders: readonly number[]
  readonly contracts: readonly string[]
}

const none: readonly Command[] = []
const usdt = (value: number) => amount(BigInt(value) * 100_000_000n)
const mostLeaders = 3

/** Returns random commands of copy trading. */
export function inventCopying(
  prng: Prng,
  { views, traders, contracts }: Scene,
): readonly Command[] {
  const below = (bound: number): number => prng.nextBelow(bound)
  const one = <T>(list: readonly T[]): T | undefined => list[below(Math.max(1, list.length))]
  const account = accountId(one(traders) ?? 3)
  const leaders = views.copy.leaders()
  const leader = one(leaders)
  const follow = one(views.copy.follows(account))
  const isFew = leaders.length < mostLeaders && below(3) === 0
  if (leader === undefined || isFew) return [becoming(below, account)]
  const of = { account, wallet: follow?.wallet ?? leader.wallet }
  switch (below(12)) {
    case 0:
      return [
        { kind: 'MoveToCopy', ...of, amount: amount(BigInt(below(2 ** 31)) * 20n - 2n ** 34n) },
      ]
    case 1:
      return [{ kind: 'SetFollow', ...of, settings: settingsOf(below) }]
    case 2:
      return below(2) === 0 ? none : [{ kind: 'StopFollow', ...of }]
    case 3:
      return closing(views, follow?.wallet ?? leader.wallet)
    case 4: {
      const isBlocked = below(2) === 0
      const owner = leader.owner
      if (below(4) !== 0) return none
      if (below(3) === 0) return [{ kind: 'EndLeader', account: owner }]
      // Who leads nobody can block nobody.
      const blocking = isBlocked && follow === undefined ? account : owner
      return [{ kind: 'BlockFollower', account: blocking, follower: account, isBlocked }]
    }
    default:
      return [
        {
          kind: 'FollowLeader',
          account,
          leader: leader.wallet,
          amount: usdt(5 + below(400)),
          settings: settingsOf(below),
        },
      ]
    case 5:
    case 6:
    case 7:
    case 8:
    case 9:
    case 10:
      return leading(below, views, leader.wallet, contracts)
  }
}

const becoming = (below: (bound: number) => number, account: AccountId): Command => {
  const isFund = below(3) === 0
  return {
    kind: 'BecomeLeader',
    account,
    name: `Leader ${below(4)} of ${account}`,
    style: isFund ? 'Pro' : 'Classic',
    shareE4: isFund ? 100 + below(3000) : 0,
    amount: usdt(5 + below(2000)),
  }
}

function settingsOf(below: (bound: number) => number): CopySettings {
  const limit = (): number => (below(4) === 0 ? 10 + below(200) : 0)
  return {
    mode: (['FixedMargin', 'FixedRatio', 'Proportional'] as const)[below(3)] ?? 'FixedRatio',
    margin: usdt(1 + below(50)),
    ratioE4: 1000 + below(20_000),
    leverageE2: leverageE2(below(3) === 0 ? 100 * (1 + below(20)) : 0),
    symbolMargin: usdt(limit()),
    dayMargin: usdt(limit()),
    slippageE4: 1 + below(200),
    takeProfitE4: below(4) === 0 ? 300 + below(2000) : 0,
    stopLossE4: below(4) === 0 ? 1 + below(500) : 0,
    totalStopLoss: usdt(limit()),
  }
}

/** A leader opens, adds, closes a part or all, reverses, or sets stops. */
function leading(
  below: (bound: number) => number,
  views: Views,
  wallet: AccountId,
  contracts: readonly string[],
): readonly Command[] {
  const held = views.positions(wallet)[below(2)]
  const name = ['BTCUSDT', 'ETHUSDT'][below(2)] ?? 'BTCUSDT'
  const view = views.symbol(symbolId(name))
  if (view === undefined || view.markE8 === 0 || !contracts.includes(name)) return none
  const { instrument, markE8 } = view
  const isLong = below(2) === 0
  const near = Math.round((markE8 / instrument.tickSizeE8) * (isLong ? 1.01 : 0.99))
  if (held !== undefined && below(2) === 0) {
    const { symbol, positionIdx, sizeLots, side } = held.position
    const way = side === 'Buy' ? 'Sell' : 'Buy'
    if (below(6) === 0) {
      return [{ kind: 'ReversePosition', account: wallet, symbol, positionIdx, linkId: '' }]
    }
    const part = Math.max(1, Math.floor(sizeLots / (1 + below(3))))
    return [
      {
        ...bareOrder({ account: wallet, symbol, side: way }),
        orderType: 'Market',
        timeInForce: 'ImmediateOrCancel',
        qtyLots: qtyLots(part),
        positionIdx,
        reduceOnly: true,
      },
    ]
  }
  return [
    {
      ...bareOrder({ account: wallet, symbol: symbolId(name), side: isLong ? 'Buy' : 'Sell' }),
      timeInForce: below(3) === 0 ? 'GoodTillCancel' : 'ImmediateOrCancel',
      priceTicks: priceTicks(near),
      qtyLots: qtyLots(instrument.minQtyLots * (1 + below(60))),
      positionIdx: isLong ? 1 : 2,
    },
  ]
}

const closing = (views: Views, wallet: AccountId): readonly Command[] =>
  views.positions(wallet).length === 0 ? none : [{ kind: 'ClosePositions', account: wallet }]
