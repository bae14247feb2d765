// The units of the quantity: the coin, what it costs, what it is worth (spec 4, quantity type), and
// what may be lost at the stop.

import { qtyCoin, valueCoin, type Instrument } from '@basis/domain/instrument/instrument'
import { isRiskUnit, riskUnitsOf } from '../../actions/risk.ts'
import { message, type Message } from '../../i18n/message-keys.ts'
import type { SizeUnit } from '../../stores/settings.ts'
import type { TicketDraft } from './ticket.ts'

/**
 * Returns the units of an instrument: a spot pair has no margin and no stop, so that its cost is
 * its value and nothing is sized by a risk.
 */
export const unitsOf = (instrument: Instrument): readonly SizeUnit[] => [
  'qty',
  ...(instrument.kind === 'Spot' ? [] : (['cost'] as const)),
  'value',
  ...riskUnitsOf(instrument),
]

/**
 * Returns the unit that the typed number counts: what only reduces has no stop, so that its
 * quantity is typed, and what an instrument does not have is its nearest.
 */
export function unitOf(
  { unit, reduceOnly }: Pick<TicketDraft, 'unit' | 'reduceOnly'>,
  instrument: Instrument,
): SizeUnit {
  if (instrument.kind === 'Spot') return unit === 'qty' ? 'qty' : 'value'
  if (reduceOnly && isRiskUnit(unit)) return 'qty'
  return unit === 'riskUsd' && instrument.kind !== 'Inverse' ? 'riskCoin' : unit
}

/** The quantity follows from the stop. */
export const isByRisk = (
  draft: Pick<TicketDraft, 'unit' | 'reduceOnly'>,
  instrument: Instrument,
): boolean => isRiskUnit(unitOf(draft, instrument))

/** Returns the name of a unit with its coin, and what it means. */
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
