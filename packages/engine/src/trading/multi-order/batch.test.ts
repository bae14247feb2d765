// Batches: several operations in one command, each answered on its own, or all of them or none
// (rules 8.3; reliability O8).

import { accountId, symbolId, type AccountId } from '@basis/domain/numbers/brand'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { qtyLots } from '@basis/domain/numbers/fixed'
import { describe, expect, test } from 'vitest'
import type { Command, OrderBatch, PlaceOrder } from '../../api/commands.ts'
import { createEngine } from '../../engine/engine.ts'
import { stateHash } from '../../replay/snapshot/snapshot.ts'
import { parseCommand } from '../../replay/text/format.ts'
import { runScenario } from '../../../testing/scenario.ts'

test('O8: operations are executed in order, and a refused one does not stop the next', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 65000
  deposit maker 1000000 USDT
  deposit alice 1000 USDT
  batch alice ; place alice Buy BTCUSDT 0.01 @ 64000 link=a ; place alice Buy BTCUSDT 0.02 @ 1
    → placed 1
    → rejected notionalTooSmall
  batch alice ; cancel alice link=a ; cancel alice 77 ; place alice Buy BTCUSDT 0.02 @ 64000
    → cancelled 1 CancelByUser
    → rejected orderNotFound
    → placed 2
  batch alice ; replace alice 2 BTCUSDT 0.01
    → replaced 2: 0.01 @ 64000
  orders alice
    → 2 Buy BTCUSDT 0.01 @ 64000 New`
  expect(runScenario(story)).toBe(story)
})

test('a batch without operations or with an operation of another account is refused', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 65000
  deposit maker 1000000 USDT
  deposit alice 1000 USDT
  batch alice
    → rejected commandRefused
  place alice Buy BTCUSDT 0.01 @ 64000
    → placed 1
  batch alice ; cancel maker 1
    → rejected commandRefused
  orders alice
    → 1 Buy BTCUSDT 0.01 @ 64000 New`
  expect(runScenario(story)).toBe(story)
})

const option = (right: 'Call' | 'Put', strike: number): string =>
  `list BTC-25SEP26-${strike}-${right[0]} Option BTC/USDC/USDC tick=1 lot=0.01 least=0 ` +
  `fees=0:0 market=500 tiers=50000000:100:3:1 right=${right} strike=${strike} ` +
  `delivery=${1_790_035_200_000 + 80 * 3_600_000}`

const chain = `
  ${option('Put', 60000)}
  ${option('Put', 58000)}
  index BTC-25SEP26-60000-P 60000 mark 1000 BTC-25SEP26-58000-P 60000 mark 400
  deposit maker 1000000 USDC
  deposit alice 20000 USDC
  place maker Buy BTC-25SEP26-60000-P 1 @ 990
    → placed 1
  place maker Sell BTC-25SEP26-58000-P 1 @ 410
    → placed 2`

const alice = accountId(2)

describe('whole batches', () => {
  test('either both legs of a spread are filled, or none is and the batch is refused', () => {
    const story = `${chain}
  batch alice whole ; place alice Buy BTC-25SEP26-58000-P 1 market ; place alice Sell BTC-25SEP26-60000-P 1.5 market
    → rejected batchNotFillable
  show alice
    → 20000 USDC; available 20000
  batch alice whole ; place alice Buy BTC-25SEP26-58000-P 1 market ; place alice Sell BTC-25SEP26-60000-P 1 market
    → maker filled 2: 1 @ 410 fee 0 USDC
    → filled 3: 1 @ 410 fee 0 USDC
    → maker filled 1: 1 @ 990 fee 0 USDC
    → filled 4: 1 @ 990 fee 0 USDC
  show alice
    → 20580 USDC; available 10580
    → short 1 BTC-25SEP26-60000-P @ 990 upl -10
    → long 1 BTC-25SEP26-58000-P @ 410 upl -10`
    expect(runScenario(story)).toBe(story)
  })

  test('with a leg that is refused or would not rest, no leg is placed', () => {
    const story = `${chain}
  batch alice whole ; place alice Buy BTC-25SEP26-58000-P 1 @ 400 ; place alice Sell BTC-25SEP26-60000-P 5 @ 1000
    → rejected insufficientBalance
  batch alice whole ; place alice Buy BTC-25SEP26-58000-P 1 @ 400 ; place alice Sell BTC-25SEP26-60000-P 1 @ 900 PostOnly
    → rejected batchNotFillable
  batch alice whole ; place alice Buy BTC-25SEP26-58000-P 1 @ 400 ; cancel alice 77
    → rejected orderNotFound
  orders alice
  batch alice whole ; place alice Buy BTC-25SEP26-58000-P 1 @ 400 ; place alice Sell BTC-25SEP26-60000-P 1 @ 1000
    → placed 3
    → placed 4`
    expect(runScenario(story)).toBe(story)
  })

  test('the problem names the leg, its quantity and the quantity that could be filled', () => {
    const { engine, give } = chainWorld()
    const order = (side: 'Buy' | 'Sell', symbol: string, lots: number): PlaceOrder => ({
      kind: 'PlaceOrder',
      account: alice,
      symbol: symbolId(symbol),
      side,
      orderType: 'Market',
      timeInForce: 'ImmediateOrCancel',
      qtyLots: qtyLots(lots),
      reduceOnly: false,
      closeOnTrigger: false,
      positionIdx: 0,
      linkId: '',
      selfTrade: 'None',
    })
    const operations = [
      order('Buy', 'BTC-25SEP26-58000-P', 100),
      order('Sell', 'BTC-25SEP26-60000-P', 150),
    ]
    const batch = { kind: 'OrderBatch', account: alice, operations, isWhole: true } as const
    const hash = stateHash(engine)
    const foreseen = engine.preview(batch)
    const wanted = { name: 'batchNotFillable', params: { leg: '2', qty: '1.50', fillable: '1.00' } }
    expect(foreseen.problem).toMatchObject(wanted)
    expect(stateHash(engine)).toBe(hash)
    const { problem, events } = give(batch)
    expect(problem).toMatchObject(wanted)
    expect(events.map(({ kind }) => kind)).toEqual(['CommandRejected'])
    const small = {
      ...batch,
      operations: [operations[0], order('Sell', 'BTC-25SEP26-60000-P', 50)],
    } as const
    const after = engine.preview(small as OrderBatch).after
    give(small as OrderBatch)
    expect(engine.views.account(alice)).toEqual(after?.account)
  })
})

function chainWorld() {
  const engine = createEngine()
  const instruments = new Map<string, Instrument>()
  const accounts = new Map<string, AccountId>()
  const give = (command: Command) =>
    engine.apply({ seq: engine.lastSeq() + 1, timeMs: 1_790_035_200_000, command })
  for (const [place, name] of ['maker', 'alice'].entries()) {
    accounts.set(name, accountId(place + 1))
    give({ kind: 'OpenAccount', account: accountId(place + 1), role: 'trader' })
  }
  for (const line of chain
    .split('\n')
    .filter((each) => each.trim() !== '' && !each.includes('→'))) {
    const command = parseCommand(line.trim(), { instruments, accounts })
    if (command.kind === 'ListInstrument') {
      instruments.set(command.instrument.symbol, command.instrument)
    }
    give(command)
  }
  return { engine, give }
}
