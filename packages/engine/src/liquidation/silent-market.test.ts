// A market without fresh prices counts with its last mark: it does not prevent the liquidation of
// the others, and nothing in it is closed until prices return (docs/rules/liquidation.md; L2).

import { expect, test } from 'vitest'
import { runScenario } from '../../testing/scenario.ts'

const prices = (text: string, times: number): string =>
  `  index ${text}\n  +1s\n`.repeat(times).trim()

const opening = `
  list BTCUSDT LinearPerpetual
  list XRPUSDT LinearPerpetual XRP/USDT tick=0.0001 lot=1 qty=1l..1000000l
  deposit #0 1000000 USDT
  deposit alice 8000 USDT
  deposit bob 1000000 USDT
  index BTCUSDT 60000 XRPUSDT 0.5
  place bob Sell BTCUSDT 1 @ 60000
  place alice Buy BTCUSDT 1 market
  place bob Sell XRPUSDT 10 @ 0.5
  place alice Buy XRPUSDT 10 market
${prices('BTCUSDT 60000 XRPUSDT 0.5', 151)}
${prices('BTCUSDT 60000', 11)}`

test('L6: a market without fresh prices does not prevent liquidation in the account’s other markets', () => {
  const emitted = runScenario(`${opening}
  index BTCUSDT 40000
  show alice
  index XRPUSDT 0.5
  +1s
  index XRPUSDT 0.5
  +1s
  index XRPUSDT 0.5
  +1s
  index XRPUSDT 0.5
  +1s
  index XRPUSDT 0.5
  show alice`)
  const fallen = emitted.slice(0, emitted.indexOf('  index XRPUSDT 0.5\n'))
  expect(fallen).toContain('alice liquidated: -12033.00275 of 229.727475')
  expect(fallen).toContain('alice taken over: long 1 BTCUSDT')
  // The position in the market without fresh prices stays, with its share of the debt.
  expect(fallen).not.toContain('taken over: long 10 XRPUSDT')
  expect(fallen.slice(fallen.indexOf('show alice'))).toContain('long 10 XRPUSDT @ 0.5')
  // When its prices are back it is closed too, and nothing is owed.
  const end = emitted.slice(emitted.lastIndexOf('show alice'))
  expect(emitted).toContain('alice taken over: long 10 XRPUSDT')
  expect(end).toContain('→ 0 USDT; available 0')
})

test('L2: an account is not liquidated if none of its markets has fresh prices', () => {
  const emitted = runScenario(`${opening}
${'  +11s\n  time\n'.repeat(2)}  index BTCUSDT 40000
  show alice`)
  expect(emitted).not.toContain('liquidated')
})

test('8.8: an MMR close order fires although another market of the account has no fresh prices', () => {
  const emitted = runScenario(`${opening}
  mmr alice BTCUSDT 5000
  place bob Buy BTCUSDT 1 @ 52900
  index BTCUSDT 52300
  show alice`)
  expect(emitted).toContain('mmr close 1 BTCUSDT at 50% Triggered')
})
