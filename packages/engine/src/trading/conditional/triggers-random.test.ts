// Triggers under random orders: all invariants hold after every command, and a restored engine and
// forks give the same events (rules 14.2; reliability R1, R4).

import { accountId, orderId, symbolId, type OrderId } from '@basis/domain/numbers/brand'
import { priceE8, priceTicks, qtyLots, type PriceTicks } from '@basis/domain/numbers/fixed'
import { triggerBases } from '@basis/domain/orders/order'
import type { TpslLegRequest } from '@basis/domain/orders/tpsl'
import { createPrng } from '@basis/domain/numbers/prng'
import { expect, test } from 'vitest'
import { proofSeeds } from '../../../../../checks/proof-length.ts'
import type { Command, PlaceOrder } from '../../api/commands.ts'
import { createEngine, type Engine } from '../../engine/engine.ts'
import { brokenInvariants } from '../../replay/invariants.ts'
import { engineFromSnapshot, stateHash, takeSnapshot } from '../../replay/snapshot/snapshot.ts'
import { formatCommand, parseCommand } from '../../replay/text/format.ts'

const symbol = symbolId('BTCUSDT')
const accounts = [1, 2, 3, 4].map(accountId)

type Pick = <Item>(from: readonly Item[]) => Item

function newCommand(pick: Pick, near: () => PriceTicks, anyOrder: () => OrderId): Command {
  const account = pick(accounts)
  const leg = (): TpslLegRequest => {
    const orderType = pick(['Market', 'Market', 'Limit'] as const)
    return {
      triggerTicks: pick([near(), near(), near(), priceTicks(0)]),
      triggerBy: pick(triggerBases),
      orderType,
      ...(orderType === 'Limit' ? { limitTicks: near() } : {}),
    }
  }
  const legs = () => ({
    ...(pick([true, false]) ? { takeProfit: leg() } : {}),
    ...(pick([true, false]) ? { stopLoss: leg() } : {}),
  })
  const mode = pick(['Full', 'Partial'] as const)
  const positionIdx = 0
  const lots = qtyLots(pick([1, 3, 10, 40]))
  const orderType = pick(['Limit', 'Limit', 'Market'] as const)
  const order: PlaceOrder = {
    kind: 'PlaceOrder',
    account,
    symbol,
    side: pick(['Buy', 'Sell'] as const),
    orderType,
    timeInForce: orderType === 'Market' ? 'ImmediateOrCancel' : 'GoodTillCancel',
    ...(orderType === 'Limit' ? { priceTicks: near() } : {}),
    qtyLots: lots,
    reduceOnly: pick([false, false, false, true]),
    closeOnTrigger: false,
    positionIdx,
    linkId: '',
    selfTrade: pick(['None', 'CancelMaker', 'CancelTaker'] as const),
  }
  const direction = pick([1, 2] as const)
  const trigger = { priceTicks: near(), basis: pick(triggerBases), direction }
  const setting = { kind: 'SetTpSl', account, symbol, positionIdx } as const
  return pick<Command>([
    order,
    order,
    order,
    { ...order, tpsl: { mode, ...legs() } },
    { ...order, tpsl: { mode, ...legs() } },
    { ...order, trailing: { distanceTicks: priceTicks(pick([0, 5, 30])) } },
    { ...order, trigger, trailing: { rateE4: pick([5, 50]), activationTicks: near() } },
    { ...order, closeOnTrigger: pick([true, false]), trigger },
    { ...order, reduceOnly: false, trigger, tpsl: { mode, ...legs() } },
    { ...setting, mode, qtyLots: lots, ...legs() },
    { ...setting, mode: 'Partial', qtyLots: lots, tpOrderId: anyOrder(), ...legs() },
    { ...setting, mode, trailing: { distanceTicks: priceTicks(pick([0, 5, 30])) } },
    { ...setting, mode, trailing: { rateE4: pick([5, 50]), activationTicks: near() } },
    { kind: 'CancelOrder', account, order: { orderId: anyOrder() } },
    { kind: 'CancelOrder', account, order: { orderId: anyOrder() }, entry: true },
    { kind: 'ReplaceOrder', account, order: { orderId: anyOrder() }, triggerTicks: near() },
    { kind: 'ReplaceOrder', account, order: { orderId: anyOrder() }, qtyLots: lots },
    { kind: 'ReplaceOrder', account, order: { orderId: anyOrder() }, tpsl: { mode, ...legs() } },
    { kind: 'CancelPartialTpSl', account, symbol, positionIdx },
    { kind: 'UpdatePrices', prices: [{ symbol, indexE8: priceE8(near() * 10_000_000 + 3) }] },
    { kind: 'UpdatePrices', prices: [{ symbol, indexE8: priceE8(near() * 10_000_000) }] },
  ])
}

function play(seed: number, length: number): number {
  const prng = createPrng(seed)
  const pick: Pick = (from) => {
    const item = from[prng.nextBelow(from.length)]
    if (item === undefined) throw new Error('Nothing to pick from')
    return item
  }
  let engine: Engine = createEngine()
  let twin: Engine | undefined
  let seq = 0
  let timeMs = 1_790_035_200_000
  let fired = 0
  const instruments = new Map()
  const apply = (command: Command): void => {
    seq += 1
    timeMs += 400
    const line = formatCommand(command, instruments)
    const ahead = engine.fork().fork().apply({ seq, timeMs, command })
    const { events } = engine.apply({ seq, timeMs, command })
    // A fork emits the same events as the engine (state/fork.ts).
    expect({ line, events: ahead.events }).toEqual({ line, events })
    // Every command survives formatting and parsing.
    expect(parseCommand(line, { instruments })).toEqual(command)
    for (const event of events) if (event.kind === 'OrderTriggered') fired += 1
    expect({ line, broken: brokenInvariants(engine) }).toEqual({ line, broken: [] })
    if (twin === undefined) return
    const { events: again } = twin.apply({ seq, timeMs, command })
    expect({ line, events: again }).toEqual({ line, events })
  }
  const listing = parseCommand('list BTCUSDT LinearPerpetual', { instruments })
  if (listing.kind === 'ListInstrument') {
    engine.apply({ seq: (seq += 1), timeMs, command: listing })
    instruments.set(symbol, listing.instrument)
  }
  apply({ kind: 'UpdatePrices', prices: [{ symbol, indexE8: priceE8(6_500_000_000_000) }] })
  for (const account of accounts) {
    apply({ kind: 'OpenAccount', account, role: 'trader' })
    apply(parseCommand(`deposit #${account} 20000 USDT`, { instruments }))
  }
  const near = (): PriceTicks => priceTicks(650_000 + prng.nextBelow(120) - 60)
  const anyOrder = (): OrderId => orderId(1 + prng.nextBelow(seq + 1))
  for (let k = 0; k < length; k += 1) {
    apply(newCommand(pick, near, anyOrder))
    if (k % 97 !== 0) continue
    twin = engineFromSnapshot(takeSnapshot(engine))
    expect(stateHash(twin)).toBe(stateHash(engine))
    const other = engine
    engine = twin
    twin = other
  }
  return fired
}

test.each(proofSeeds([1, 2, 3, 4], 2))(
  'random triggers keep every invariant, in forks and after restores too, seed %i',
  (seed) => {
    expect(play(seed, 1500)).toBeGreaterThan(20)
  },
)
