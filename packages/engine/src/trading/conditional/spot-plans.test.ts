// Spot plan orders (rules 8.7; D-40), as scenarios written from the rule.

import { describe, expect, test } from 'vitest'
import { formatCommand, parseCommand } from '../../replay/text/format.ts'
import { runScenario } from '../../../testing/scenario.ts'

/** A pair at 60,000 that mia and zoe trade; alice places plan orders. A lot is 0.0001. */
const opening = `
  list BTC/USDT Spot BTC/USDT tick=0.01 lot=0.0001 price=1t..99999999t qty=1l..90000000l market=80000000l fees=0.1:0.1 band=30:50 notional=1
  deposit mia 1000000 USDT
  deposit mia 100 BTC
  deposit alice 100000 USDT
  deposit alice 2 BTC
  deposit zoe 1000000 USDT
  index BTC/USDT 60000
  place mia Sell BTC/USDT 0.0001 @ 60000
  place zoe Buy BTC/USDT 0.0001 @ 60000
`

/** Moves the last price: mia offers and zoe takes. */
const trade = (price: string): string =>
  `place mia Sell BTC/USDT 0.0001 @ ${price}\nplace zoe Buy BTC/USDT 0.0001 @ ${price}`

/** Plays lines on the pair and returns what is printed for alice, refusals included. */
function printedOf(...lines: readonly string[]): readonly string[] {
  const marker = '// the story'
  const printed = runScenario([opening, marker, ...lines].join('\n'))
  const answers: string[] = []
  let actor = ''
  for (const line of printed.slice(printed.indexOf(marker)).split('\n')) {
    const text = line.trim()
    const arrow = text.indexOf('→')
    if (arrow < 0) actor = text.split(' ')[1] ?? ''
    const answer = arrow < 0 ? '' : text.slice(arrow + 2)
    if (answer === '') continue
    if (answer.startsWith('alice ')) answers.push(answer.slice(6))
    else if (actor === 'alice' && !/^(mia|zoe) /.test(answer)) answers.push(answer)
  }
  return answers
}

describe('frozen balances (8.7)', () => {
  test('a conditional order and a stop-limit freeze nothing until they trigger', () => {
    expect(
      printedOf(
        'place alice Sell BTC/USDT 1 @ 58900 plan=8 when=fall:59000',
        'place alice Buy BTC/USDT 0 market for=5000 plan=1 when=rise:61000',
        'show alice',
        trade('59000'),
        'show alice',
      ),
    ).toEqual([
      'placed 3 Stop 59000',
      'placed 4 Stop 61000',
      '2 BTC, 100000 USDT; available 100000',
      'triggered 3',
      'entered 3',
      '2 BTC (1 locked), 100000 USDT; available 100000',
    ])
  })

  test('EX-8.12: an OCO order to buy freezes the larger cost of its two legs', () => {
    expect(
      printedOf(
        'place alice Buy BTC/USDT 1 tp=55000,@55000 sl=63000,@63500 tpsl=Partial plan=10',
        'show alice',
        'cancel alice 3',
        'place alice Buy BTC/USDT 1 tp=55000,@55000 sl=63000 tpsl=Partial plan=10',
        'show alice',
        'place alice Buy BTC/USDT 1 tp=55000,@55000 sl=63000 tpsl=Partial plan=10',
      ),
    ).toEqual([
      'placed 3 TakeProfitStopLossOCO 63000',
      '2 BTC, 100000 USDT (63500 locked); available 100000',
      'cancelled 3 CancelByUser',
      'placed 4 TakeProfitStopLossOCO 63000',
      // 63,000 × 1.0005 for the leg at market.
      '2 BTC, 100000 USDT (63031.5 locked); available 100000',
      'rejected insufficientBalance',
    ])
  })

  test('a TP/SL order freezes at once the quantity that it sells or the amount that it spends', () => {
    expect(
      printedOf(
        'place alice Sell BTC/USDT 2 sl=58000 tpsl=Partial plan=11',
        'place alice Sell BTC/USDT 0.0001 tp=62000 tpsl=Partial plan=11',
        'place alice Buy BTC/USDT 0 for=40000 tp=55000 tpsl=Partial plan=11',
        'show alice',
        'cancel-all alice of=Spot',
        'show alice',
      ),
    ).toEqual([
      'placed 3 TakeProfitStopLoss 58000',
      'rejected insufficientCoin',
      'placed 4 TakeProfitStopLoss 55000',
      '2 BTC (2 locked), 100000 USDT (40000 locked); available 100000',
      'cancelled 3 CancelByUser',
      'cancelled 4 CancelByUser',
      '2 BTC, 100000 USDT; available 100000',
    ])
  })
})

describe('OCO and TP/SL orders', () => {
  test('one leg that triggers ends the other at once, even if its own limit order is not filled', () => {
    expect(
      printedOf(
        'place alice Sell BTC/USDT 1 tp=62000,@62000 sl=58000 tpsl=Partial plan=10',
        trade('62000'),
        'orders alice',
        trade('57000'),
        'orders alice',
      ),
    ).toEqual([
      'placed 3 TakeProfitStopLossOCO 58000',
      'triggered 3',
      'entered 3',
      '3 Sell BTC/USDT 1 @ 62000 New TakeProfitStopLossOCO 62000',
      '3 Sell BTC/USDT 1 @ 62000 New TakeProfitStopLossOCO 62000',
    ])
  })

  test('a stop-loss leg at market sells into the book', () => {
    expect(
      printedOf(
        'place alice Sell BTC/USDT 1 tp=62000,@62000 sl=58000 tpsl=Partial plan=10',
        'place zoe Buy BTC/USDT 3 @ 57900',
        trade('58000'),
        'show alice',
      ),
    ).toEqual([
      'placed 3 TakeProfitStopLossOCO 58000',
      'triggered 3',
      'filled 3: 1 @ 57900 fee 57.9 USDT',
      '1 BTC, 157842.1 USDT; available 157842.1',
    ])
  })

  test('a leg to buy at market spends no more than was frozen for it', () => {
    expect(
      printedOf(
        'place alice Buy BTC/USDT 1 tp=55000,@55000 sl=61000 tpsl=Partial plan=10',
        'place mia Sell BTC/USDT 0.0001 @ 61000',
        'place mia Sell BTC/USDT 5 @ 61100',
        'place zoe Buy BTC/USDT 0.0001 @ 61000',
        'show alice',
      ),
    ).toEqual([
      'placed 3 TakeProfitStopLossOCO 61000',
      'triggered 3',
      // 61,000 × 1.0005 = 61,030.5 buys 0.9988 at 61,100.
      'filled 3: 0.9988 @ 61100 fee 0.0009988 BTC',
      '2.9978012 BTC, 38973.32 USDT; available 38973.32',
    ])
  })

  test('a leg on the wrong side of the market and a plan with missing or extra fields are refused', () => {
    expect(
      printedOf(
        'place alice Sell BTC/USDT 1 tp=59000 sl=58000 tpsl=Partial plan=10',
        'place alice Sell BTC/USDT 1 tp=62000 sl=60000 tpsl=Partial plan=10',
        'place alice Buy BTC/USDT 1 tp=61000 sl=62000 tpsl=Partial plan=10',
        'place alice Sell BTC/USDT 1 tp=62000 tpsl=Partial plan=10',
        'place alice Sell BTC/USDT 1 plan=11',
        'place alice Sell BTC/USDT 1 @ 60000 plan=8',
        'place alice Sell BTC/USDT 1 market plan=8 when=fall:59000',
        'place alice Sell BTC/USDT 1 market plan=4',
        'place alice Sell BTC/USDT 1 market trail=100 when=fall:59000 plan=4',
        'place alice Sell BTC/USDT 1 market when=rise:59000 plan=1',
      ),
    ).toEqual([
      'rejected triggerAboveRequired',
      'rejected triggerBelowRequired',
      'rejected triggerBelowRequired',
      'rejected planFieldMissing',
      'rejected planFieldMissing',
      'rejected planFieldMissing',
      'rejected planFieldMissing',
      'rejected planFieldMissing',
      'rejected planFieldNotAllowed',
      'rejected triggerAboveRequired',
    ])
  })
})

describe('trailing stop and trailing profit (8.6)', () => {
  test('a trailing stop to sell fires when the price falls from its peak by the distance', () => {
    expect(
      printedOf(
        'place alice Sell BTC/USDT 1 market trail=1000 plan=4',
        trade('61500'),
        trade('60500.01'),
        'place zoe Buy BTC/USDT 2 @ 60400',
        trade('60500'),
      ),
    ).toEqual([
      'placed 3 TrailingStop 59000',
      'replaced 3: 1 TrailingStop 60500',
      'triggered 3',
      'filled 3: 1 @ 60400 fee 60.4 USDT',
    ])
  })

  test('a trailing stop to buy follows the trough by a rate, from its activation on', () => {
    expect(
      printedOf(
        'place alice Buy BTC/USDT 0 market for=5800 trail=1% activate=58000 plan=4',
        trade('58000'),
        'place mia Sell BTC/USDT 0.0001 @ 58580',
        'place mia Sell BTC/USDT 1 @ 58590',
        'place zoe Buy BTC/USDT 0.0001 @ 58580',
      ),
    ).toEqual([
      'placed 3 TrailingStop 0',
      'replaced 3: 0 TrailingStop 58580',
      'triggered 3',
      // 5,800 ÷ 58,590 in whole lots.
      'filled 3: 0.0989 @ 58590 fee 0.0000989 BTC',
    ])
  })

  test('EX-8.14: a trailing profit takes only an activation price whose trigger is in profit', () => {
    expect(
      printedOf(
        'place alice Sell BTC/USDT 1 market trail=1000 plan=5',
        'place alice Sell BTC/USDT 1 market trail=1000 activate=61000 plan=5',
        'place alice Sell BTC/USDT 1 market trail=1000 activate=61000.01 plan=5',
        'place alice Buy BTC/USDT 1 market trail=1000 activate=59000 plan=5',
        'place zoe Buy BTC/USDT 2 @ 59900',
        trade('59950'),
        trade('61500'),
        trade('60500'),
      ),
    ).toEqual([
      'rejected planFieldMissing',
      'rejected trailingNotInProfit',
      'placed 3 TrailingProfit 0',
      'rejected trailingNotInProfit',
      'replaced 3: 1 TrailingProfit 60500',
      'triggered 3',
      'filled 3: 1 @ 59900 fee 59.9 USDT',
    ])
  })
})

describe('TP/SL attached to a limit order (bidirectional, 8.7)', () => {
  test('EX-8.13: a buy gets a TP/SL pair that sells the filled quantity net of fees', () => {
    expect(
      printedOf(
        'place alice Buy BTC/USDT 1 @ 60000 tp=65000,@65000 sl=58000 tpsl=Partial',
        'place mia Sell BTC/USDT 0.4 @ 60000',
        'show alice',
        'place mia Sell BTC/USDT 0.6 @ 60000',
        'orders alice',
        trade('65000'),
        'orders alice',
      ),
    ).toEqual([
      'placed 3',
      'filled 3: 0.4 @ 60000 fee 0.0004 BTC left 0.6',
      'placed 5 BidirectionalTpSl 58000',
      '2.3996 BTC (0.3996 locked), 76000 USDT (36000 locked); available 40000',
      'filled 3: 0.6 @ 60000 fee 0.0006 BTC',
      'replaced 5: 0.999 BidirectionalTpSl 58000',
      '5 Sell BTC/USDT 0.999 @ 0 Untriggered BidirectionalTpSl 58000',
      'triggered 5',
      'entered 5',
      '5 Sell BTC/USDT 0.999 @ 65000 New BidirectionalTpSl 65000',
    ])
  })

  test('if a debt takes the coins of a later fill, the TP/SL pair is cancelled for insufficient margin', () => {
    const output = printedOf(
      'coin BTC 9800',
      'index BTC/USDT 60000 coins BTC 60000',
      'loan BTC 0.00001 limit=400 supply=4000 tiers=390:0.2:0.04',
      'spot-margin alice on',
      'place zoe Buy BTC/USDT 2.5 @ 60000',
      'place alice Sell BTC/USDT 2 @ 60000',
      'place alice Buy BTC/USDT 1 @ 59000 tp=65000 sl=58000 tpsl=Partial',
      'cancel-all zoe',
      'place mia Sell BTC/USDT 0.4 @ 59000',
      'place zoe Buy BTC/USDT 0.5 @ 59000.5',
      'place alice Sell BTC/USDT 0.5 @ 59000.5 lends',
      '// the debt',
      'place mia Sell BTC/USDT 0.3 @ 59000',
    )
    const pair = output.findIndex((line) => line.includes('BidirectionalTpSl'))
    expect(output[pair]).toMatch(/^placed (\d+) BidirectionalTpSl 58000$/)
    const later = output.slice(pair + 1).join('\n')
    expect(later).toMatch(/filled \d+: 0.3 @ 59000.*\ncancelled \d+ CancelByInsufficientMargin/)
    expect(later).not.toContain('replaced')
  })

  test('a sale gets a TP/SL pair that spends its proceeds', () => {
    expect(
      printedOf(
        'place zoe Buy BTC/USDT 1 @ 59000',
        'place alice Sell BTC/USDT 1 @ 59000 tp=55000 sl=63000 tpsl=Partial',
        'show alice',
        'place mia Sell BTC/USDT 1 @ 54000',
        'place zoe Buy BTC/USDT 0.0001 @ 54000',
      ),
    ).toEqual([
      'filled 4: 1 @ 59000 fee 59 USDT',
      'placed 5 BidirectionalTpSl 63000',
      '1 BTC, 158941 USDT (58941 locked); available 158941',
      'triggered 5',
      // The best ask is used up: what the other proceeds would buy is cancelled.
      'filled 5: 0.9999 @ 54000 fee 0.0009999 BTC left 0.0634',
      'cancelled 5 CancelByNoLiquidity',
    ])
  })

  test('legs on the wrong side of the order’s limit, and legs of a market order, are refused', () => {
    expect(
      printedOf(
        'place alice Buy BTC/USDT 1 @ 59000 tp=59000 tpsl=Partial',
        'place alice Buy BTC/USDT 1 @ 59000 tp=60000 sl=59500 tpsl=Partial',
        'place alice Sell BTC/USDT 1 @ 61000 tp=62000 tpsl=Partial',
        'place alice Buy BTC/USDT 1 market tp=65000 tpsl=Partial',
      ),
    ).toEqual([
      'rejected triggerAboveRequired',
      'rejected triggerBelowRequired',
      'rejected triggerBelowRequired',
      'rejected planFieldNotAllowed',
    ])
  })
})

describe('changing and limits', () => {
  test('quantity, limit, trigger and legs can be changed, and the frozen balance with them', () => {
    expect(
      printedOf(
        'place alice Buy BTC/USDT 1 tp=55000,@55000 sl=63000,@63500 tpsl=Partial plan=10',
        'replace alice 3 BTC/USDT 0.5',
        'show alice',
        'replace alice 3 BTC/USDT sl=64000,@64000',
        'show alice',
        'replace alice 3 BTC/USDT 9',
        'replace alice 3 BTC/USDT sl=59000,@59000',
        'place alice Sell BTC/USDT 1 @ 58900 plan=8 when=fall:59000',
        'replace alice 4 BTC/USDT @ 58800 when=58850',
        'replace alice 4 BTC/USDT when=58850',
        'replace alice 4 BTC/USDT tp=70000',
      ),
    ).toEqual([
      'placed 3 TakeProfitStopLossOCO 63000',
      'replaced 3: 0.5 TakeProfitStopLossOCO 63000',
      '2 BTC, 100000 USDT (31750 locked); available 100000',
      'replaced 3: 0.5 TakeProfitStopLossOCO 64000',
      '2 BTC, 100000 USDT (32000 locked); available 100000',
      'rejected insufficientBalance',
      'rejected triggerAboveRequired',
      'placed 4 Stop 59000',
      'replaced 4: 1 Stop 58850',
      'rejected orderUnchanged',
      'rejected planFieldNotAllowed',
    ])
  })

  test('at most 30 plan orders of each kind may wait in a pair', () => {
    const of = (line: string): string[] => Array.from({ length: 31 }, () => line)
    const output = printedOf(
      ...of('place alice Sell BTC/USDT 0.001 market plan=1 when=fall:59000'),
      ...of('place alice Sell BTC/USDT 0.001 tp=62000 tpsl=Partial plan=11'),
    )
    const refused = output.filter((line) => line.startsWith('rejected'))
    expect(refused).toEqual(['rejected tooManyStopOrders', 'rejected tooManySpotTpsl'])
    expect(output.length).toBe(62)
  })
})

test('a market order to sell may give the amount of its proceeds', () => {
  expect(
    printedOf(
      'place zoe Buy BTC/USDT 0.01 @ 59000',
      'place zoe Buy BTC/USDT 1 @ 58000',
      'place alice Sell BTC/USDT 0 market for=1000',
      'place alice Sell BTC/USDT 0 market for=1000000',
    ),
  ).toEqual([
    'filled 5: 0.01 @ 59000 fee 0.59 USDT left 0.007',
    'filled 5: 0.007 @ 58000 fee 0.406 USDT',
    'filled 6: 0.993 @ 58000 fee 57.594 USDT left 22.4382',
    'cancelled 6 CancelByNoLiquidity',
  ])
})

test.each([
  'place #1 Sell BTC/USDT 1l market trail=1% activate=62000t plan=5',
  'place #1 Buy BTC/USDT 0l market for=500 tp=55000t,@55100t sl=63000t tpsl=Partial plan=10',
  'place #1 Buy BTC/USDT 2l @ 61000t when=rise:60500t plan=8',
])('a plan order survives parsing and formatting: %s', (line) => {
  const command = parseCommand(line, { instruments: new Map(), accounts: new Map() })
  expect(formatCommand(command, new Map())).toBe(line)
})
