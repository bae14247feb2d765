// Options in the engine: premiums, fees, margin of shorts, refused orders, delivery, and the
// liquidation of a short (rules 9; EX-9.3 to EX-9.7).

import type { Instrument } from '@basis/domain/instrument/instrument'
import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { describe, expect, test } from 'vitest'
import { runScenario } from '../../../testing/scenario.ts'
import { createEngine, type Engine } from '../../engine/engine.ts'
import { brokenInvariants } from '../../replay/invariants.ts'
import { engineFromSnapshot, stateHash, takeSnapshot } from '../../replay/snapshot/snapshot.ts'
import { formatCommand, parseCommand } from '../../replay/text/format.ts'

/** A scenario begins on Tuesday, 22 September 2026, 00:00 UTC. */
const midnight = 1_790_035_200_000
const friday = midnight + 80 * 3_600_000
const tuesday = midnight + 8 * 3_600_000
const grid = 'tick=1 lot=0.01 least=0 fees=0.03:0.02 market=500'
const list = (name: string, terms: string, deliveryMs = friday): string =>
  `list ${name} Option BTC/USDC/USDC ${grid} tiers=50000000:100:3:1 ${terms} delivery=${deliveryMs}`
const call66 = list('BTC-25SEP26-66000-C', 'right=Call strike=66000')
const put18 = list('BTC-25SEP26-18500-P', 'right=Put strike=18500')
const call45 = list('BTC-25SEP26-45000-C', 'right=Call strike=45000')

const play = (story: string): void => expect(runScenario(story)).toBe(story)

describe('9.4: the premium is paid at the trade', () => {
  test('EX-9.3, EX-9.4: the fee is a share of the index value, at most 7 % of the premium', () => {
    play(`
    ${call45}
    index BTC-25SEP26-45000-C 42000 mark 3000
    deposit alice 10000 USDC
    deposit bob 100000 USDC
    place alice Buy BTC-25SEP26-45000-C 0.3 @ 3000
      → placed 1
    show alice
      → 10000 USDC; available 9096.22
    place bob Sell BTC-25SEP26-45000-C 0.3 @ 3000
      → alice filled 1: 0.3 @ 3000 fee 2.52 USDC
      → filled 2: 0.3 @ 3000 fee 3.78 USDC
    show alice
      → 9097.48 USDC; available 9097.48
      → long 0.3 BTC-25SEP26-45000-C @ 3000 upl 0
    show bob
      → 100896.22 USDC; available 98736.22
      → short 0.3 BTC-25SEP26-45000-C @ 3000 upl 0
    index BTC-25SEP26-45000-C 42000 mark 50
    place bob Buy BTC-25SEP26-45000-C 0.3 @ 50
      → placed 3
    place alice Sell BTC-25SEP26-45000-C 0.3 @ 50
      → bob closed 0.3 BTC-25SEP26-45000-C: 880.17 = 885 - 3.78 - 1.05 + 0
      → bob filled 3: 0.3 @ 50 fee 1.05 USDC
      → closed 0.3 BTC-25SEP26-45000-C: -888.57 = - 885 - 2.52 - 1.05 + 0
      → filled 4: 0.3 @ 50 fee 1.05 USDC
    show alice
      → 9111.43 USDC; available 9111.43
    show bob
      → 100880.17 USDC; available 100880.17`)
  })
})

test('1.7, 9.4: the break-even price of an option includes its fees', () => {
  const engine = createEngine()
  const instruments = new Map<string, Instrument>()
  const lines = [
    call45,
    'open #1 trader',
    'open #2 trader',
    'deposit #1 10000 USDC',
    'deposit #2 100000 USDC',
    'index BTC-25SEP26-45000-C 42000 mark 3000',
    'place #2 Sell BTC-25SEP26-45000-C 0.3 @ 3000',
    'place #1 Buy BTC-25SEP26-45000-C 0.3 @ 3000',
  ]
  lines.forEach((line, k) => {
    const command = parseCommand(line, { instruments })
    if (command.kind === 'ListInstrument') {
      instruments.set(command.instrument.symbol, command.instrument)
    }
    engine.apply({ seq: k + 1, timeMs: midnight + k * 1000, command })
  })
  const breakEvens = [1, 2].map((id) => engine.views.positions(accountId(id))[0]?.breakEvenPriceE8)
  // Bought as taker at 3,000 for 12.60 per coin, sold as maker for 8.40; closing costs 12.60.
  expect(breakEvens).toEqual([3_025.2e8, 2_979e8])
})

describe('9.5: margin', () => {
  test('EX-9.7: a short call needs 7,000; the value of a long option is not collateral', () => {
    play(`
    ${call66}
    index BTC-25SEP26-66000-C 60000 mark 1000
    deposit alice 20000 USDC
    deposit bob 7018 USDC
    place alice Buy BTC-25SEP26-66000-C 1 @ 1000
      → placed 1
    place bob Sell BTC-25SEP26-66000-C 1.01 @ 1000
      → alice filled 1: 1 @ 1000 fee 12 USDC
      → filled 2: 1 @ 1000 fee 18 USDC left 0.01
    place bob Sell BTC-25SEP26-66000-C 1 @ 1000
      → rejected insufficientBalance
    index BTC-25SEP26-66000-C 60000 mark 900
    show bob
      → 8000 USDC; available 939.82
      → short 1 BTC-25SEP26-66000-C @ 1000 upl 100
    index BTC-25SEP26-66000-C 60000 mark 5000
    show alice
      → 18988 USDC; available 18988
      → long 1 BTC-25SEP26-66000-C @ 1000 upl 4000`)
  })

  test('EX-9.6: a short put needs 2,315', () => {
    play(`
    ${put18}
    index BTC-25SEP26-18500-P 20250 mark 290
    deposit alice 20000 USDC
    deposit bob 10000 USDC
    place bob Sell BTC-25SEP26-18500-P 1 @ 280
      → placed 1
    place alice Buy BTC-25SEP26-18500-P 1 @ 280
      → bob filled 1: 1 @ 280 fee 4.05 USDC
      → filled 2: 1 @ 280 fee 6.075 USDC
    show bob
      → 10275.95 USDC; available 7960.95
      → short 1 BTC-25SEP26-18500-P @ 280 upl -10`)
  })

  test('an order to buy needs premium and fee, one that closes a long its fee, a reduce-only one nothing', () => {
    play(`
    ${call66}
    index BTC-25SEP26-66000-C 60000 mark 1000
    deposit alice 1018 USDC
    deposit bob 100000 USDC
    place alice Buy BTC-25SEP26-66000-C 1.01 @ 1000
      → rejected insufficientBalance
    place alice Buy BTC-25SEP26-66000-C 1 @ 1000
      → placed 1
    show alice
      → 1018 USDC; available 0
    place bob Sell BTC-25SEP26-66000-C 1 @ 1000
      → alice filled 1: 1 @ 1000 fee 12 USDC
      → filled 2: 1 @ 1000 fee 18 USDC
    show alice
      → 6 USDC; available 6
      → long 1 BTC-25SEP26-66000-C @ 1000 upl 0
    place alice Sell BTC-25SEP26-66000-C 1 @ 1100
      → rejected insufficientBalance
    place alice Sell BTC-25SEP26-66000-C 1 @ 1100 reduce
      → placed 3
    show alice
      → 6 USDC; available 6
      → long 1 BTC-25SEP26-66000-C @ 1000 upl 0
    cancel-all alice
      → cancelled 3 CancelByUser
    deposit alice 11.99 USDC
    place alice Sell BTC-25SEP26-66000-C 1 @ 1100
      → rejected insufficientBalance
    deposit alice 0.01 USDC
    place alice Sell BTC-25SEP26-66000-C 1 @ 1100
      → placed 4
    show alice
      → 18 USDC; available 0
      → long 1 BTC-25SEP26-66000-C @ 1000 upl 0`)
  })
})

describe('9.1: accepted and refused', () => {
  test('prices within a hundredth of the index of the mark, and at least 0.05 % of the index, are accepted', () => {
    play(`
    ${call66}
    deposit alice 100000 USDC
    place alice Buy BTC-25SEP26-66000-C 1 @ 1000
      → rejected priceUnavailable
    index BTC-25SEP26-66000-C 60000 mark 1000
    place alice Buy BTC-25SEP26-66000-C 1 @ 1601
      → rejected priceAboveBand
    place alice Buy BTC-25SEP26-66000-C 1 @ 1600
      → placed 1
    place alice Sell BTC-25SEP26-66000-C 1 @ 399
      → rejected priceBelowBand
    index BTC-25SEP26-66000-C 60000 mark 10
    place alice Sell BTC-25SEP26-66000-C 1 @ 29
      → rejected priceBelowBand
    place alice Sell BTC-25SEP26-66000-C 1 @ 3000
      → placed 2`)
  })

  test('conditional orders, partial TP/SL, isolated margin, leverage and hedge mode are refused', () => {
    play(`
    ${call66}
    index BTC-25SEP26-66000-C 60000 mark 1000
    deposit alice 100000 USDC
    deposit bob 100000 USDC
    place bob Sell BTC-25SEP26-66000-C 1 @ 1000
      → placed 1
    place alice Buy BTC-25SEP26-66000-C 1 market
      → bob filled 1: 1 @ 1000 fee 12 USDC
      → filled 2: 1 @ 1000 fee 18 USDC
    place alice Buy BTC-25SEP26-66000-C 1 @ 900 when=fall:950:MarkPrice
      → rejected optionUnsupported
    place alice Buy BTC-25SEP26-66000-C 1 @ 900 post
      → placed 3
    tpsl alice BTC-25SEP26-66000-C Partial tp=2000 qty=0.5
      → rejected optionUnsupported
    tpsl alice BTC-25SEP26-66000-C Full tp=2000 sl=500
      → placed 4 TakeProfit 2000
      → placed 5 StopLoss 500
    mode alice BTC-25SEP26-66000-C Isolated
      → rejected optionUnsupported
    leverage alice BTC-25SEP26-66000-C 2
      → rejected leverageOutOfRange
    place alice Buy BTC-25SEP26-66000-C 1 @ 900 idx=1
      → rejected positionIdxMismatch`)
  })

  test('a mark price is required for an option and refused for other contracts', () => {
    play(`
    ${call66}
    list BTCUSDT LinearPerpetual BTC/USDT
    index BTC-25SEP26-66000-C 60000
      → rejected priceInvalid
    index BTCUSDT 60000 mark 60000
      → rejected priceInvalid
    ${call66.replace('Call', 'Put')}
      → rejected commandRefused
    ${call66.replace('strike=66000', 'strike=65000')}
      → rejected commandRefused`)
  })
})

describe('9.4: delivery', () => {
  test('EX-9.5: an option in the money is exercised automatically: 1,500 for 0.3 and a fee of 2.25 each', () => {
    play(`
    ${call45}
    index BTC-25SEP26-45000-C 42000 mark 3000
    deposit alice 10000 USDC
    deposit bob 100000 USDC
    place alice Buy BTC-25SEP26-45000-C 0.3 @ 3000
      → placed 1
    place bob Sell BTC-25SEP26-45000-C 0.3 @ 3000
      → alice filled 1: 0.3 @ 3000 fee 2.52 USDC
      → filled 2: 0.3 @ 3000 fee 3.78 USDC
    place alice Buy BTC-25SEP26-45000-C 0.3 @ 2900
      → placed 3
    +79h
    index BTC-25SEP26-45000-C 50000 mark 5000
    +50m
    place alice Buy BTC-25SEP26-45000-C 0.1 @ 5000
      → rejected preDeliveryReduceOnly
    +10m
    time
      → alice cancelled 3 CancelBySettle
      → BTC-25SEP26-45000-C delivered at 50000 of 1800 s
      → alice closed 0.3 BTC-25SEP26-45000-C: 595.23 = 600 - 2.52 - 2.25 + 0
      → alice delivered long 0.3 BTC-25SEP26-45000-C: 600, fee 2.25
      → bob closed 0.3 BTC-25SEP26-45000-C: -606.03 = - 600 - 3.78 - 2.25 + 0
      → bob delivered short 0.3 BTC-25SEP26-45000-C: -600, fee 2.25
    show alice
      → 10595.23 USDC; available 10595.23
    show bob
      → 99393.97 USDC; available 99393.97
    place alice Buy BTC-25SEP26-45000-C 0.1 @ 5000
      → rejected instrumentNotTrading`)
  })

  test('EX-9.5: a value of 10 costs a fee of 0.375; out of the money there is no payment and no fee', () => {
    play(`
    ${call45}
    ${put18}
    index BTC-25SEP26-45000-C 42000 mark 3000 BTC-25SEP26-18500-P 42000 mark 30
    deposit alice 10000 USDC
    deposit bob 100000 USDC
    place alice Buy BTC-25SEP26-45000-C 0.3 @ 3000
      → placed 1
    place bob Sell BTC-25SEP26-45000-C 0.3 @ 3000
      → alice filled 1: 0.3 @ 3000 fee 2.52 USDC
      → filled 2: 0.3 @ 3000 fee 3.78 USDC
    place alice Buy BTC-25SEP26-18500-P 0.3 @ 30
      → placed 3
    place bob Sell BTC-25SEP26-18500-P 0.3 @ 30
      → alice filled 3: 0.3 @ 30 fee 0.63 USDC
      → filled 4: 0.3 @ 30 fee 0.63 USDC
    +79h
    index BTC-25SEP26-45000-C 45010 mark 10 BTC-25SEP26-18500-P 45010 mark 0.00000001
    +1h
    time
      → BTC-25SEP26-45000-C delivered at 45010 of 1800 s
      → alice closed 0.3 BTC-25SEP26-45000-C: -899.895 = - 897 - 2.52 - 0.375 + 0
      → alice delivered long 0.3 BTC-25SEP26-45000-C: -897, fee 0.375
      → bob closed 0.3 BTC-25SEP26-45000-C: 892.845 = 897 - 3.78 - 0.375 + 0
      → bob delivered short 0.3 BTC-25SEP26-45000-C: 897, fee 0.375
      → BTC-25SEP26-18500-P delivered at 45010 of 1800 s
      → alice closed 0.3 BTC-25SEP26-18500-P: -9.63 = - 9 - 0.63 + 0 + 0
      → alice delivered long 0.3 BTC-25SEP26-18500-P: -9, fee 0
      → bob closed 0.3 BTC-25SEP26-18500-P: 8.37 = 9 - 0.63 + 0 + 0
      → bob delivered short 0.3 BTC-25SEP26-18500-P: 9, fee 0
    show alice
      → 9090.475 USDC; available 9090.475
    show bob
      → 100901.215 USDC; available 100901.215`)
  })

  test('a daily option is delivered without a fee', () => {
    play(`
    ${list('BTC-22SEP26-42000-P', 'right=Put strike=42000', tuesday)}
    index BTC-22SEP26-42000-P 42000 mark 300
    deposit alice 10000 USDC
    deposit bob 100000 USDC
    place alice Buy BTC-22SEP26-42000-P 1 @ 300
      → placed 1
    place bob Sell BTC-22SEP26-42000-P 1 @ 300
      → alice filled 1: 1 @ 300 fee 8.4 USDC
      → filled 2: 1 @ 300 fee 12.6 USDC
    +7h
    index BTC-22SEP26-42000-P 41000 mark 1000
    +1h
    time
      → BTC-22SEP26-42000-P delivered at 41000 of 1800 s
      → alice closed 1 BTC-22SEP26-42000-P: 691.6 = 700 - 8.4 + 0 + 0
      → alice delivered long 1 BTC-22SEP26-42000-P: 700, fee 0
      → bob closed 1 BTC-22SEP26-42000-P: -712.6 = - 700 - 12.6 + 0 + 0
      → bob delivered short 1 BTC-22SEP26-42000-P: -700, fee 0`)
  })
})

describe('5.8 step 5: a short whose account falls below maintenance margin', () => {
  test('is bought back in slices, with 0.2 % of the index for the fund', () => {
    play(`
    ${call66}
    index BTC-25SEP26-66000-C 60000 mark 1000
    deposit alice 1000000 USDC
    deposit bob 7100 USDC
    place alice Buy BTC-25SEP26-66000-C 1 @ 1000
      → placed 1
    place bob Sell BTC-25SEP26-66000-C 1 @ 1000
      → alice filled 1: 1 @ 1000 fee 12 USDC
      → filled 2: 1 @ 1000 fee 18 USDC
    place alice Sell BTC-25SEP26-66000-C 5 @ 5900
      → placed 3
    +1s
    index BTC-25SEP26-66000-C 65000 mark 5000
    +1s
    index BTC-25SEP26-66000-C 65000 mark 5500
    +1s
    index BTC-25SEP26-66000-C 65000 mark 5800
    +1s
    index BTC-25SEP26-66000-C 65000 mark 5850
    show bob
      → 8082 USDC; available 0
      → short 1 BTC-25SEP26-66000-C @ 1000 upl -4850
    +1s
    index BTC-25SEP26-66000-C 65000 mark 6050
      → bob liquidated: 8082 of 8130
      → alice closed 0.2 BTC-25SEP26-66000-C: 975 = 980 - 2.4 - 2.6 + 0
      → alice filled 3: 0.2 @ 5900 fee 2.6 USDC left 4.8
      → bob closed 0.2 BTC-25SEP26-66000-C: -987.5 = - 980 - 3.6 - 3.9 + 0
      → bob filled 4: 0.2 @ 5900 fee 3.9 USDC
      → alice closed 0.2 BTC-25SEP26-66000-C: 975 = 980 - 2.4 - 2.6 + 0
      → alice filled 3: 0.2 @ 5900 fee 2.6 USDC left 4.6
      → bob closed 0.2 BTC-25SEP26-66000-C: -987.5 = - 980 - 3.6 - 3.9 + 0
      → bob filled 5: 0.2 @ 5900 fee 3.9 USDC
    show bob
      → 5662.2 USDC; available 0
      → short 0.6 BTC-25SEP26-66000-C @ 1000 upl -3030
    show alice
      → 1001342.8 USDC; available 965653.1
      → long 0.6 BTC-25SEP26-66000-C @ 1000 upl 3030`)
  })

  test('is taken over if the book is empty, and a long of the account stays', () => {
    play(`
    ${call66}
    ${call45}
    index BTC-25SEP26-66000-C 60000 mark 1000 BTC-25SEP26-45000-C 60000 mark 15000
    deposit alice 1000000 USDC
    deposit bob 10000 USDC
    place alice Buy BTC-25SEP26-66000-C 1 @ 1000
      → placed 1
    place bob Sell BTC-25SEP26-66000-C 1 @ 1000
      → alice filled 1: 1 @ 1000 fee 12 USDC
      → filled 2: 1 @ 1000 fee 18 USDC
    place alice Sell BTC-25SEP26-45000-C 0.1 @ 15000
      → placed 3
    place bob Buy BTC-25SEP26-45000-C 0.1 @ 15000
      → alice filled 3: 0.1 @ 15000 fee 1.2 USDC
      → filled 4: 0.1 @ 15000 fee 1.8 USDC
    +1s
    index BTC-25SEP26-66000-C 66000 mark 4000 BTC-25SEP26-45000-C 66000 mark 21000
    +1s
    index BTC-25SEP26-66000-C 67000 mark 5000 BTC-25SEP26-45000-C 67000 mark 21000
    +1s
    index BTC-25SEP26-66000-C 67000 mark 5500 BTC-25SEP26-45000-C 67000 mark 21000
    +1s
    index BTC-25SEP26-66000-C 67000 mark 6500 BTC-25SEP26-45000-C 67000 mark 21000
    +1s
    index BTC-25SEP26-66000-C 67000 mark 7500 BTC-25SEP26-45000-C 67000 mark 21000
      → bob liquidated: 9480.2 of 9644
      → bob cancelled 5 CancelByNoLiquidity
      → bob taken over: short 1 BTC-25SEP26-66000-C @ 9480.2
      → bob closed 1 BTC-25SEP26-66000-C: -8498.2 = - 8480.2 - 18 + 0 + 0
    show bob
      → 0 USDC; available 0
      → long 0.1 BTC-25SEP26-45000-C @ 15000 upl 600
    show #0
      → nobody
    +80h
    time
      → BTC-25SEP26-66000-C delivered at 67000 of 1800 s
      → alice closed 1 BTC-25SEP26-66000-C: -22.05 = 0 - 12 - 10.05 + 0
      → alice delivered long 1 BTC-25SEP26-66000-C: 0, fee 10.05
      → fund closed 1 BTC-25SEP26-66000-C: 8480.2 = 8480.2 + 0 + 0 + 0
      → fund delivered short 1 BTC-25SEP26-66000-C: 8480.2, fee 0
      → BTC-25SEP26-45000-C delivered at 67000 of 1800 s
      → alice closed 0.1 BTC-25SEP26-45000-C: -702.205 = - 700 - 1.2 - 1.005 + 0
      → alice delivered short 0.1 BTC-25SEP26-45000-C: -700, fee 1.005
      → bob closed 0.1 BTC-25SEP26-45000-C: 697.195 = 700 - 1.8 - 1.005 + 0
      → bob delivered long 0.1 BTC-25SEP26-45000-C: 700, fee 1.005
    show bob
      → 2198.995 USDC; available 2198.995`)
  })
})

describe('replay', () => {
  const instruments = new Map()
  const symbol = symbolId('BTC-25SEP26-66000-C')
  const story = [
    call66,
    'open #1 trader',
    'open #2 trader',
    'deposit #1 100000 USDC',
    'deposit #2 7100 USDC',
    'index BTC-25SEP26-66000-C 60000 mark 1000.12345678',
    'place #1 Buy BTC-25SEP26-66000-C 1 @ 1000',
    'place #2 Sell BTC-25SEP26-66000-C 0.7 @ 1000',
    'tpsl #1 BTC-25SEP26-66000-C Full tp=2000 sl=500',
    ...[3000, 4000, 4500, 5000, 8000].map((mark) => `index ${symbol} 65000 mark ${mark}`),
    'place #1 Sell BTC-25SEP26-66000-C 0.2 market',
  ]

  /** Taking and restoring a snapshot before every command does not change the result. */
  test('continues from any snapshot to the same state, and every command survives formatting and parsing', () => {
    const played = (restarts: boolean): Engine => {
      let engine = createEngine()
      story.forEach((text, k) => {
        const command = parseCommand(text, { instruments })
        if (command.kind === 'ListInstrument') instruments.set(symbol, command.instrument)
        expect(parseCommand(formatCommand(command, instruments), { instruments })).toEqual(command)
        if (restarts) engine = engineFromSnapshot(takeSnapshot(engine))
        const { problem } = engine.apply({ seq: k + 1, timeMs: midnight + k * 1000, command })
        expect(problem).toBeUndefined()
        expect(engine.views.instrument(symbol)?.option?.strikeE8).toBe(6_600_000_000_000)
        expect(brokenInvariants(engine)).toEqual([])
      })
      return engine
    }
    expect(stateHash(played(true))).toBe(stateHash(played(false)))
  })
})
