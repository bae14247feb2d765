// Market-maker protection in the engine: quotes are cancelled after an order that filled too many
// of them, refused while frozen, and accepted afterwards or after a reset (rules 9.6).

import { describe, expect, test } from 'vitest'
import { accountId, symbolId, type AccountId } from '@basis/domain/numbers/brand'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { createEngine, type Engine } from '../../engine/engine.ts'
import { engineFromSnapshot, stateHash, takeSnapshot } from '../../replay/snapshot/snapshot.ts'
import { parseCommand } from '../../replay/text/format.ts'
import { runScenario } from '../../../testing/scenario.ts'

const friday = 1_790_035_200_000 + 80 * 3_600_000
const option = (right: 'Call' | 'Put', strike: number): string =>
  `list BTC-25SEP26-${strike}-${right[0]} Option BTC/USDC/USDC tick=1 lot=0.01 least=0 ` +
  `fees=0:0 market=500 tiers=50000000:100:3:1 right=${right} strike=${strike} delivery=${friday}`
const prices =
  'index BTC-25SEP26-60000-C 60000 mark 1200 forward 60000 iv 0.5 ' +
  'BTC-25SEP26-60000-P 60000 mark 1200 forward 60000 iv 0.5'

const opening = `
  ${option('Call', 60000)}
  ${option('Put', 60000)}
  ${prices}
  deposit maker 1000000 USDC
  deposit taker 1000000 USDC`

const play = (story: string): void => expect(runScenario(story)).toBe(story)

describe('9.6', () => {
  test('reaching the quantity limit cancels every protected quote and no other order', () => {
    play(`${opening}
  mmp maker BTC window=5000 frozen=10000 qty=2 delta=100
    → mmp BTC Set
  place maker Sell BTC-25SEP26-60000-C 1 @ 1300 mmp
    → placed 1
  place maker Sell BTC-25SEP26-60000-C 3 @ 1310 mmp
    → placed 2
  place maker Buy BTC-25SEP26-60000-P 1 @ 1100 mmp
    → placed 3
  place maker Buy BTC-25SEP26-60000-P 1 @ 1000
    → placed 4
  place taker Buy BTC-25SEP26-60000-C 1 market
    → maker filled 1: 1 @ 1300 fee 0 USDC
    → filled 5: 1 @ 1300 fee 0 USDC
  place taker Buy BTC-25SEP26-60000-C 2 market
    → maker filled 2: 2 @ 1310 fee 0 USDC left 1
    → filled 6: 2 @ 1310 fee 0 USDC
    → maker mmp BTC Reached qty
    → maker cancelled 2 CancelByMmpTriggered
    → maker cancelled 3 CancelByMmpTriggered
  orders maker
    → 4 Buy BTC-25SEP26-60000-P 1 @ 1000 New
  place maker Sell BTC-25SEP26-60000-C 1 @ 1300 mmp
    → rejected mmpFrozen
  place maker Sell BTC-25SEP26-60000-C 1 @ 1300
    → placed 7
  +10s
  place maker Sell BTC-25SEP26-60000-C 1 @ 1300 mmp
    → placed 8`)
  })

  test('a FOK order is filled in full before quotes are cancelled', () => {
    play(`${opening}
  mmp maker BTC window=5000 frozen=0 qty=1 delta=100
    → mmp BTC Set
  place maker Sell BTC-25SEP26-60000-C 1 @ 1300 mmp
    → placed 1
  place maker Sell BTC-25SEP26-60000-C 1 @ 1310 mmp
    → placed 2
  place maker Sell BTC-25SEP26-60000-C 1 @ 1320 mmp
    → placed 3
  place taker Buy BTC-25SEP26-60000-C 2 @ 1310 FOK
    → maker filled 1: 1 @ 1300 fee 0 USDC
    → filled 4: 1 @ 1300 fee 0 USDC left 1
    → maker filled 2: 1 @ 1310 fee 0 USDC
    → filled 4: 1 @ 1310 fee 0 USDC
    → maker mmp BTC Reached qty until reset
    → maker cancelled 3 CancelByMmpTriggered
  +86400s
  place maker Sell BTC-25SEP26-60000-C 1 @ 1300 mmp
    → rejected mmpFrozen
  mmp-reset maker BTC
    → mmp BTC Reset
  place maker Sell BTC-25SEP26-60000-C 1 @ 1300 mmp
    → placed 5`)
  })

  test('opposite deltas net out; a fill outside the window no longer counts', () => {
    // At the money for 3.3 days the call has a delta of 0.51, the put of −0.49.
    play(`${opening}
  mmp maker BTC window=5000 frozen=1000 qty=100 delta=1
    → mmp BTC Set
  place maker Sell BTC-25SEP26-60000-C 5 @ 1300 mmp
    → placed 1
  place maker Sell BTC-25SEP26-60000-P 5 @ 1300 mmp
    → placed 2
  place taker Buy BTC-25SEP26-60000-C 1.5 market
    → maker filled 1: 1.5 @ 1300 fee 0 USDC left 3.5
    → filled 3: 1.5 @ 1300 fee 0 USDC
  place taker Buy BTC-25SEP26-60000-P 1.5 market
    → maker filled 2: 1.5 @ 1300 fee 0 USDC left 3.5
    → filled 4: 1.5 @ 1300 fee 0 USDC
  place taker Buy BTC-25SEP26-60000-C 1.5 market
    → maker filled 1: 1.5 @ 1300 fee 0 USDC left 2
    → filled 5: 1.5 @ 1300 fee 0 USDC
  +5s
  place taker Buy BTC-25SEP26-60000-C 1.5 market
    → maker filled 1: 1.5 @ 1300 fee 0 USDC left 0.5
    → filled 6: 1.5 @ 1300 fee 0 USDC
  place taker Buy BTC-25SEP26-60000-C 0.5 market
    → maker filled 1: 0.5 @ 1300 fee 0 USDC
    → filled 7: 0.5 @ 1300 fee 0 USDC
    → maker mmp BTC Reached delta
    → maker cancelled 2 CancelByMmpTriggered`)
  })

  test('refused are quotes without protection, quotes in other contracts and terms out of range', () => {
    play(`${opening}
  list BTCUSDT LinearPerpetual
  index BTCUSDT 60000
  place maker Sell BTC-25SEP26-60000-C 1 @ 1300 mmp
    → rejected mmpNotSet
  mmp maker BTC window=86400001 frozen=0 qty=1 delta=1
    → rejected mmpTimeOutOfRange
  mmp maker BTC window=1000 frozen=0 qty=0 delta=1
    → rejected mmpInvalid
  mmp maker ETH window=1000 frozen=0 qty=1 delta=1
    → rejected instrumentUnknown
  mmp-reset maker BTC
    → rejected mmpNotSet
  mmp maker BTC window=1000 frozen=0 qty=1 delta=1
    → mmp BTC Set
  place maker Sell BTCUSDT 1 @ 60000 mmp
    → rejected mmpOptionsOnly
  place maker Sell BTC-25SEP26-60000-C 1 @ 1300 mmp
    → placed 1
  mmp maker BTC window=0 frozen=0 qty=0 delta=0
    → mmp BTC Set
  place taker Buy BTC-25SEP26-60000-C 1 market
    → maker filled 1: 1 @ 1300 fee 0 USDC
    → filled 2: 1 @ 1300 fee 0 USDC
  place maker Sell BTC-25SEP26-60000-C 1 @ 1300 mmp
    → rejected mmpNotSet`)
  })

  test('a restart before every command gives the same state as none', () => {
    const names = new Map<string, AccountId>([
      ['maker', accountId(1)],
      ['taker', accountId(2)],
    ])
    const instruments = new Map<string, Instrument>()
    const lines = `open maker trader
open taker trader
${opening.trim()}
mmp maker BTC window=5000 frozen=10000 qty=2 delta=100 vega=5000
place maker Sell BTC-25SEP26-60000-C 1 @ 1300 mmp
place maker Sell BTC-25SEP26-60000-C 3 @ 1310 mmp
place taker Buy BTC-25SEP26-60000-C 1 market
place taker Buy BTC-25SEP26-60000-C 1 market
place maker Sell BTC-25SEP26-60000-C 1 @ 1300 mmp`
    const run = (restarts: boolean): Engine => {
      let engine = createEngine()
      for (const [place, line] of lines.split('\n').entries()) {
        const command = parseCommand(line.trim(), { instruments, accounts: names })
        if (command.kind === 'ListInstrument') {
          instruments.set(command.instrument.symbol, command.instrument)
        }
        engine.apply({
          seq: engine.lastSeq() + 1,
          timeMs: friday - 80 * 3_600_000 + place,
          command,
        })
        if (restarts) engine = engineFromSnapshot(takeSnapshot(engine))
      }
      return engine
    }
    const [whole, restarted] = [run(false), run(true)]
    expect(stateHash(restarted)).toBe(stateHash(whole))
    const { views } = whole
    expect(views.openOrders(accountId(1))).toEqual([])
    expect(views.account(accountId(1))?.mmp).toMatchObject([
      { baseCoin: 'BTC', windowMs: 5000, frozenMs: 10_000, qtyLimitE8: 200_000_000 },
    ])
    expect(views.symbol(symbolId('BTC-25SEP26-60000-C'))?.openInterestLots).toBe(200)
  })
})
