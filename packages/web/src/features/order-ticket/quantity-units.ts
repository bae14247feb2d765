// The units of the quantity: the coin, the cost, the value (spec 4, quantity type), and the loss at
// the stop.

import { qtyCoin, valueCoin, type Instrument } from '@basis/domain/instrument/instrument'
import { isRiskUnit, riskUnitsOf } from '../../actions/risk.ts'
import { message, type Message } from '../../i18n/message-keys.ts'
import type { SizeUnit } from '../../stores/settings.ts'
import type { TicketDraft } from './ticket.ts'

/**
 * Returns the units of an instrument: a spot pair has no margin and no stop, so its cost equals its
 * value and it cannot be sized by a risk.
 */
export const unitsOf = (instrument: Instrument): readonly SizeUnit[] => [
  'qty',
  ...(instrument.kind === 'Spot' ? [] : (['cost'] as const)),
  'value',
  ...riskUnitsOf(instrument),
]

/**
 * Returns the unit of the typed number: a reduce-only order has no stop and is typed as a quantity,
 * and a unit that the instrument lacks is replaced by the nearest.
 */
export function unitOf(
  { unit, reduceOnly }: Pick<TicketDraft, 'unit' | 'reduceOnly'>,
  instrument: Instrument,
): SizeUnit {
  if (instrument.kind === 'Spot') return unit === 'qty' ? 'qty' : 'value'
  if (reduceOnly && isRiskUnit(unit)) return 'qty'
  return unit === 'riskUsd' && instrument.kind !== 'Inverse' ? 'riskCoin' : unit
}

/** The quantity is determined by the stop. */
export const isByRisk = (
  draft: Pick<TicketDraft, 'unit' | 'reduceOnly'>,
  instrument: Instrument,
): boolean => isRiskUnit(unitOf(draft, instrument))

/** Returns the name of a unit with its coin, and its explanation. */
export function unitWords(
  unit: SizeUnit,
  instrument: Instrument,
): { readonly label: Message; readonly hint: Message } {
  const isInverse = instrument.kind === 'Inverse'
  switch (unit) {
    case 'qty':
      return {
        label: message('ticket.unitQty', { coin: qtyCoin(instrument) }),
        hint: isInverse
          ? message('ticket.unitContractsHint', { coin: qtyCoin(instrument) })
          : message('ticket.unitQtyHint'),
      }
    case 'cost':
      return {
        label: message('ticket.unitCost', { coin: instrument.settleCoin }),
        hint: message('ticket.unitCostHint'),
      }
    case 'value':
      return {
        label: message('ticket.unitValue', { coin: valueCoin(instrument) }),
        hint: message(isInverse ? 'ticket.unitContractsValueHint' : 'ticket.unitValueHint'),
      }
    case 'riskShare':
      return {
        label: message('ticket.unitRiskShare'),
        hint: message('ticket.unitRiskShareHint'),
      }
    case 'riskCoin':
    case 'riskUsd': {
      const coin = unit === 'riskUsd' ? instrument.quoteCoin : instrument.settleCoin
      return {
        label: message('ticket.unitRisk', { coin }),
        hint: message('ticket.unitRiskHint'),
      }
    }
  }
}
