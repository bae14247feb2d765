// What people do who hedge: they choose a position mode, name a side with every order, and give
// isolated sides leverage of their own (domain.md 6.1, 4.5).

import { accountId, symbolId, type AccountId } from '@basis/domain/numbers/brand'
import { leverageE2 } from '@basis/domain/numbers/fixed'
import type { PositionIdx } from '@basis/domain/orders/position'
import type { Prng } from '@basis/domain/numbers/prng'
import type { Command } from '@basis/engine/commands'
import type { Views } from '@basis/engine/views'

/** Those who hedge from the start. */
const hedgers = [5, 7, 8]

/** Returns what makes some accounts hedge everything that can be hedged. */
export const openingModes = (): Command[] =>
  hedgers.map((account) => ({
    kind: 'SetPositionMode',
    account: accountId(account),
    coin: 'USDT',
    mode: 'BothSide',
  }))

/** Returns a change of mode, which is mostly in the way of something, or of the sides' leverage. */
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

/** Returns the command as somebody would mean it who hedges: for one of the two sides. */
export function meantForASide(prng: Prng, views: Views, command: Command): Command {
  if (command.kind === 'OrderBatch') {
    const acts = command.acts.map((act) => meantForASide(prng, views, act) as typeof act)
    return { ...command, acts }
  }
  if (!('positionIdx' in command) || command.positionIdx !== 0) return command
  if (views.positionMode(command.account, command.symbol) !== 'BothSide') return command
  if (prng.nextBelow(20) === 0) return command
  return { ...command, positionIdx: sideOf(prng, command) }
}

/** Most orders open what their side opens; what reduces is for the other position. */
function sideOf(prng: Prng, command: Command): PositionIdx {
  if (!('side' in command) || prng.nextBelow(5) === 0) return prng.nextBelow(2) === 0 ? 1 : 2
  return (command.side === 'Buy') === command.reduceOnly ? 2 : 1
}
