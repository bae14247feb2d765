import { describe, expect, test } from 'vitest'
import { runScenario } from '../../../testing/scenario.ts'

/** A perpetual with a price, a book around it, and a trader with money. */
const opening = `
list BTCUSDT LinearPerpetual
index BTCUSDT 60000
deposit maker 1000000 USDT
deposit alice 100000 USDT
place maker Sell BTCUSDT 10 @ 60010
place maker Buy BTCUSDT 10 @ 59990
`
const expectPlayed = (story: string): void =>
  expect(runScenario(story)).toBe(runScenario(opening) + story.slice(opening.length))

describe('participation (POV)', () => {
  test('trades its share of the volume of others, not of its own', () => {
    const story = `${opening}deposit bob 100000 USDT
algo alice Buy BTCUSDT 0.5 pov share=1000 for=600 every=10
place bob Buy BTCUSDT 2 market
+10s
time
+10s
time
place bob Sell BTCUSDT 1 market
+10s
time
`
    const printed = runScenario(story)
    const children = [...printed.matchAll(/alice filled \d+: ([\d.]+) @ ([\d.]+)/g)]
    expect(children.map(([, qty, price]) => [qty, price])).toEqual([
      ['0.2', '60010'],
      ['0.1', '60010'],
    ])
    expect(printed).toContain('algo 1 Pov Running filled 0.3 of 0.5, 0 of 2 open')
  })

  test('ends when it is filled, when its time is over, and when the price is beyond its limit', () => {
    const start = (terms: string) => `${opening}deposit bob 200000 USDT
algo alice Buy BTCUSDT 0.1 pov share=5000 every=10 ${terms}
`
    const filled = `${start('for=600')}place bob Buy BTCUSDT 2 market\n+10s\ntime\n`
    expect(runScenario(filled)).toContain('Pov Completed Filled filled 0.1 of 0.1')
    const quiet = `${start('for=300')}+6m\ntime\n`
    expect(runScenario(quiet)).toContain('Pov Stopped DurationOver filled 0 of 0.1')
    const away = `${start('for=600 chase=60005')}+10s\ntime\n`
    expect(runScenario(away)).toContain('Pov Stopped MaxChasePrice filled 0 of 0.1')
  })
})

describe('TWAP', () => {
  test('sends a child each interval, the first at once, until the total is filled', () => {
    expectPlayed(`${opening}algo alice Buy BTCUSDT 0.6 twap for=300 every=60
  → maker filled 1: 0.12 @ 60010 fee 1.44024 USDT left 9.88
  → filled 3: 0.12 @ 60010 fee 3.96066 USDT
  → algo 1 Twap Running filled 0.12 of 0.6, 0 of 1 open for 7201.2
+30s
time
+30s
time
  → maker filled 1: 0.12 @ 60010 fee 1.44024 USDT left 9.76
  → alice filled 4: 0.12 @ 60010 fee 3.96066 USDT
  → alice algo 1 Twap Running filled 0.24 of 0.6, 0 of 2 open for 14402.4
+1m
time
  → maker filled 1: 0.12 @ 60010 fee 1.44024 USDT left 9.64
  → alice filled 5: 0.12 @ 60010 fee 3.96066 USDT
  → alice algo 1 Twap Running filled 0.36 of 0.6, 0 of 3 open for 21603.6
+1m
time
  → maker filled 1: 0.12 @ 60010 fee 1.44024 USDT left 9.52
  → alice filled 6: 0.12 @ 60010 fee 3.96066 USDT
  → alice algo 1 Twap Running filled 0.48 of 0.6, 0 of 4 open for 28804.8
+1m
time
  → maker filled 1: 0.12 @ 60010 fee 1.44024 USDT left 9.4
  → alice filled 7: 0.12 @ 60010 fee 3.96066 USDT
  → alice algo 1 Twap Completed Filled filled 0.6 of 0.6, 0 of 5 open for 36006
+1m
time
`)
  })

  test('retries the unfilled rest of a child once, a second later, then drops it', () => {
    expectPlayed(`${opening}cancel-all maker
  → cancelled 1 CancelByUser
  → cancelled 2 CancelByUser
place maker Sell BTCUSDT 0.05 @ 60010
  → placed 3
algo alice Buy BTCUSDT 0.5 twap for=300 every=60
  → maker filled 3: 0.05 @ 60010 fee 0.6001 USDT
  → filled 4: 0.05 @ 60010 fee 1.650275 USDT left 0.05
  → cancelled 4 CancelByNoLiquidity
  → algo 1 Twap Running filled 0.05 of 0.5, 0 of 1 open for 3000.5
+1s
place maker Sell BTCUSDT 0.02 @ 60020
  → filled 5: 0.02 @ 60020 fee 0.24008 USDT
  → alice filled 6: 0.02 @ 60020 fee 0.66022 USDT left 0.03
  → alice cancelled 6 CancelByNoLiquidity
  → alice algo 1 Twap Running filled 0.07 of 0.5, 0 of 2 open for 4200.9
time
+1s
time
+58s
place maker Sell BTCUSDT 1 @ 60030
  → filled 7: 0.1 @ 60030 fee 1.2006 USDT left 0.9
  → alice filled 8: 0.1 @ 60030 fee 3.30165 USDT
  → alice algo 1 Twap Running filled 0.17 of 0.5, 0 of 3 open for 10203.9
+3m
time
  → maker filled 7: 0.1 @ 60030 fee 1.2006 USDT left 0.8
  → alice filled 9: 0.1 @ 60030 fee 3.30165 USDT
  → alice algo 1 Twap Stopped DurationOver filled 0.27 of 0.5, 0 of 4 open for 16206.9
+1m
time
`)
  })

  test('stops when the price is beyond its limit, and never pays more', () => {
    expectPlayed(`${opening}cancel-all maker
  → cancelled 1 CancelByUser
  → cancelled 2 CancelByUser
place maker Sell BTCUSDT 0.05 @ 60010
  → placed 3
place maker Sell BTCUSDT 5 @ 60050
  → placed 4
algo alice Buy BTCUSDT 0.5 twap for=300 every=60 chase=60020
  → maker filled 3: 0.05 @ 60010 fee 0.6001 USDT
  → filled 5: 0.05 @ 60010 fee 1.650275 USDT left 0.05
  → cancelled 5 CancelByIoc
  → algo 1 Twap Running filled 0.05 of 0.5, 0 of 1 open for 3000.5
+1m
time
  → alice algo 1 Twap Stopped MaxChasePrice filled 0.05 of 0.5, 0 of 1 open for 3000.5
orders alice
`)
  })

  test('child sizes that a seed varies add up to the total', () => {
    expectPlayed(`${opening}algo alice Sell BTCUSDT 0.5 twap for=300 every=60 seed=7
  → maker filled 2: 0.09 @ 59990 fee 1.07982 USDT left 9.91
  → filled 3: 0.09 @ 59990 fee 2.969505 USDT
  → algo 1 Twap Running filled 0.09 of 0.5, 0 of 1 open for 5399.1
+1m
time
  → maker filled 2: 0.11 @ 59990 fee 1.31978 USDT left 9.8
  → alice filled 4: 0.11 @ 59990 fee 3.629395 USDT
  → alice algo 1 Twap Running filled 0.2 of 0.5, 0 of 2 open for 11998
+1m
time
  → maker filled 2: 0.1 @ 59990 fee 1.1998 USDT left 9.7
  → alice filled 5: 0.1 @ 59990 fee 3.29945 USDT
  → alice algo 1 Twap Running filled 0.3 of 0.5, 0 of 3 open for 17997
+1m
time
  → maker filled 2: 0.1 @ 59990 fee 1.1998 USDT left 9.6
  → alice filled 6: 0.1 @ 59990 fee 3.29945 USDT
  → alice algo 1 Twap Running filled 0.4 of 0.5, 0 of 4 open for 23996
+1m
time
  → maker filled 2: 0.1 @ 59990 fee 1.1998 USDT left 9.5
  → alice filled 7: 0.1 @ 59990 fee 3.29945 USDT
  → alice algo 1 Twap Completed Filled filled 0.5 of 0.5, 0 of 5 open for 29995
`)
  })
})

describe('iceberg', () => {
  test('shows one child at a time; the next is placed in the command that filled the last', () => {
    expectPlayed(`${opening}algo alice Sell BTCUSDT 0.03 iceberg slice=0.012 at=60005
  → placed 3
  → algo 1 Iceberg Running filled 0 of 0.03, 1 of 1 open
place maker Buy BTCUSDT 0.005 @ 60005 IOC
  → alice filled 3: 0.005 @ 60005 fee 0.060005 USDT left 0.007
  → filled 4: 0.005 @ 60005 fee 0.16501375 USDT
  → alice algo 1 Iceberg Running filled 0.005 of 0.03, 1 of 1 open for 300.025
place maker Buy BTCUSDT 0.007 @ 60005 IOC
  → alice filled 3: 0.007 @ 60005 fee 0.084007 USDT
  → filled 5: 0.007 @ 60005 fee 0.23101925 USDT
  → alice placed 6
  → alice algo 1 Iceberg Running filled 0.012 of 0.03, 1 of 2 open for 720.06
orders alice
  → 6 Sell BTCUSDT 0.012 @ 60005 New
place maker Buy BTCUSDT 0.012 @ 60005 IOC
  → alice filled 6: 0.012 @ 60005 fee 0.144012 USDT
  → filled 7: 0.012 @ 60005 fee 0.396033 USDT
  → alice placed 8
  → alice algo 1 Iceberg Running filled 0.024 of 0.03, 1 of 3 open for 1440.12
place maker Buy BTCUSDT 0.006 @ 60005 IOC
  → alice filled 8: 0.006 @ 60005 fee 0.072006 USDT
  → filled 9: 0.006 @ 60005 fee 0.1980165 USDT
  → alice algo 1 Iceberg Completed Filled filled 0.03 of 0.03, 0 of 3 open for 1800.15
orders alice
`)
  })

  test('as a taker executes all of its slices at once, one after another', () => {
    expectPlayed(`${opening}algo alice Buy BTCUSDT 0.03 iceberg count=3 taker
  → maker filled 1: 0.01 @ 60010 fee 0.12002 USDT left 9.99
  → filled 3: 0.01 @ 60010 fee 0.330055 USDT
  → maker filled 1: 0.01 @ 60010 fee 0.12002 USDT left 9.98
  → filled 4: 0.01 @ 60010 fee 0.330055 USDT
  → maker filled 1: 0.01 @ 60010 fee 0.12002 USDT left 9.97
  → filled 5: 0.01 @ 60010 fee 0.330055 USDT
  → algo 1 Iceberg Completed Filled filled 0.03 of 0.03, 0 of 3 open for 1800.3
`)
  })

  test('rests at the best price of its own side, or at an offset from it', () => {
    expectPlayed(`${opening}algo alice Buy BTCUSDT 0.02 iceberg slice=0.01 own
  → placed 3
  → algo 1 Iceberg Running filled 0 of 0.02, 1 of 1 open
algo alice Buy BTCUSDT 0.02 iceberg slice=0.01 offset=10
  → placed 4
  → algo 2 Iceberg Running filled 0 of 0.02, 1 of 1 open
orders alice
  → 3 Buy BTCUSDT 0.01 @ 59990 New
  → 4 Buy BTCUSDT 0.01 @ 59989 New
`)
  })

  test('ends when its child is cancelled, and when the next is refused, with what was filled', () => {
    expectPlayed(`${opening}algo alice Buy BTCUSDT 0.02 iceberg slice=0.01 at=59000
  → placed 3
  → algo 1 Iceberg Running filled 0 of 0.02, 1 of 1 open
cancel alice 3
  → cancelled 3 CancelByUser
  → algo 1 Iceberg Stopped ChildCancelled filled 0 of 0.02, 0 of 1 open
algo alice Buy BTCUSDT 30 iceberg slice=15 at=60010
  → maker filled 1: 10 @ 60010 fee 120.02 USDT
  → filled 4: 10 @ 60010 fee 330.055 USDT left 5
  → algo 2 Iceberg Running filled 10 of 30, 1 of 1 open for 600100
place maker Sell BTCUSDT 5 @ 60010
  → alice filled 4: 5 @ 60010 fee 60.01 USDT
  → filled 5: 5 @ 60010 fee 165.0275 USDT
  → alice rejected insufficientBalance
  → alice algo 2 Iceberg Stopped ChildRefused (insufficientBalance) filled 15 of 30, 0 of 1 open for 900150
orders alice
`)
  })

  test('is refused with the problem of its first child', () => {
    expectPlayed(`${opening}algo alice Buy BTCUSDT 90 iceberg slice=30 at=60000
  → rejected insufficientBalance
algo alice Buy BTCUSDT 1 iceberg slice=0.5 at=90000
  → rejected priceAboveBand
algo alice Buy BTCUSDT 1 iceberg count=1 own
  → rejected algoChildCountInvalid
algo alice Sell BTCUSDT 1 iceberg count=4 own reduce
  → rejected reduceOnlyWithoutPosition
`)
  })
})

describe('scaled', () => {
  test('places all of its orders at once and ends with the last of them', () => {
    expectPlayed(`${opening}algo alice Buy BTCUSDT 0.04 scaled from=59800 to=59950 n=4 shape=Increasing
  → placed 3
  → placed 4
  → placed 5
  → placed 6
  → algo 1 Scaled Running filled 0 of 0.04, 4 of 4 open
orders alice
  → 3 Buy BTCUSDT 0.004 @ 59800 New
  → 4 Buy BTCUSDT 0.008 @ 59850 New
  → 5 Buy BTCUSDT 0.012 @ 59900 New
  → 6 Buy BTCUSDT 0.016 @ 59950 New
cancel alice 3
  → cancelled 3 CancelByUser
  → algo 1 Scaled Running filled 0 of 0.04, 3 of 4 open
place maker Sell BTCUSDT 10.036 @ 59800 IOC
  → filled 2: 10 @ 59990 fee 119.98 USDT
  → closed 10 BTCUSDT: -449.925 = 0 - 119.98 - 329.945 + 0
  → filled 7: 10 @ 59990 fee 329.945 USDT left 0.036
  → alice filled 6: 0.016 @ 59950 fee 0.19184 USDT
  → filled 7: 0.016 @ 59950 fee 0.52756 USDT left 0.02
  → alice filled 5: 0.012 @ 59900 fee 0.14376 USDT
  → filled 7: 0.012 @ 59900 fee 0.39534 USDT left 0.008
  → alice filled 4: 0.008 @ 59850 fee 0.09576 USDT
  → filled 7: 0.008 @ 59850 fee 0.26334 USDT
  → alice algo 1 Scaled Stopped ChildCancelled filled 0.036 of 0.04, 0 of 4 open for 2156.8
orders alice
`)
  })

  test('keeps the orders that could be placed and shows why the others were refused', () => {
    expectPlayed(`${opening}algo alice Buy BTCUSDT 24 scaled from=59000 to=59300 n=4 shape=Flat
  → placed 3
  → placed 4
  → rejected insufficientBalance
  → rejected insufficientBalance
  → algo 1 Scaled Running (insufficientBalance) filled 0 of 24, 2 of 2 open
cancel-algo alice 1
  → cancelled 3 CancelByUser
  → cancelled 4 CancelByUser
  → algo 1 Scaled Cancelled CancelByUser (insufficientBalance) filled 0 of 24, 0 of 2 open
`)
  })
})

describe('chase', () => {
  test('follows the best price once a second and stops at its maximum distance', () => {
    expectPlayed(`${opening}algo alice Buy BTCUSDT 0.04 chase within=100
  → placed 3
  → algo 1 Chase Running filled 0 of 0.04, 1 of 1 open
place maker Buy BTCUSDT 1 @ 59995
  → placed 4
+500ms
time
+500ms
time
  → alice replaced 3: 0.04 @ 59995
place maker Sell BTCUSDT 0.01 @ 59995 IOC
  → filled 4: 0.01 @ 59995 fee 0.11999 USDT left 0.99
  → closed 0.01 BTCUSDT: -0.4499625 = 0 - 0.11999 - 0.3299725 + 0
  → filled 5: 0.01 @ 59995 fee 0.3299725 USDT
+1s
place maker Buy BTCUSDT 1 @ 60003
  → placed 6
  → alice cancelled 3 CancelByUser
  → alice algo 1 Chase Stopped MaxDistance filled 0 of 0.04, 0 of 1 open
orders alice
+1s
time
`)
  })

  test('is refused in a market that takes no orders, also without a price to follow', () => {
    const story = `
list BTCUSDT LinearPerpetual
index BTCUSDT 60000
deposit alice 100000 USDT
status BTCUSDT CancelOnly
algo alice Buy BTCUSDT 0.04 chase
`
    expect(runScenario(story)).toContain('→ rejected instrumentNotTrading')
  })

  test('completes when its order is filled at the price that it was moved to', () => {
    expectPlayed(`${opening}algo alice Sell BTCUSDT 0.04 chase
  → placed 3
  → algo 1 Chase Running filled 0 of 0.04, 1 of 1 open
place maker Sell BTCUSDT 1 @ 60000
  → placed 4
+1s
time
  → alice replaced 3: 0.04 @ 60000
place maker Buy BTCUSDT 1.04 @ 60000 IOC
  → filled 4: 1 @ 60000 fee 12 USDT
  → closed 1 BTCUSDT: -45 = 0 - 12 - 33 + 0
  → filled 5: 1 @ 60000 fee 33 USDT left 0.04
  → alice filled 3: 0.04 @ 60000 fee 0.48 USDT
  → filled 5: 0.04 @ 60000 fee 1.32 USDT
  → alice algo 1 Chase Completed Filled filled 0.04 of 0.04, 0 of 1 open for 2400
`)
  })
})

describe('an iceberg whose last child would be below the least value', () => {
  const played = (rules: string) =>
    runScenario(`${rules}
list BTCUSDT LinearPerpetual least=100
index BTCUSDT 60000
deposit maker 1000000 USDT
deposit alice 100000 USDT
place maker Buy BTCUSDT 1 @ 59990
algo alice Buy BTCUSDT 0.021 iceberg slice=0.01 at=59995
place maker Sell BTCUSDT 0.01 @ 59995
place maker Sell BTCUSDT 0.011 @ 59995
`)

  test('includes it in the one before, since version 3 of the rules', () => {
    const printed = played('rules 2\nrules 3')
    expect(printed).toContain('filled 5: 0.011 @ 59995')
    expect(printed).toContain('Iceberg Completed Filled filled 0.021 of 0.021, 0 of 2 open')
  })

  test('was stopped with it under version 2', () => {
    const stopped = 'Iceberg Stopped ChildRefused (notionalTooSmall) filled 0.02 of 0.021'
    expect(played('rules 2')).toContain(stopped)
  })
})

describe('an iceberg whose fixed price the market has left by more than the band', () => {
  const played = (rules: string) =>
    runScenario(`${rules}
list BTCUSDT LinearPerpetual band=3:3
index BTCUSDT 60000
deposit maker 1000000 USDT
deposit alice 100000 USDT
algo alice Buy BTCUSDT 0.02 iceberg slice=0.01 at=60000
+1s
index BTCUSDT 57000
place maker Sell BTCUSDT 0.01 @ 58000
place maker Sell BTCUSDT 0.01 @ 58000
`)

  test('goes on at the bound of the band, since version 3 of the rules', () => {
    const printed = played('rules 2\nrules 3')
    expect(printed).toContain('alice filled 1: 0.01 @ 60000')
    expect(printed).toContain('Iceberg Completed Filled filled 0.02 of 0.02, 0 of 2 open')
  })

  test('was stopped under version 2', () => {
    const stopped = 'Iceberg Stopped ChildRefused (priceAboveBand) filled 0.01 of 0.02'
    expect(played('rules 2')).toContain(stopped)
  })
})

describe('a paused parent order (rules 8.9)', () => {
  test('TWAP: the pause does not count as time, and no child is skipped or sent twice', () => {
    const story = `${opening}algo alice Buy BTCUSDT 0.6 twap for=300 every=60
+30s
pause-algo alice 1
+10m
time
resume-algo alice 1
+29s
time
+1s
time
`
    const printed = runScenario(story)
    expect(printed).toContain('algo 1 Twap Paused filled 0.12 of 0.6')
    expect(printed).toContain('algo 1 Twap Running filled 0.12 of 0.6')
    const [before, after] = printed.split('+29s')
    expect(before?.match(/filled 0.12 of/g)).toHaveLength(3)
    expect(after).toMatch(/^\ntime\n\+1s\ntime\n.*\n.*\n.*filled 0.24 of 0.6/)
  })

  test('POV: volume that others trade during the pause does not count', () => {
    const printed = runScenario(`${opening}deposit bob 200000 USDT
algo alice Buy BTCUSDT 0.5 pov share=1000 for=300 every=10
pause-algo alice 1
place bob Buy BTCUSDT 2 market
+5m
time
resume-algo alice 1
place bob Buy BTCUSDT 1 market
+10s
time
`)
    expect(printed).toContain('Pov Running filled 0.1 of 0.5, 0 of 1 open')
    expect(printed).not.toContain('DurationOver')
  })

  test('POV: what others traded before the pause counts since version 3 of the rules', () => {
    const paused = (rules: string) =>
      runScenario(`${rules}${opening}deposit bob 200000 USDT
algo alice Buy BTCUSDT 0.5 pov share=1000 for=300 every=10
+5s
place bob Buy BTCUSDT 2 market
pause-algo alice 1
place bob Buy BTCUSDT 1 market
+5m
time
resume-algo alice 1
`)
    expect(paused('rules 2\nrules 3')).toContain('Pov Running filled 0.2 of 0.5, 0 of 1 open')
    expect(paused('rules 2')).toContain('Pov Running filled 0 of 0.5, 0 of 0 open')
  })

  test('iceberg: the resting child may fill; the next is placed on resuming', () => {
    const printed = runScenario(`${opening}algo alice Buy BTCUSDT 0.02 iceberg slice=0.01 at=59995
pause-algo alice 1
place maker Sell BTCUSDT 0.01 @ 59995 IOC
orders alice
resume-algo alice 1
orders alice
`)
    expect(printed).toContain('Iceberg Paused filled 0.01 of 0.02, 0 of 1 open')
    expect(printed).toMatch(/orders alice\nresume-algo/)
    expect(printed).toMatch(/Iceberg Running filled 0.01 of 0.02, 1 of 2 open/)
  })

  test('cancelling the child of an iceberg ends it; the fill of the last child completes the order', () => {
    const start = `${opening}algo alice Buy BTCUSDT 0.02 iceberg slice=0.01 at=59995
pause-algo alice 1
`
    expect(runScenario(`${start}cancel alice 3\n`)).toContain('Iceberg Stopped ChildCancelled')
    const iceberg = `${opening}algo alice Buy BTCUSDT 0.02 iceberg slice=0.01 at=59995
place maker Sell BTCUSDT 0.01 @ 59995 IOC
pause-algo alice 1
place maker Sell BTCUSDT 0.01 @ 59995 IOC
`
    expect(runScenario(iceberg)).toContain('Iceberg Completed Filled filled 0.02 of 0.02, 0 of 2')
    const chase = `${opening}algo alice Buy BTCUSDT 0.01 chase
pause-algo alice 1
place maker Sell BTCUSDT 10.01 @ 59990 IOC
`
    expect(runScenario(chase)).toContain('Chase Completed Filled filled 0.01 of 0.01, 0 of 1')
  })

  test('chase: its order does not follow the price during the pause, and does at once on resuming', () => {
    const printed = runScenario(`${opening}algo alice Buy BTCUSDT 0.01 chase
pause-algo alice 1
place maker Buy BTCUSDT 1 @ 59995
+5s
time
resume-algo alice 1
`)
    expect(printed).toMatch(/resume-algo alice 1\n.*replaced 3: 0.01 @ 59995/)
    expect(printed.split('resume-algo')[0]).not.toContain('replaced')
  })

  test('a scaled order, another account’s and an ended one cannot be paused; pausing twice has no effect', () => {
    const printed =
      runScenario(`${opening}algo alice Buy BTCUSDT 0.04 scaled from=59000 to=59300 n=2 shape=Flat
pause-algo alice 1
algo alice Buy BTCUSDT 0.02 iceberg slice=0.01 at=59000
pause-algo maker 2
pause-algo alice 2
pause-algo alice 2
cancel-algo alice 2
pause-algo alice 2
`)
    expect(printed.match(/rejected \w+/g)).toEqual([
      'rejected algoNotPausable',
      'rejected orderNotFound',
      'rejected orderNotFound',
    ])
    expect(printed.match(/Iceberg Paused/g)).toHaveLength(1)
    expect(printed).toContain('Iceberg Cancelled CancelByUser')
  })
})

describe('any parent order', () => {
  test('is cancelled by cancel-all of its symbol', () => {
    expectPlayed(`${opening}algo alice Buy BTCUSDT 0.04 scaled from=59000 to=59300 n=2 shape=Flat
  → placed 3
  → placed 4
  → algo 1 Scaled Running filled 0 of 0.04, 2 of 2 open
algo alice Buy BTCUSDT 0.6 twap for=300 every=60
  → maker filled 1: 0.12 @ 60010 fee 1.44024 USDT left 9.88
  → filled 5: 0.12 @ 60010 fee 3.96066 USDT
  → algo 2 Twap Running filled 0.12 of 0.6, 0 of 1 open for 7201.2
cancel-all alice BTCUSDT
  → cancelled 3 CancelByUser
  → cancelled 4 CancelByUser
  → algo 1 Scaled Cancelled CancelByUser filled 0 of 0.04, 0 of 2 open
  → algo 2 Twap Cancelled CancelByUser filled 0.12 of 0.6, 0 of 1 open for 7201.2
+1m
time
`)
  })

  test('can be cancelled only by its owner, and only once', () => {
    expectPlayed(`${opening}algo alice Buy BTCUSDT 0.02 iceberg slice=0.01 at=59000
  → placed 3
  → algo 1 Iceberg Running filled 0 of 0.02, 1 of 1 open
cancel-algo maker 1
  → rejected orderNotFound
cancel-algo alice 1
  → cancelled 3 CancelByUser
  → algo 1 Iceberg Cancelled CancelByUser filled 0 of 0.02, 0 of 1 open
cancel-algo alice 1
  → rejected orderNotFound
`)
  })

  test('is returned for a repeated link id; other content under the same link id is refused (O1)', () => {
    expectPlayed(`${opening}algo alice Buy BTCUSDT 0.02 iceberg slice=0.01 at=59000 link=a
  → placed 3
  → algo 1 Iceberg Running filled 0 of 0.02, 1 of 1 open
algo alice Buy BTCUSDT 0.02 iceberg slice=0.01 at=59000 link=a
algo alice Buy BTCUSDT 0.03 iceberg slice=0.01 at=59000 link=a
  → rejected orderLinkIdDuplicate
orders alice
  → 3 Buy BTCUSDT 0.01 @ 59000 New
`)
  })

  test('is cancelled by a liquidation, and places no further children', () => {
    const story = `${opening}deposit bob 1500 USDT
leverage bob BTCUSDT 50
place bob Buy BTCUSDT 1 market
algo bob Buy BTCUSDT 0.02 iceberg slice=0.01 at=58700
algo bob Buy BTCUSDT 0.02 twap for=300 every=60
cancel-all maker
${'index BTCUSDT 58800\n+1s\n'.repeat(160)}orders bob
`
    const emitted = runScenario(story)
    expect(emitted).toContain('bob liquidated')
    expect(emitted).toMatch(/bob algo 1 Iceberg Cancelled CancelByLiquidation .* 0 of 1 open/)
    expect(emitted).toMatch(/bob algo 2 Twap Cancelled CancelByLiquidation/)
    expect(emitted).toMatch(/orders bob\n$/)
  })

  test('is refused as the eleventh in a symbol', () => {
    const one = 'algo alice Buy BTCUSDT 0.02 iceberg slice=0.01 at=59000\n'
    const emitted = runScenario(opening + one.repeat(11))
    expect(emitted.match(/Iceberg Running/g)).toHaveLength(10)
    expect(emitted.match(/rejected \w+/g)).toEqual(['rejected tooManyAlgoOrders'])
  })
})
