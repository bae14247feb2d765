// The units of the quantity: the coin, what it costs, what it is worth (spec 4, quantity type).

import { qtyCoin, valueCoin, type Instrument } from '@basis/domain/instrument/instrument'
import { message, type Message } from '../../i18n/message-keys.ts'

/** Qty in base coin; Cost is margin with fees; Value is price × quantity. */
export const sizeUnits = ['qty', 'cost', 'value'] as const
export type SizeUnit = (typeof sizeUnits)[number]

/** Returns the units of an instrument: a spot pair has no margin, so that its cost is its value. */
export const unitsOf = ({ kind }: Instrument): readonly SizeUnit[] =>
  sizeUnits.filter((unit) => kind !== 'Spot' || unit !== 'cost')

/** Returns the name of a unit with its coin, and what it means. */
export function unitWords(
  unit: SizeUnit,
  instrument: Instrument,
): { readonly label: Message; readonly hint: Message } {
  switch (unit) {
    case 'qty':
      return {
        label: message('ticket.unitQty', { coin: qtyCoin(instrument) }),
        hint: message('ticket.unitQtyHint'),
      }
    case 'cost':
      return {
        label: message('ticket.unitCost', { coin: instrument.settleCoin }),
        hint: message('ticket.unitCostHint'),
      }
    case 'value':
      return {
        label: message('ticket.unitValue', { coin: valueCoin(instrument) }),
        hint: message('ticket.unitValueHint'),
      }
  }
}
