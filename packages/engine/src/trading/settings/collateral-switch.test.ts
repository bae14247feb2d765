// The collateral switch of a coin: its effect, when it may be switched off, and its state after a
// restart (rules 12.3).

import { accountId } from '@basis/domain/numbers/brand'
import { describe, expect, test } from 'vitest'
import { coins, venue, type Venue } from '../../../testing/example-venue.ts'
import { engineFromSnapshot, stateHash, takeSnapshot } from '../../replay/snapshot/snapshot.ts'

const perpetual = 'BTCUSDT LinearPerpetual BTC/USDT band=90:90'
const pair = 'BTC/USDT Spot BTC/USDT tick=0.01 lot=0.000001 band=90:90 fees=0:0 qty=1l..100000000l'
const loan = 'limit=1000 supply=5000 tiers=1000000:0.2:0.04'

/** Alice has 10,000 USDT and 1 BTC, which counts as 0.98 × 60,000; bob makes the markets. */
function opened(): Venue {
  const made = venue(perpetual, { coin: 'USDT', alice: '10000' })
  for (const line of [
    `list ${pair}`,
    'coin BTC 9800',
    'index BTCUSDT 60000 BTC/USDT 60000 coins BTC 60000',
    'deposit alice 1 BTC',
    'deposit bob 100 BTC',
  ])
    made.say(line)
  return made
}

const marginBalance = (made: Venue) => made.account()?.marginBalance
const btcOf = (made: Venue) => made.account()?.coins.find(({ coin }) => coin === 'BTC')

describe('a coin that is switched off as collateral', () => {
  test('adds nothing to the margin balance, stays in the equity, and counts again when switched on', () => {
    const made = opened()
    expect(marginBalance(made)).toBe(coins('68800'))
    made.say('collateral alice BTC off')
    expect(made.account()).toMatchObject({
      marginBalance: coins('10000'),
      available: coins('10000'),
      equity: coins('70000'),
    })
    expect(btcOf(made)).toMatchObject({ collateral: false, available: coins('1') })
    made.say('collateral alice BTC on')
    expect(marginBalance(made)).toBe(coins('68800'))
    expect(btcOf(made)?.collateral).toBe(true)
  })

  test('EX-12.4: an order to buy it costs its whole price in collateral, an order to sell it none', () => {
    const made = opened()
    made.say('collateral alice BTC off')
    made.say('place alice Buy BTC/USDT 0.1 @ 60000')
    expect(marginBalance(made)).toBe(coins('4000'))
    made.say('cancel-all alice')
    made.say('place alice Sell BTC/USDT 1 @ 60000')
    expect(marginBalance(made)).toBe(coins('10000'))
  })

  test('can be withdrawn in full, whatever margin the account needs', () => {
    const made = opened()
    made.say('collateral alice BTC off')
    made.say('place alice Buy BTCUSDT 1 @ 60000')
    made.say('place bob Sell BTCUSDT 1 @ 60000')
    expect(btcOf(made)?.available).toBe(coins('1'))
  })

  test('does not cover losses: the account is liquidated without it', () => {
    const made = opened()
    made.say('collateral alice BTC off')
    made.say('place alice Buy BTCUSDT 1 @ 60000')
    made.say('place bob Sell BTCUSDT 1 @ 60000')
    const fallTo = (price: number): number => {
      made.say(`index BTCUSDT ${price} coins BTC ${price}`)
      made.say(`place bob Buy BTCUSDT 0.001 @ ${price}`)
      made.say(`place carol Sell BTCUSDT 0.001 @ ${price}`)
      // A price counts after it was repeated a few times.
      for (let k = 0; k < 6; k += 1) {
        made.wait(2000)
        made.say(`index BTCUSDT ${price} coins BTC ${price}`)
      }
      return made.emitted.filter(({ kind }) => kind === 'LiquidationStarted').length
    }
    // 10,000 less a fee of 12: at 50,500 488 is left, and 282 is the maintenance margin.
    expect(fallTo(50_500)).toBe(0)
    expect(fallTo(50_200)).toBe(1)
  })

  test('stays switched off after a restart, even if the account never held it', () => {
    const made = opened()
    made.say('coin ETH 9500')
    made.say('collateral alice BTC off')
    made.say('collateral alice ETH off')
    const again = engineFromSnapshot(takeSnapshot(made.engine))
    expect(stateHash(again)).toBe(stateHash(made.engine))
    const view = again.views.account(accountId(1))
    expect(view?.marginBalance).toBe(coins('10000'))
    expect(
      view?.coins.filter(({ collateral }) => collateral === false).map(({ coin }) => coin),
    ).toEqual(['BTC', 'ETH'])
  })
})

describe('switching a coin off is refused', () => {
  test('for USDT and USDC, and for an unknown coin', () => {
    const { refused } = opened()
    for (const coin of ['USDT', 'USDC']) {
      const wrong = refused(`collateral alice ${coin} off`)
      expect(wrong).toMatchObject({ name: 'collateralAlwaysOn', params: { coin } })
    }
    expect(refused('collateral alice NONE off').name).toBe('coinUnknown')
  })

  test('if the remaining collateral would not cover the margin of positions', () => {
    const made = opened()
    made.say('place alice Buy BTCUSDT 3 @ 60000')
    made.say('place bob Sell BTCUSDT 3 @ 60000')
    const wrong = made.refused('collateral alice BTC off')
    expect(wrong).toMatchObject({
      name: 'collateralNeeded',
      field: 'coin',
      // Less the fee of 0.02 % of 180,000.
      params: { coin: 'BTC', available: '9964' },
    })
    expect(marginBalance(made)).toBe(coins('68764'))
    // A coin with a balance of 0 can always be switched off.
    made.say('coin ETH 9500')
    made.say('collateral alice ETH off')
  })

  test('while the coin is owed; a coin that is off cannot be borrowed', () => {
    const made = opened()
    made.say(`loan BTC 0.00001 ${loan}`)
    made.say(`loan USDT 0.00001 ${loan}`)
    made.say('spot-margin alice on')
    made.say('borrow alice 0.1 BTC')
    expect(made.refused('collateral alice BTC off').name).toBe('collateralOwed')
    made.say('repay alice BTC all')
    made.say('place alice Sell BTC/USDT 1.05 @ 60000 lends')
    expect(made.refused('collateral alice BTC off').name).toBe('collateralOwed')
    made.say('cancel-all alice')
    made.say('collateral alice BTC off')
    expect(made.refused('borrow alice 0.1 BTC').name).toBe('coinNotCollateral')
    const pays = made.refused('place alice Sell BTC/USDT 1.05 @ 60000 lends')
    expect(pays).toMatchObject({ name: 'coinNotCollateral', field: 'isLeverage' })
    const brings = made.refused('place alice Buy BTC/USDT 0.01 @ 60000 lends')
    expect(brings.name).toBe('coinNotCollateral')
  })
})

// 2,700 USDT and SOL worth 100 USD, less 2 %, are not enough to repay 2,800 USD.
test('12.5: a coin that is off repays loans last, and only what the other coins do not cover', () => {
  const made = opened()
  for (const line of [
    'list ETH/USDT Spot ETH/USDT tick=0.01 lot=0.0001 band=90:90 fees=0:0',
    'coin ETH 9500',
    `loan ETH 0.00001 ${loan}`,
    'deposit bob 1 USDT',
    'coin SOL 5000',
    'index BTC/USDT 60000 ETH/USDT 2000 coins BTC 60000 ETH 2000 SOL 100',
    'deposit alice 1 SOL',
    'spot-margin alice on',
    'place alice Sell ETH/USDT 1 @ 2000 lends',
    'place bob Buy ETH/USDT 1 @ 2000',
    'collateral alice BTC off',
    'transfer #1 #1:Unified #1:Funding 9300 USDT',
    'index ETH/USDT 2800 coins ETH 2800 BTC 60000 SOL 100',
  ])
    made.say(line)
  const from = made.emitted.flatMap((event) => (event.kind === 'LoanConverted' ? event.from : []))
  expect(from).toEqual(['USDT', 'SOL', 'BTC'])
})
