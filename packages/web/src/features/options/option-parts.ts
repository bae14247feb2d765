// Components of other features on the options page, passed in by the module that composes it.

import type { ComponentType } from 'react'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { WireWallet } from '@basis/protocol/account'

export type OptionParts = {
  readonly Chart: ComponentType<{ instrument: Instrument }>
  readonly History: ComponentType<{ view: 'orders' | 'fills' }>
  /** The gauge and stress of a coin's risk unit, or a link to portfolio margin. */
  readonly Risk: ComponentType<{ baseCoin: string }>
  /** The same, for the account now and after the orders. */
  readonly Stress: ComponentType<{ baseCoin: string; before: WireWallet; after: WireWallet }>
}
