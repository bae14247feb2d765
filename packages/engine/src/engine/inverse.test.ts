// Scenarios of inverse contracts and of collateral in other coins (rules 1.2–1.5, 5.6).
import { accountId, symbolId } from '@basis/domain/numbers/brand'
import {
  amount,
  leverageE2,
  priceE8,
  priceTicks,
  qtyLots,
  rateE8,
} from '@basis/domain/numbers/fixed'
import { defaultDepthMergeTimes, type Instrument } from '@basis/domain/instrument/instrument'
import { withDeductions } from '@basis/domain/margin/cross-margin'
import { describe, expect, test } from 'vitest'
import type { Command } from '../api/commands.ts'
import { createEngine, type Engine } from './engine.ts'
import { brokenInvariants } from '../replay/invariants.ts'
import { runScenario } from '../../testing/scenario.ts'
import { engineFromSnapshot, stateHash, takeSnapshot } from '../replay/snapshot/snapshot.ts'

const btc = (text: string): ReturnType<typeof amount> =>
  amount(BigInt(Math.round(Number(text) * 1e8)))
const symbol = symbolId('BTCUSD')
const alice = accountId(1001)
const bob = accountId(1002)

const inverse: Instrument = {
  symbol,
  kind: 'Inverse',
  contractType: 'InversePerpetual',
  baseCoin: 'BTC',
  quoteCoin: 'USD',
  settleCoin: 'BTC',
  tickSizeE8: 50_000_000,
  lotSizeE8: 100_000_000,
  minPriceTicks: priceTicks(1),
  maxPriceTicks: priceTicks(3_999_999),
  minQtyLots: qtyLots(1),
  maxQtyLots: qtyLots(10_000_000),
  maxMarketQtyLots: qtyLots(5_000_000),
  minNotional: amount(0n),
  takerFeeE8: rateE8(55_000),
  makerFeeE8: rateE8(20_000),
  bandXE8: rateE8(50_000_000),
  bandYE8: rateE8(50_000_000),
  minLeverageE2: leverageE2(100),
  riskTiers: withDeductions([
    {
      limit: btc('150'),
      initialRateE8: rateE8(1_000_000),
      maintenanceRateE8: rateE8(500_000),
      maxLeverageE2: leverageE2(10_000),
    },
  ]),
  fundingIntervalMin: 480,
  impactNotional: btc('10'),
  depthMergeTimes: defaultDepthMergeTimes,
  status: 'Trading',
}

function venue(): { readonly engine: Engine; readonly give: (command: Command) => void } {
  const engine = createEngine()
  let seq = 0
  const give = (command: Command): void => {
    seq += 1
    const { problem } = engine.apply({ seq, timeMs: 1_790_000_000_000 + seq * 1000, command })
    expect(problem).toBeUndefined()
    expect(brokenInvariants(engine)).toEqual([])
  }
  give({ kind: 'ListCoin', coin: 'BTC', ratioE4: 9500 })
  give({ kind: 'ListInstrument', instrument: inverse })
  for (const account of [alice, bob]) {
    give({ kind: 'OpenAccount', account, role: 'trader' })
    give({ kind: 'Deposit', account, coin: 'BTC', amount: btc('1') })
  }
  index(give, 5000)
  return { engine, give }
}

function index(give: (command: Command) => void, price: number): void {
  const indexE8 = priceE8(price * 100_000_000)
  give({
    kind: 'UpdatePrices',
    prices: [{ symbol, indexE8 }],
    coins: [{ coin: 'BTC', usdE8: indexE8 }],
  })
}

type Asked = readonly [account: typeof alice, side: 'Buy' | 'Sell', contracts: number, at: number]
function place(give: (command: Command) => void, ...[account, side, contracts, at]: Asked): void {
  give({
    kind: 'PlaceOrder',
    account,
    symbol,
    side,
    orderType: 'Limit',
    timeInForce: 'GoodTillCancel',
    priceTicks: priceTicks(at * 2),
    qtyLots: qtyLots(contracts),
    reduceOnly: false,
    closeOnTrigger: false,
    positionIdx: 0,
    linkId: '',
    selfTrade: 'None',
  })
}

describe('inverse contracts', () => {
  test('EX-1.2: 1,000 at 5,000 and 2,000 at 6,000 average 5,625.00 (half-up to 8 decimals)', () => {
    const { engine, give } = venue()
    place(give, bob, 'Sell', 1000, 5000)
    place(give, alice, 'Buy', 1000, 5000)
    place(give, bob, 'Sell', 2000, 6000)
    place(give, alice, 'Buy', 2000, 6000)
    const [position] = engine.views.positions(alice)
    // 0.2 + 0.33333333 BTC: the value of the second fill is rounded, so the average is
    // 5,625.00003516.
    expect(position?.position.entryValue).toBe(53_333_333n)
    expect(position?.entryPriceE8).toBe(562_500_003_516)
  })

  test('EX-1.5: a long of 1,000 at 5,000 has gained 0.01818181… BTC at 5,500, shown rounded down', () => {
    // The mark of a dated contract is the index while its book is empty.
    const story = `
    list BTCUSD-25SEP26 InverseFutures BTC/USD/BTC tick=0.5 lot=1 least=0 delivery=1790323200000
    index BTCUSD-25SEP26 5000
    deposit alice 1 BTC
    deposit bob 1 BTC
    place alice Buy BTCUSD-25SEP26 1000 @ 5000
      → placed 1
    place bob Sell BTCUSD-25SEP26 1000 @ 5000
      → alice filled 1: 1000 @ 5000 fee 0.00004 BTC
      → filled 2: 1000 @ 5000 fee 0.00011 BTC
    index BTCUSD-25SEP26 5500
    show alice
      → 0.99996 BTC; available 0
      → long 1000 BTCUSD-25SEP26 @ 5000 upl 0.01818181
    show bob
      → 0.99989 BTC; available 0
      → short 1000 BTCUSD-25SEP26 @ 5000 upl -0.01818182`
    expect(runScenario(story)).toBe(story)
  })

  test('the closed PnL of a position equals the change of the wallet, to the last unit', () => {
    const { engine, give } = venue()
    place(give, bob, 'Sell', 1000, 5000)
    place(give, alice, 'Buy', 1000, 5000)
    place(give, bob, 'Buy', 1000, 5500)
    place(give, alice, 'Sell', 1000, 5500)
    const wallet = engine.views.account(alice)?.coins[0]?.balance
    // + 0.2 − 0.18181818; fees 0.00011 taker to open (0.2 × 0.055 %) and 0.00009999 to close.
    expect(wallet).toBe(100_000_000n + 1_818_182n - 11_000n - 9_999n)
    expect(engine.views.positions(alice)).toEqual([])
  })

  test('coins count as collateral at their ratio, also in a restored engine', () => {
    const { engine, give } = venue()
    expect(engine.views.account(alice)?.available).toBe(amount(4750n * 100_000_000n))
    place(give, alice, 'Buy', 1000, 5000)
    const copy = engineFromSnapshot(takeSnapshot(engine))
    expect(stateHash(copy)).toBe(stateHash(engine))
    expect(copy.views.account(alice)).toEqual(engine.views.account(alice))
  })
})
