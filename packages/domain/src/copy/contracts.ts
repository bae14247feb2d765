// The contracts that can be copied (rules 16.1).

import type { Instrument } from '../instrument/instrument.ts'

/** The coin of all copies. */
export const copyCoin = 'USDT'

/** Only linear perpetuals in USDT can be copied. */
export const mayCopy = ({ contractType, settleCoin }: Instrument): boolean =>
  contractType === 'LinearPerpetual' && settleCoin === copyCoin
