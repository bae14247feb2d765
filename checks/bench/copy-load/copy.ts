// The bench `copy`: one order of a leader copied to 10,000 followers in its own command, against
// the same orders sent one by one by 10,000 accounts that follow nobody.

import type { CopySettings } from '@basis/domain/copy/settings'
import { accountId, symbolId, type AccountId } from '@basis/domain/numbers/brand'
import {
  amount,
  leverageE2,
  priceE8,
  priceTicks,
  qtyLots,
  unitE8,
} from '@basis/domain/numbers/fixed'
import type { Command, PlaceOrder } from '@basis/engine/commands'
import { createEngine } from '@basis/engine/engine'
import { parseCommand } from '@basis/engine/text'
import type { BenchLine } from '../line.ts'
import { median } from '../median.ts'

const followers = 10_000
const rounds = 3
const qty = qtyLots(1)
const btc = symbolId('BTCUSDT')
const listing = parseCommand(
  'list BTCUSDT LinearPerpetual fees=0.055:0.02 band=5:5 tiers=100000000:1:0.5:100',
  {
    instruments: new Map(),
  },
)
const dollars = (whole: number) => amount(BigInt(whole) * unitE8)

const settings: CopySettings = {
  mode: 'FixedRatio',
  margin: amount(0n),
  ratioE4: 10_000,
  leverageE2: leverageE2(0),
  symbolMargin: amount(0n),
  dayMargin: amount(0n),
  slippageE4: 50,
  takeProfitE4: 0,
  stopLossE4: 0,
  totalStopLoss: amount(0n),
}

/** An exchange with a deep book, a leader, and accounts that may follow. */
function createVenue() {
  const engine = createEngine()
  let seq = 0
  const apply = (command: Command) => {
    seq += 1
    const applied = engine.apply({ seq, timeMs: seq, command })
    if (applied.problem !== undefined) {
      throw new Error(`${command.kind}: ${applied.problem.name}`)
    }
    return applied
  }
  apply(listing)
  const [maker, owner, ...others] = Array.from({ length: followers + 2 }, (_, at) =>
    accountId(at + 1),
  )
  if (maker === undefined || owner === undefined) throw new Error('two accounts at least')
  for (const account of [maker, owner, ...others]) {
    apply({ kind: 'OpenAccount', account, role: 'trader' })
    apply({
      kind: 'Deposit',
      account,
      coin: 'USDT',
      amount: dollars(account === maker ? 1e9 : 10_000),
    })
  }
  const prices = [{ symbol: btc, indexE8: priceE8(50_000 * Number(unitE8)) }]
  apply({ kind: 'UpdatePrices', prices, coins: [] })
  const order = (account: AccountId, more: Partial<PlaceOrder>): PlaceOrder => ({
    kind: 'PlaceOrder',
    account,
    symbol: btc,
    side: 'Buy',
    orderType: 'Limit',
    timeInForce: 'GoodTillCancel',
    priceTicks: priceTicks(500_000),
    qtyLots: qty,
    reduceOnly: false,
    closeOnTrigger: false,
    positionIdx: 0,
    linkId: '',
    selfTrade: 'CancelTaker',
    ...more,
  })
  apply(order(maker, { side: 'Sell', qtyLots: qtyLots(2 * followers * (rounds + 1)) }))
  return { apply, order, owner, others }
}

const secondsOf = (act: () => void): number => {
  const started = performance.now()
  act()
  return (performance.now() - started) / 1000
}

type Measure = () => number

/** Orders per second when a leader's order is copied; each call copies one more order. */
function copying(): Measure {
  const { apply, order, owner, others } = createVenue()
  const led = apply({
    kind: 'BecomeLeader',
    account: owner,
    name: 'Leader',
    style: 'Classic',
    shareE4: 0,
    amount: dollars(5_000),
  })
  const leader = led.wallet
  if (leader === undefined) throw new Error('a leader has a wallet')
  for (const account of others) {
    apply({ kind: 'FollowLeader', account, leader, amount: dollars(5_000), settings })
  }
  const command = order(leader, { positionIdx: 1, timeInForce: 'ImmediateOrCancel' })
  return () => {
    let made = 0
    const seconds = secondsOf(() => {
      made = apply(command).events.filter(({ kind }) => kind === 'OrderFilled').length
    })
    if (made < followers) throw new Error(`${made} fills for ${followers} followers`)
    return followers / seconds
  }
}

/** Orders per second when each account sends its own. */
function sending(): Measure {
  const { apply, order, others } = createVenue()
  const commands = others.map((account) => order(account, { timeInForce: 'ImmediateOrCancel' }))
  return () => followers / secondsOf(() => commands.forEach((command) => apply(command)))
}

/** Runs both in turns; throws when a follower did not get the order. */
export async function bench(): Promise<BenchLine> {
  const [copied, sent] = [copying(), sending()]
  copied()
  sent()
  const [ours, peer]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    ours.push(copied())
    peer.push(sent())
  }
  const [oursRate, peerRate] = [median(ours), median(peer)]
  return {
    name: 'copy',
    ratio: oursRate / peerRate,
    ours: oursRate,
    peer: peerRate,
    peerName: 'orders one by one',
    unit: 'order/s',
  }
}
