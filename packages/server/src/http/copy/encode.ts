// Encoding of leaders, follows, positions and orders of copy wallets (rules 16.7).

import { asideOf } from '@basis/domain/copy/profit-share'
import type { CopyEntry } from '@basis/domain/copy/record'
import type { AccountId } from '@basis/domain/numbers/brand'
import { divRound, formatTrimmed, mulDiv, qtyLots } from '@basis/domain/numbers/fixed'
import { formatPrice, formatQty, type Instrument } from '@basis/domain/instrument/instrument'
import type { Position } from '@basis/domain/orders/position'
import type { PositionView } from '@basis/engine/views'
import type { CallAnswer } from '@basis/protocol/calls'
import type {
  WireCopyEntry,
  WireCopyPosition,
  WireFollow,
  WireLeader,
} from '@basis/protocol/copy/calls'
import { encodeCopySettings } from '@basis/protocol/copy/settings'
import type { WireOrder } from '@basis/protocol/order'
import { encodeAccountOrder } from '../../exchange/encoded-state.ts'
import type { Parts } from '../call-context.ts'

type Copy = Parts['exchange']['views']['copy']
type LeaderView = NonNullable<ReturnType<Copy['leader']>>
type FollowView = ReturnType<Copy['follows']>[number]

export const moneyText = (value: bigint): string => formatTrimmed(value, 8)
const rateText = (valueE4: number): string => formatTrimmed(BigInt(valueE4), 4)
const priceText = (valueE8: number): string => formatTrimmed(BigInt(valueE8), 8)

export function encodeLeader(leader: LeaderView, relation: WireLeader['relation']): WireLeader {
  const { wallet, name, style, rank = '', wins, losses, curve } = leader
  const ended = wins + losses
  const winE4 = ended === 0 ? 0n : mulDiv(BigInt(wins), 10_000n, BigInt(ended), 'nearest')
  return {
    leaderId: String(wallet),
    name,
    style,
    rank,
    profitShare: rateText(leader.shareE4),
    isOpen: leader.isOpen,
    roi: rateText(leader.roiE4),
    equity: moneyText(leader.equity),
    winRate: ended === 0 ? '' : formatTrimmed(winE4, 4),
    closedPositions: ended,
    followers: leader.followers,
    followedEquity: moneyText(leader.followed),
    createdAtE3: leader.createdMs,
    curve: curve.points.map(([timeMs, roiE4, equity]) => [
      timeMs,
      rateText(roiE4),
      moneyText(equity),
    ]),
    relation,
  }
}

function encodeWalletPosition(
  { position, ...view }: PositionView,
  instrument: Instrument,
): WireCopyPosition {
  const { takeProfit, stopLoss } = view.tpsl.full ?? {}
  const at = (leg: typeof takeProfit): string =>
    leg === undefined ? '' : formatPrice(instrument, leg.triggerTicks)
  return {
    symbol: position.symbol,
    positionIdx: position.positionIdx,
    side: position.side === 'Sell' ? 'Sell' : 'Buy',
    size: formatQty(instrument, position.sizeLots),
    entryPrice: priceText(view.entryPriceE8),
    markPrice: priceText(view.markPriceE8),
    leverage: formatTrimmed(BigInt(position.leverageE2), 2),
    unrealisedPnl: moneyText(view.unrealisedPnl),
    margin: moneyText(view.initialMargin),
    liqPrice:
      view.liquidationPriceTicks === undefined
        ? ''
        : formatPrice(instrument, view.liquidationPriceTicks),
    takeProfit: at(takeProfit),
    stopLoss: at(stopLoss),
  }
}

/** Returns the positions of a wallet. */
export const walletPositions = ({ exchange }: Parts, wallet: AccountId): WireCopyPosition[] =>
  exchange.views.positions(wallet).flatMap((view) => {
    const instrument = exchange.views.instrument(view.position.symbol)
    return instrument === undefined ? [] : [encodeWalletPosition(view, instrument)]
  })

/** Returns the open orders of a wallet. */
export const walletOrders = ({ exchange }: Parts, wallet: AccountId): WireOrder[] =>
  exchange.views.openOrders(wallet).flatMap((order) => {
    const instrument = exchange.views.instrument(order.symbol)
    return instrument === undefined ? [] : [encodeAccountOrder(exchange.views, order, instrument)]
  })

type LeaderPosition = CallAnswer<'copyLeader'>['positions'][number]

/** Encodes a delayed position of another leader; the mark price is the current one. */
export function encodeLeaderPosition({ exchange }: Parts, position: Position): LeaderPosition[] {
  const view = exchange.views.symbol(position.symbol)
  if (view === undefined || position.sizeLots === 0) return []
  return [
    {
      symbol: position.symbol,
      side: position.side === 'Sell' ? 'Sell' : 'Buy',
      size: formatQty(view.instrument, position.sizeLots),
      entryPrice: priceText(position.entryPriceE8),
      markPrice: priceText(view.markE8),
      leverage: formatTrimmed(BigInt(position.leverageE2), 2),
    },
  ]
}

function encodeEntry(entry: CopyEntry, instrument: Instrument): WireCopyEntry {
  const { leaderLots, leaderValue, askedLots, filledLots, why = '' } = entry
  const lots = BigInt(leaderLots) * BigInt(instrument.lotSizeE8)
  const priceE8 = lots === 0n ? 0n : divRound(leaderValue * 100_000_000n, lots, 'nearest')
  return {
    timeE3: entry.timeMs,
    symbol: entry.symbol,
    positionIdx: entry.positionIdx,
    act: entry.act,
    leaderQty: formatQty(instrument, qtyLots(leaderLots)),
    leaderPrice: formatTrimmed(priceE8, 8),
    askedQty: formatQty(instrument, qtyLots(askedLots)),
    filledQty: formatQty(instrument, qtyLots(filledLots)),
    reason: why,
  }
}

type WireFollower = CallAnswer<'leaderApplyDetail'>['followers'][number]

/** Encodes a follower as his leader sees him. */
export const encodeFollower = (follow: FollowView, isBlocked: boolean): WireFollower => ({
  followerId: String(follow.owner),
  status: follow.state,
  isBlocked,
  equity: moneyText(follow.equity),
  setAside: moneyText(asideOf(follow)),
  paidShare: moneyText(follow.paidShare),
  startedAtE3: follow.startedMs,
})

export function encodeFollow(parts: Parts, follow: FollowView): WireFollow {
  const { views } = parts.exchange
  const aside = asideOf(follow)
  return {
    walletId: String(follow.wallet),
    leaderId: String(follow.leader),
    leaderName: views.copy.leader(follow.leader)?.name ?? '',
    style: follow.style,
    status: follow.state,
    stopReason: follow.stop ?? '',
    settings: encodeCopySettings(follow.settings),
    profitShare: rateText(follow.shareE4),
    invested: moneyText(follow.invested),
    equity: moneyText(follow.equity),
    transferable: moneyText(follow.free),
    pnl: moneyText(follow.equity + aside - follow.invested),
    setAside: moneyText(aside),
    paidShare: moneyText(follow.paidShare),
    positions: walletPositions(parts, follow.wallet),
    log: follow.log
      .flatMap((entry) => {
        const instrument = views.instrument(entry.symbol)
        return instrument === undefined ? [] : [encodeEntry(entry, instrument)]
      })
      .toReversed(),
    startedAtE3: follow.startedMs,
    updatedAtE3: follow.updatedMs,
  }
}
