// Placement of any order: plain, conditional, or a spot order with a plan.

import type { PlaceOrder } from '../../api/commands.ts'
import { placeConditional } from '../conditional/conditional-orders.ts'
import { placeSpotPlan } from '../conditional/spot-plans.ts'
import type { CommandResult } from '../core/open-orders.ts'
import type { EngineState } from '../../state/state.ts'
import { placeWhole } from './close-positions.ts'

/** Places an order by what it waits for: a spot plan, a trigger or nothing. */
export function placeAny(state: EngineState, command: PlaceOrder): CommandResult {
  if (command.plan !== undefined) return placeSpotPlan(state, command)
  if (command.trigger !== undefined) return placeConditional(state, command)
  return placeWhole(state, command)
}
