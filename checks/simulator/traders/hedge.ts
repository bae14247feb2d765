// Commands of traders who hedge (rules 6.1, 4.5).

// They choose a position mode, name a side with every order, and set separate leverage for isolated
// sides.

import { accountId, symbolId, type AccountId, type SymbolId } from '@basis/domain/numbers/brand'
import { amount, leverageE2 } from '@basis/domain/numbers/fixed'
import type { PositionIdx } from '@basis/domain/orders/position'
import type { Prng } from '@basis/domain/numbers/prng'
import type { Command } from '@basis/engine/commands'
import type { Views } from '@basis/engine/views'
import { isCoined } from './dated.ts'

/** Accounts that hedge from the start. */
const hedgers = [5, 7, 8]

/** Returns commands that set hedge mode for some accounts wherever possible. */
export const openingModes = (): Command[] =>
  hedgers.map((account) => ({
    kind: 'SetPositionMode',
    account: accountId(account),
    coin: 'USDT',
    mode: 'BothSide',
  }))

/** Returns a change of mode, mostly blocked by an order or position, or of side leverage. */
export function inventMode(prng: Prng, account: AccountId, symbols: readonly string[]): Command {
  const symbol = symbolId(symbols[prng.nextBelow(symbols.length)] ?? 'BTCUSDT')
  if (prng.nextBelow(2) === 0) {
    const [long = 1000, short = 1000] = [0, 0].map(() => 100 * (1 + prng.nextBelow(80)))
    const leverage = { leverageE2: leverageE2(long), sellLeverageE2: leverageE2(short) }
    return { kind: 'SetLeverage', account, symbol, ...leverage }
  }
  const mode = prng.nextBelow(3) === 0 ? 'MergedSingle' : 'BothSide'
  if (prng.nextBelow(4) === 0) return { kind: 'SetPositionMode', account, coin: 'USDT', mode }
  return { kind: 'SetPositionMode', account, symbol, mode }
}

/** Returns a change of a contract's margin mode, or of an isolated position's margin. */
export function inventIsolation(prng: Prng, account: AccountId, symbol: SymbolId): Command {
  const roll = prng.nextBelow(4)
  const at = { account, symbol, positionIdx: 0 } as const
  if (roll === 0) return { kind: 'SetAutoAddMargin', ...at, isOn: prng.nextBelow(2) === 0 }
  if (roll === 1) {
    const added = BigInt(prng.nextBelow(2 ** 26)) * (isCoined(symbol) ? 1n : 1000n)
    const changed = amount(prng.nextBelow(2) === 0 ? added : -added)
    return { kind: 'ChangeMargin', ...at, amount: changed }
  }
  return {
    kind: 'SetMarginMode',
    account,
    symbol,
    mode: prng.nextBelow(2) === 0 ? 'Cross' : 'Isolated',
  }
}

/** Returns the command as a hedging account would send it: for one of the two sides. */
export function withPositionSide(prng: Prng, views: Views, command: Command): Command {
  if (command.kind === 'OrderBatch') {
    const acts = command.operations.map((act) => withPositionSide(prng, views, act) as typeof act)
    return { ...command, operations: acts }
  }
  if (!('positionIdx' in command) || command.positionIdx !== 0) return command
  // A rule keeps its contract, which its change does not name.
  if (command.kind === 'AmendRule') return command
  if (views.positionMode(command.account, command.symbol) !== 'BothSide') return command
  if (prng.nextBelow(20) === 0) return command
  return { ...command, positionIdx: sideOf(prng, command) }
}

/** Most orders open on their own side; reducing ones are for the opposite position. */
function sideOf(prng: Prng, command: Command): PositionIdx {
  if (!('reduceOnly' in command) || prng.nextBelow(5) === 0) return prng.nextBelow(2) === 0 ? 1 : 2
  return (command.side === 'Buy') === command.reduceOnly ? 2 : 1
}
