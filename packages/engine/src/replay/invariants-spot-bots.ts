// Invariants of bots that buy on a schedule or keep weights, between any two commands (rules 21.5,
// 22.5).

import { symbolsOf } from '@basis/domain/spot-bots/terms'
import type { SpotBot } from '../state/bots/spot-bot.ts'
import { coinOf, type EngineState } from '../state/state.ts'

/** Returns a description of each broken invariant; empty if all hold. */
export function spotBotViolations(state: EngineState): readonly string[] {
  const { running, ended } = state.spotBots
  return [
    ...[...running.values()].flatMap((bot) => runningFaults(state, bot)),
    ...[...ended.values()].flatMap((bot) => endedFaults(state, bot)),
  ]
}

function runningFaults(state: EngineState, bot: SpotBot): string[] {
  const { wallet, terms, quoteCoin, status, investment, spent, bought, done } = bot
  const account = state.accounts.get(wallet)
  if (account === undefined) return [`21.1 bot ${wallet} has no wallet`]
  const faults: string[] = []
  if ([...state.orders.values()].some((order) => order.account.id === wallet)) {
    faults.push(`21.2 bot ${wallet} has an open order`)
  }
  const known = new Set([quoteCoin, ...symbolsOf(terms).map((name) => name.split('/')[0])])
  for (const [coin, { balance }] of account.coins) {
    if (balance < 0n) faults.push(`21.5 bot ${wallet} owes ${balance} ${coin}`)
    if (balance > 0n && !known.has(coin)) faults.push(`21.5 bot ${wallet} holds ${coin}`)
  }
  if (terms.kind !== 'Dca' || status === 'Stopping') return faults
  const { balance } = coinOf(account, quoteCoin)
  if (balance !== investment - spent) {
    faults.push(`21.5 bot ${wallet} has ${balance}, its purchases say ${investment - spent}`)
  }
  const coin = state.bySymbol.get(terms.symbol)?.instrument.baseCoin ?? ''
  const held = coinOf(account, coin).balance
  if (held !== bought) faults.push(`21.5 bot ${wallet} holds ${held}, it bought ${bought}`)
  if (done > terms.purchases) faults.push(`21.2 bot ${wallet} has bought ${done} times`)
  return faults
}

function endedFaults(state: EngineState, { wallet }: SpotBot): string[] {
  const account = state.accounts.get(wallet)
  const left = [...(account?.coins ?? [])].filter(([, { balance }]) => balance > 0n)
  return left.map(([coin, { balance }]) => `21.3 ${wallet} has ended and holds ${balance} ${coin}`)
}
