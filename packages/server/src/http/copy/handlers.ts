// Copy-trading calls over HTTP: a request becomes a command of the owner, or an order of his copy
// wallet (rules 16; spec 7).

import { leastInvestment, type CopySettings } from '@basis/domain/copy/settings'
import { mayCopy } from '@basis/domain/copy/contracts'
import { problem } from '@basis/domain/instrument/problems'
import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import { amount, formatTrimmed, parseDecimal, type Amount } from '@basis/domain/numbers/fixed'
import { formatQty } from '@basis/domain/instrument/instrument'
import type { Command } from '@basis/engine/commands'
import { decodeCopySettings, type CopySettingsRequest } from '@basis/protocol/copy/settings'
import type { WireLeader } from '@basis/protocol/copy/calls'
import { listedContract, type Handlers, type Parts, type SessionContext } from '../call-context.ts'
import { invalidField, problemRefusal } from '../guards/refusal.ts'
import { cancellationOf, creationOf } from '../orders/order-requests.ts'
import { maxQtyOf } from '../orders/handlers.ts'
import { receiptOf } from '../orders/receipt.ts'
import { submit } from '../submit.ts'
import { leverageAnswer, leverageChangeOf, tpslChangeOf } from '../positions.ts'
import { delayedPositions, delaySeconds } from './delayed-positions.ts'
import { encodeFollow, encodeFollower, encodeLeader, encodeLeaderPosition } from './encode.ts'
import { moneyText, walletOrders, walletPositions } from './encode.ts'

const historyRows = 20

export const copyHandlers: Handlers<
  | 'copyLeaders'
  | 'copyLeader'
  | 'leaderApplyDetail'
  | 'applyLeader'
  | 'endLeader'
  | 'blockFollower'
  | 'followLeader'
  | 'modifyFollow'
  | 'stopFollow'
  | 'follows'
  | 'transferCopy'
  | 'createCopyOrder'
  | 'cancelCopyOrder'
  | 'maxCopyOrderQty'
  | 'setCopyLeverage'
  | 'setCopyTpsl'
  | 'closeAllCopy'
> = {
  copyLeaders: ({ parts, session }) => {
    const { copy } = parts.exchange.views
    const relation = relationOf(parts, session?.account)
    const list = copy
      .leaders()
      .filter(({ isOpen }) => isOpen)
      .map((leader) => encodeLeader(leader, relation(leader)))
    return { value: { list } }
  },

  copyLeader: async ({ parts, session }, { leaderId }) => {
    const wallet = accountId(Number(leaderId))
    const leader = parts.exchange.views.copy.leader(wallet)
    if (leader === undefined) throw problemRefusal(problem('copyLeaderUnknown', 'leaderId'))
    const positions = delayedPositions(parts.exchange)
      .of(wallet, parts.clock.nowMs())
      .flatMap((position) => encodeLeaderPosition(parts, position))
    const relation = relationOf(parts, session?.account)(leader)
    const history = await closedOf(parts, wallet)
    return { value: { leader: encodeLeader(leader, relation), delaySeconds, positions, history } }
  },

  leaderApplyDetail: ({ parts, account }, { symbol }) => {
    const { copy } = parts.exchange.views
    const leader = copy.leads(account)
    const followers = leader === undefined ? [] : copy.followers(leader.wallet)
    const mayTrade = symbol === undefined || mayCopy(listedContract(parts, symbol))
    return {
      value: {
        leader: leader === undefined ? null : encodeLeader(leader, 'self'),
        mayTradeSymbol: mayTrade,
        minAmount: moneyText(leastInvestment),
        available: moneyText(copy.free(account)),
        transferable: moneyText(leader?.free ?? 0n),
        earned: moneyText(leader?.earned ?? 0n),
        positions: leader === undefined ? [] : walletPositions(parts, leader.wallet),
        orders: leader === undefined ? [] : walletOrders(parts, leader.wallet),
        leverage: leverageIn(parts, leader?.wallet, symbol),
        followers: followers.map((follow) =>
          encodeFollower(follow, leader?.blocked.includes(follow.owner) ?? false),
        ),
      },
    }
  },

  applyLeader: (context, { name, style, profitShare, amount: asked }) => {
    const share = parseDecimal(profitShare ?? '0', 4)
    if (share === undefined || share > 10_000n) {
      throw invalidField('profitShare', 'must be a part of one with at most 4 decimals')
    }
    const { account } = context
    const shareE4 = Number(share)
    const money = readAmount(asked)
    return act(context, { kind: 'BecomeLeader', account, name, style, shareE4, amount: money })
  },

  endLeader: (context) => act(context, { kind: 'EndLeader', account: context.account }),

  blockFollower: (context, { followerId, isBlocked }) => {
    const follower = accountId(Number(followerId))
    return act(context, { kind: 'BlockFollower', account: context.account, follower, isBlocked })
  },

  followLeader: (context, { leaderId, amount: asked, settings }) => {
    const leader = accountId(Number(leaderId))
    assertUnbanned(context.parts, leader)
    return act(context, {
      kind: 'FollowLeader',
      account: context.account,
      leader,
      amount: readAmount(asked),
      settings: readSettings(settings),
    })
  },

  modifyFollow: (context, { walletId, settings }) => {
    const wallet = accountId(Number(walletId))
    const { account } = context
    return act(context, { kind: 'SetFollow', account, wallet, settings: readSettings(settings) })
  },

  stopFollow: (context, { walletId }) => {
    const wallet = accountId(Number(walletId))
    return act(context, { kind: 'StopFollow', account: context.account, wallet })
  },

  follows: ({ parts, account }) => {
    const { copy } = parts.exchange.views
    const list = copy.follows(account).map((follow) => encodeFollow(parts, follow))
    return { value: { list, available: moneyText(copy.free(account)) } }
  },

  transferCopy: (context, { walletId, amount: asked }) => {
    const wallet = accountId(Number(walletId))
    const { account } = context
    return act(context, { kind: 'MoveToCopy', account, wallet, amount: readAmount(asked) })
  },

  createCopyOrder: async (context, { walletId, ...request }) => {
    const wallet = walletOf(context, walletId)
    const inWallet = { ...context, account: wallet }
    const made = creationOf(inWallet, request)
    const applied = await submit(context.parts, made.command)
    const { value } = receiptOf(inWallet, made, applied, applied.events)
    const { orderId, price } = value
    return { value: { orderId, price, walletId: String(wallet) }, seq: applied.seq }
  },

  cancelCopyOrder: async (context, { walletId, ...request }) => {
    const wallet = walletOf(context, walletId)
    const { command } = cancellationOf({ ...context, account: wallet }, request)
    const { seq } = await submit(context.parts, command)
    return { value: { walletId: String(wallet) }, seq }
  },

  maxCopyOrderQty: (context, request) => {
    const wallet = walletOf(context, undefined)
    return { value: maxQtyOf({ ...context, account: wallet }, request) }
  },

  setCopyLeverage: async (context, request) => {
    const { parts } = context
    const wallet = walletOf(context, undefined)
    const command = leverageChangeOf({ ...context, account: wallet }, request)
    const { seq } = await submit(parts, command)
    return { value: leverageAnswer(parts, wallet, command.symbol), seq }
  },

  setCopyTpsl: async (context, request) => {
    const wallet = walletOf(context, undefined)
    const command = tpslChangeOf({ ...context, account: wallet }, request)
    const { seq } = await submit(context.parts, command)
    return { value: { walletId: String(wallet) }, seq }
  },

  closeAllCopy: async (context, { walletId, symbol, positionIdx }) => {
    const { parts } = context
    const wallet = walletOf(context, walletId)
    const instrument = listedContract(parts, symbol)
    const command: Command = {
      kind: 'ClosePositions',
      account: wallet,
      symbol: instrument.symbol,
    }
    const applied = await submit(parts, sideOf(context, wallet, { symbol, positionIdx }) ?? command)
    return { value: { walletId: String(wallet) }, seq: applied.seq }
  },
}

/** Returns the order that closes one side in hedge mode, if asked. */
function sideOf(
  context: SessionContext,
  wallet: AccountId,
  { symbol, positionIdx }: { readonly symbol: string; readonly positionIdx: number | undefined },
): Command | undefined {
  if (positionIdx !== 1 && positionIdx !== 2) return undefined
  const { views } = context.parts.exchange
  const instrument = listedContract(context.parts, symbol)
  const held = views
    .positions(wallet)
    .find(({ position }) => position.symbol === symbol && position.positionIdx === positionIdx)
  if (held === undefined) {
    throw problemRefusal(problem('reduceOnlyWithoutPosition', 'positionIdx'))
  }
  const request = {
    symbol,
    side: positionIdx === 1 ? 'Sell' : 'Buy',
    orderType: 'Market',
    qty: formatQty(instrument, held.position.sizeLots),
    timeInForce: 'ImmediateOrCancel',
    reduceOnly: true,
    positionIdx,
  } as const
  return creationOf({ ...context, account: wallet }, request).command
}

/**
 * Returns the wallet of a request: an own one, or without an id that which the caller leads with.
 */
function walletOf({ parts, account }: SessionContext, walletId: string | undefined): AccountId {
  const { copy } = parts.exchange.views
  if (walletId === undefined) {
    const leader = copy.leads(account)
    if (leader === undefined) throw problemRefusal(problem('copyFollowUnknown', 'walletId'))
    return leader.wallet
  }
  const wallet = accountId(Number(walletId))
  // Foreign and unknown wallets get the same message (O5).
  if (copy.ownerOf(wallet) !== account) {
    throw problemRefusal(problem('copyFollowUnknown', 'walletId'))
  }
  return wallet
}

/**
 * Returns the leverage of a wallet in a symbol: that of its long side, as both sides have the same
 * (16.1).
 */
function leverageIn(
  parts: Parts,
  wallet: AccountId | undefined,
  symbol: string | undefined,
): string {
  if (wallet === undefined || symbol === undefined) return ''
  return leverageAnswer(parts, wallet, listedContract(parts, symbol).symbol).leverage
}

/** Throws Refused for a banned leader: he cannot trade, so there is nothing to copy. */
function assertUnbanned({ exchange, sessions }: Parts, leader: AccountId): void {
  const owner = exchange.views.copy.ownerOf(leader)
  if (owner === undefined || !sessions.isBanned(owner)) return
  throw problemRefusal(problem('copyAccountBanned', 'leaderId'))
}

async function act({ parts }: SessionContext, command: Command) {
  const { wallet, seq } = await submit(parts, command)
  return { value: { walletId: String(wallet) }, seq }
}

function readAmount(text: string): Amount {
  const value = parseDecimal(text, 8)
  if (value === undefined) throw invalidField('amount', 'must have at most 8 decimals')
  return amount(value)
}

function readSettings(asked: CopySettingsRequest): CopySettings {
  const read = decodeCopySettings(asked)
  if ('settings' in read) return read.settings
  throw invalidField(read.wrong, 'must be a number with as many decimals as it may have')
}

type Leads = { readonly wallet: AccountId; readonly owner: AccountId }

function relationOf({ exchange }: Parts, account: AccountId | undefined) {
  const follows = account === undefined ? [] : exchange.views.copy.follows(account)
  const copied = new Set(
    follows.filter(({ state }) => state !== 'Stopped').map(({ leader }) => leader),
  )
  return ({ wallet, owner }: Leads): WireLeader['relation'] => {
    if (owner === account) return 'self'
    return copied.has(wallet) ? 'copied' : 'none'
  }
}

/** Returns the newest closed positions of a leader, without those of the last minute. */
async function closedOf({ readModel, exchange, clock }: Parts, wallet: AccountId) {
  const toMs = clock.nowMs() - delaySeconds * 1000
  const { rows } = await readModel.closedPnl({ account: wallet, toMs, limit: historyRows })
  // A closing order that began earlier may still be filled: its newest fills are not shown either.
  const old = rows.filter(({ updatedMs }) => updatedMs < toMs)
  return old.flatMap(({ symbol, side, closedLots, entryPriceE8, closedPnl, updatedMs }) => {
    const instrument = exchange.views.instrument(symbol)
    if (instrument === undefined) return []
    const entryPrice = entryPriceE8 === undefined ? '' : formatTrimmed(BigInt(entryPriceE8), 8)
    const size = formatQty(instrument, closedLots)
    const pnl = moneyText(closedPnl)
    return [{ symbol, side, size, entryPrice, closedPnl: pnl, closedAtE3: updatedMs }]
  })
}
