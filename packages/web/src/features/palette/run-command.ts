// The doing of a typed command: one act of the terminal for each kind.

import { lotsOfShare } from '@basis/domain/margin/cost-input'
import { qtyLots } from '@basis/domain/numbers/fixed'
import { cancelAll, closePosition, placeOrder, setLeverage } from '../../actions/trading.ts'
import { heldPositions, isHeld } from '../../stores/positions.ts'
import type { Command } from './command-line.ts'

/** Does it; each act tells its own outcome. */
export async function runCommand(command: Command): Promise<void> {
  switch (command.kind) {
    case 'order':
      await placeOrder(command.intent)
      return
    case 'cancel':
      await cancelAll(command.instrument?.symbol)
      return
    case 'leverage':
      await setLeverage(command.instrument.symbol, command.leverage)
      return
    case 'close':
      for (const position of heldIn(command.instrument.symbol)) {
        const { symbol, positionIdx, sizeLots } = position
        const lots = Math.max(1, lotsOfShare(sizeLots, command.percent))
        await closePosition({ symbol, positionIdx, qtyLots: qtyLots(lots) })
      }
  }
}

/** The positions of a symbol: one, or the two sides of a hedge. */
export const heldIn = (symbol: string) =>
  heldPositions().flatMap(({ position }) =>
    position.symbol === symbol && isHeld(position) ? [position] : [],
  )
