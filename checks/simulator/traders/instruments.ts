// The instruments of every workload.

import type { Instrument } from '@basis/domain/instrument/instrument'
import { listed } from './dated.ts'

const tiers = [
  '100000:1:0.5:100',
  '250000:1.25:0.63:80',
  '500000:2:1:50',
  '1000000:5:2.5:20',
  '5000000:10:5:10',
  '50000000:50:25:2',
]
const lines = [
  `list BTCUSDT LinearPerpetual band=2:4 funding=1 tiers=${tiers.join(',')}`,
  'list ETHUSDT LinearPerpetual ETH/USDT tick=0.01 lot=0.01 price=1t..9999999t qty=1l..800000l ' +
    `market=400000l band=2:4 funding=2 fees=0.06:0.01 tiers=${tiers.slice(1).join(',')}`,
  'list BTC/USDT Spot BTC/USDT tick=0.01 lot=0.000001 price=1t..99999999t qty=10l..90000000l ' +
    'market=80000000l fees=0.1:0.1 band=3:5',
]

/** The instruments of every workload: two USDT perpetuals and a spot pair. */
export const instruments: readonly Instrument[] = lines.map(listed)
