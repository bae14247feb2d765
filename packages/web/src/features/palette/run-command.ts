// Execution of typed commands: one action of the terminal for each kind.

import { addAlert } from '../../actions/alerts/alert-actions.ts'
import { placeTogether, type IntendedOrder } from '../../actions/batches/batch-orders.ts'
import { closeParts } from '../../actions/closing.ts'
import { conditionMessage } from '../../actions/words/alert-words.ts'
import { cancelAll, placeOrder, setLeverage } from '../../actions/trading.ts'
import { message } from '../../i18n/message-keys.ts'
import { notify } from '../../shell/notices.ts'
import { nameOf } from '../../stores/catalogue.ts'
import { heldPositions, isHeld } from '../../stores/positions.ts'
import { isIntentConfirmed } from '../outcome/question/order-question.ts'
import type { Command } from './command-line.ts'

/** Runs the command; each action reports its own outcome. */
export async function runCommand(command: Command): Promise<void> {
  switch (command.kind) {
    case 'order':
      if (await areMeant([command])) await placeOrder(command.intent)
      return
    case 'batch':
      if (await areMeant(command.orders)) await placeTogether(command.orders)
      return
    case 'cancel':
      await cancelAll(command.instrument?.symbol)
      return
    case 'leverage':
      await setLeverage(command.instrument.symbol, command.leverage)
      return
    case 'alert':
      await setAlert(command)
      return
    case 'close':
      await closeParts(heldIn(command.instrument.symbol), command.percent)
  }
}

/** Asks about each order what the ticket asks; the first that is not meant ends the command. */
async function areMeant(orders: readonly IntendedOrder[]): Promise<boolean> {
  for (const { intent, instrument } of orders) {
    if (!(await isIntentConfirmed(intent, instrument))) return false
  }
  return true
}

/**
 * Reports the new alert itself, because the palette closes on any page and no alert list may be
 * visible.
 */
async function setAlert({ draft, instrument }: Extract<Command, { kind: 'alert' }>): Promise<void> {
  const outcome = await addAlert(draft)
  if (outcome.kind !== 'done') return
  const { figure, operator = 'crosses', value } = draft
  const condition = conditionMessage({ figure, operator, value, symbol: instrument.symbol })
  notify({
    kind: 'alertSet',
    tone: 'success',
    title: message('palette.alertSet'),
    body: message('alerts.fired', { symbol: nameOf(instrument.symbol), condition }),
    link: { dialog: { kind: 'alerts' }, words: message('alerts.show') },
  })
}

/** The positions of a symbol: one, or both sides in hedge mode. */
export const heldIn = (symbol: string) =>
  heldPositions().flatMap(({ position }) =>
    position.symbol === symbol && isHeld(position) ? [position] : [],
  )
