// Parts of other features on the page of options; whoever composes the page gives them.

import type { ComponentType } from 'react'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { WireWallet } from '@basis/protocol/account'

export type OptionParts = {
  readonly Chart: ComponentType<{ instrument: Instrument }>
  readonly History: ComponentType<{ view: 'orders' | 'fills' }>
  /** The gauge and stress of a coin's risk unit, or how to come to portfolio margin. */
  readonly Risk: ComponentType<{ baseCoin: string }>
  /** The same of an account as it is and as orders would leave it. */
  readonly Stress: ComponentType<{ baseCoin: string; before: WireWallet; after: WireWallet }>
}
