// A typed line of several orders, separated by semicolons: "buy 0.1 at 64000; buy 0.1 at 63500".

import { maxBatchItems } from '@basis/domain/orders/order'
import type { IntendedOrder } from '../../actions/batches/batch-orders.ts'
import { message } from '../../i18n/message-keys.ts'
import { readCommand, type CommandContext, type Reading } from './command-line.ts'

/** Parses a line; the problem of its first invalid part is the problem of the line. */
export function readLine(text: string, context: CommandContext): Reading {
  const parts = text.split(';').filter((part) => part.trim() !== '')
  if (parts.length <= 1) return readCommand(parts[0] ?? text, context)
  if (parts.length > maxBatchItems) {
    return { wrong: message('palette.batchMost', { most: maxBatchItems }) }
  }
  const orders: IntendedOrder[] = []
  for (const part of parts) {
    const reading = readCommand(part, context)
    if (reading === undefined) {
      return { wrong: message('palette.notUnderstood', { word: part.trim() }) }
    }
    if ('wrong' in reading) return reading
    const { command } = reading
    if (command.kind !== 'order' || command.instrument.kind === 'Spot') {
      return { wrong: message('palette.batchOrders') }
    }
    orders.push(command)
  }
  return { command: { kind: 'batch', orders } }
}
