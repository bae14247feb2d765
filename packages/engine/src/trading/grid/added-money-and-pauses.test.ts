// What version 3 of the rules changes for grid bots, beside the second version: the quantity that
// added money buys, and orders that a pause found filled in part (rules 17.4, 17.5).

import type { GridTerms } from '@basis/domain/grid/terms'
import { usualGrid } from '@basis/domain/testing/grid-terms'
import { accountId, symbolId, type AccountId } from '@basis/domain/numbers/brand'
import { leverageE2, priceTicks } from '@basis/domain/numbers/fixed'
import { describe, expect, test } from 'vitest'
import { coins, venue, type Venue } from '../../../testing/example-venue.ts'

/** A pair and a perpetual at 54,000; bob trades with the bots. */
function open(rules: number): Venue {
  const pair = 'BTC/USDT Spot BTC/USDT tick=1 lot=0.000001 fees=0.1:0.1 band=90:90'
  const made = venue(pair, { alice: '10000000', rules })
  made.say('list BTCUSDT LinearPerpetual BTC/USDT tick=1 lot=0.001 band=90:90 qty=1l..100000000l')
  made.say('deposit bob 1000 BTC')
  made.say('index BTC/USDT 54000 BTCUSDT 54000')
  return made
}

/** Alice's bot; returns its wallet. */
function start(
  made: Venue,
  symbol: string,
  ...[investment, more]: [investment: string, more: Partial<GridTerms>]
): AccountId {
  const { wallet } = made.give({
    kind: 'CreateGrid',
    account: made.id('alice'),
    symbol: symbolId(symbol),
    terms: { ...usualGrid, ...more },
    investment: coins(investment),
  })
  return wallet ?? accountId(0)
}

const botOf = (made: Venue, wallet: AccountId) => {
  const bot = made.engine.views.grids.bot(wallet)
  if (bot === undefined) throw new Error('no bot')
  return bot
}

const ordersOf = (made: Venue, wallet: AccountId): readonly string[] =>
  made.engine.views
    .openOrders(wallet)
    .map(({ side, priceTicks: at, qtyLots: lots }) => `${side} ${lots} at ${at}`)
    .toSorted()

/** More than a bot trades: 0.9 of the pair's coin, 2 of the contract. */
const plenty = (symbol: string): string => (symbol === 'BTCUSDT' ? '2000l' : '900000l')

/** Moves the price: bob trades with all that rests on the way. */
function move(made: Venue, symbol: string, ...path: number[]): void {
  for (const price of path) {
    const { lastTicks = 0 } = made.engine.views.symbol(symbolId(symbol)) ?? {}
    const side = price > lastTicks ? 'Buy' : 'Sell'
    made.say(`index BTC/USDT ${price} BTCUSDT ${price}`)
    made.say(`place bob ${side} ${symbol} ${plenty(symbol)} @ ${price}t`)
    made.say('cancel-all bob')
  }
}

describe('money added to a grid (17.4)', () => {
  /** A grid at 54,000, to which ten times its first investment is added. */
  const added = (rules: number, symbol: string, terms: Partial<GridTerms> = {}) => {
    const made = open(rules)
    made.say(`place bob Sell ${symbol} ${plenty(symbol)} @ 54000t`)
    const wallet = start(made, symbol, '1000', terms)
    made.say('cancel-all bob')
    const { lots } = botOf(made, wallet)
    made.say(`add-grid alice #${wallet} 10000`)
    return { made, wallet, more: botOf(made, wallet).lots - lots }
  }

  test('buys in spot what every cell can buy at its own level', () => {
    const { made, wallet, more } = added(3, 'BTC/USDT')
    // A bitcoin in each cell costs 45,000 + 49,000 + 53,000 + 57,000 + 61,000.
    expect(more).toBe(37_735)
    move(made, 'BTC/USDT', 61_000, 65_000)
    const { lots, status, completed } = botOf(made, wallet)
    expect([status, completed]).toEqual(['Running', 2])
    const levels = [45_000, 49_000, 53_000, 57_000, 61_000]
    expect(ordersOf(made, wallet)).toEqual(levels.map((level) => `Buy ${lots} at ${level}`))
  })

  test('ended a spot grid at the top of its range under the second rules', () => {
    const { made, wallet } = added(2, 'BTC/USDT')
    move(made, 'BTC/USDT', 61_000, 65_000)
    expect(botOf(made, wallet)).toMatchObject({ status: 'Ended', end: 'InsufficientBalance' })
  })

  const long = { mode: 'Long', leverageE2: leverageE2(2000) } as const
  const andBack = [61_000, 65_000, 61_000, 57_000, 53_000, 49_000, 45_000, 49_000]

  test('lasts for a long grid to the lower end of its range and back', () => {
    const { made, wallet } = added(3, 'BTCUSDT', long)
    move(made, 'BTCUSDT', ...andBack)
    expect(botOf(made, wallet)).toMatchObject({ status: 'Running', completed: 3 })
  })

  test('did not under the second rules', () => {
    const { made, wallet } = added(2, 'BTCUSDT', long)
    move(made, 'BTCUSDT', ...andBack)
    expect(botOf(made, wallet)).toMatchObject({ status: 'Ended', end: 'InsufficientBalance' })
  })

  /** A neutral grid from 46,000, which sells at all levels from 53,000 on. */
  const neutral = (rules: number) => {
    const made = open(rules)
    made.say('index BTC/USDT 46000 BTCUSDT 46000')
    const wallet = start(made, 'BTCUSDT', '1000', { ...long, mode: 'Neutral' })
    move(made, 'BTCUSDT', 53_000)
    made.say(`add-grid alice #${wallet} 10000`)
    move(made, 'BTCUSDT', 49_000, 53_000, 57_000, 61_000, 65_000)
    for (let k = 0; k < 20; k += 1) {
      made.wait(1000)
      made.say('index BTC/USDT 65000 BTCUSDT 65000')
    }
    return botOf(made, wallet)
  }

  test('lasts for a neutral grid that began near an end to the other end', () => {
    expect(neutral(3)).toMatchObject({ status: 'Running' })
  })

  test('did not under the second rules: the bot was liquidated within its range', () => {
    expect(neutral(2)).toMatchObject({ end: 'Liquidation' })
  })
})

describe('the largest investment of a grid (17.4)', () => {
  const long = { mode: 'Long', leverageE2: leverageE2(2500) } as const
  const tiers = 'tiers=200000:4:2:25,1000000:10:5:10'
  const steps = 'tick=1 lot=0.001'

  /** A contract at 54,000 that allows 200,000 at 25x. */
  const limited = (rules: number): Venue => {
    const made = open(rules)
    made.say(`list BTCUSDT LinearPerpetual BTC/USDT ${steps} qty=1l..5000l band=90:90 ${tiers}`)
    for (let k = 0; k < 4; k += 1) made.say('place bob Sell BTCUSDT 1000l @ 54000t')
    return made
  }
  const refusedAt = (made: Venue, investment: string, terms: Partial<GridTerms>) => {
    const { problem } = made.engine.preview({
      kind: 'CreateGrid',
      account: made.id('alice'),
      symbol: symbolId('BTCUSDT'),
      terms: { ...usualGrid, ...terms },
      investment: coins(investment),
    })
    return problem && [problem.name, problem.params?.['max']]
  }

  test('keeps each side within the value that the leverage allows, at every price', () => {
    const made = limited(3)
    const [name, max = ''] = refusedAt(made, '100000', long) ?? []
    expect(name).toBe('gridInvestmentTooLarge')
    const wallet = start(made, 'BTCUSDT', max, long)
    // 200,000 ÷ (49,000 + 53,000 + 57,000 + 61,000 + 65,000) for each bitcoin.
    expect(botOf(made, wallet)).toMatchObject({ status: 'Running', lots: 701 })
    expect(made.refused(`add-grid alice #${wallet} 1000`).name).toBe('gridInvestmentTooLarge')
    made.say('cancel-all bob')
    move(made, 'BTCUSDT', 61_000, 65_000, 61_000, 57_000, 53_000, 57_000, 61_000, 65_000)
    expect(botOf(made, wallet)).toMatchObject({ status: 'Running' })
  })

  test('keeps the entry within the largest order', () => {
    const wide = { lowTicks: priceTicks(20_000), highTicks: priceTicks(200_000) }
    const terms = { ...long, leverageE2: leverageE2(100), ...wide }
    const made = open(3)
    made.say(`list BTCUSDT LinearPerpetual BTC/USDT ${steps} qty=1l..1000l band=90:90`)
    const [, max = ''] = refusedAt(made, '1000000', terms) ?? []
    const wallet = start(made, 'BTCUSDT', max, terms)
    // Four cells wait for the entry of at most 1,000 lots.
    expect(botOf(made, wallet)).toMatchObject({ status: 'Running', lots: 250, entryLots: 1000 })
  })

  test('was not limited under the second rules, and the bot ended at once', () => {
    const made = limited(2)
    expect(refusedAt(made, '100000', long)).toBeUndefined()
    const wallet = start(made, 'BTCUSDT', '100000', long)
    const why = { status: 'Ended', end: 'OrderRefused', problem: { name: 'riskLimitExceeded' } }
    expect(botOf(made, wallet)).toMatchObject(why)
  })
})

describe('an order that is filled but for less than a least order when its bot is paused (17.5)', () => {
  /** The buy at 53,000 has 50 lots left, which are worth 2.65 of a least 5. */
  const resumed = (rules: number) => {
    const made = open(rules)
    made.say('place bob Sell BTC/USDT 900000l @ 54000t')
    const wallet = start(made, 'BTC/USDT', '22500', {})
    made.say('cancel-all bob')
    const { lots } = botOf(made, wallet)
    made.say(`place bob Sell BTC/USDT ${lots - 50}l @ 53000t`)
    made.say(`pause-grid alice #${wallet}`)
    expect(ordersOf(made, wallet)).toEqual([])
    made.say(`resume-grid alice #${wallet}`)
    return { made, wallet }
  }

  test('is placed again with its remaining quantity, and its cell goes on', () => {
    const { made, wallet } = resumed(3)
    expect(botOf(made, wallet).status).toBe('Running')
    expect(ordersOf(made, wallet)).toContain('Buy 50 at 53000')
    move(made, 'BTC/USDT', 53_000, 57_000)
    expect(botOf(made, wallet)).toMatchObject({ status: 'Running', completed: 1 })
  })

  test('is placed again as an entry, too', () => {
    const made = open(3)
    const wallet = start(made, 'BTC/USDT', '22500', {})
    const { entryLots } = botOf(made, wallet)
    made.say(`place bob Sell BTC/USDT ${entryLots - 50}l @ 54270t`)
    made.say(`pause-grid alice #${wallet}`)
    made.say(`resume-grid alice #${wallet}`)
    expect(ordersOf(made, wallet)).toHaveLength(1)
    expect(botOf(made, wallet)).toMatchObject({ status: 'Running', entryLots: 50 })
  })

  test('ended the bot under the second rules', () => {
    const { made, wallet } = resumed(2)
    const why = { status: 'Stopping', end: 'OrderRefused', problem: { name: 'notionalTooSmall' } }
    expect(botOf(made, wallet)).toMatchObject(why)
  })
})

describe('a bot that resumes after its levels have left the price band (17.5)', () => {
  /** A neutral grid at 54,000 with a band of 3 %; the price moves while it is paused. */
  const resumed = (rules: number, price: number, { isEmpty = false, money = '10000' } = {}) => {
    const made = open(rules)
    const listing = 'BTCUSDT LinearPerpetual BTC/USDT tick=1 lot=0.001 band=3:3'
    made.say(`list ${listing} qty=1l..100000000l least=50`)
    made.say('index BTCUSDT 54000')
    const wallet = start(made, 'BTCUSDT', money, { mode: 'Neutral', leverageE2: leverageE2(300) })
    made.say(`pause-grid alice #${wallet}`)
    for (let k = 0; k < 20; k += 1) {
      made.wait(1000)
      made.say(`index BTCUSDT ${price}`)
    }
    if (!isEmpty) {
      made.say(`place bob Sell BTCUSDT 2000l @ ${price}t`)
      made.say(`place carol Buy BTCUSDT 2000l @ ${price - 1}t`)
    }
    made.say(`resume-grid alice #${wallet}`)
    return { made, wallet, lots: botOf(made, wallet).lots }
  }
  const held = ({ engine }: Venue, wallet: AccountId) => {
    const { side, sizeLots } = engine.views.positions(wallet)[0]?.position ?? {}
    return [side, sizeLots]
  }

  test('buys or sells at the market what it has missed', () => {
    const down = resumed(3, 47_000)
    expect(botOf(down.made, down.wallet).status).toBe('Running')
    expect(held(down.made, down.wallet)).toEqual(['Buy', 2 * down.lots])
    const up = resumed(3, 63_000)
    expect(botOf(up.made, up.wallet).status).toBe('Running')
    expect(held(up.made, up.wallet)).toEqual(['Sell', up.lots])
  })

  test('waits within the band if there is nobody to trade with', () => {
    const { made, wallet, lots } = resumed(3, 47_000, { isEmpty: true })
    const most = `Buy ${lots} at 48410`
    expect(ordersOf(made, wallet).slice(0, 3)).toEqual([`Buy ${lots} at 45000`, most, most])
    made.say(`place bob Sell BTCUSDT ${2 * lots}l @ 48410t`)
    expect(held(made, wallet)).toEqual(['Buy', 2 * lots])
    expect(ordersOf(made, wallet)).toContain(`Sell ${lots} at 53000`)
  })

  test('buys its quantity also where it is worth less than the least order', () => {
    // Two lots are worth 90 at the lowest level, 50 are the least, and 48 at 24,000.
    const { made, wallet, lots } = resumed(3, 24_000, { money: '150' })
    expect(lots).toBe(2)
    expect(botOf(made, wallet).status).toBe('Running')
    expect(held(made, wallet)).toEqual(['Buy', 3 * lots])
  })

  test('was ended by a refused order under the second rules', () => {
    const { made, wallet } = resumed(2, 47_000)
    const why = { status: 'Ended', end: 'OrderRefused', problem: { name: 'priceAboveBand' } }
    expect(botOf(made, wallet)).toMatchObject(why)
  })
})
