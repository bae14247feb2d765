// Block trades between robots (rules 8.11) change positions and open interest, without a trade.

import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { amount, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { describe, expect, test } from 'vitest'
import type { Command, TradeBlock } from '../../api/commands.ts'
import { createEngine } from '../../engine/engine.ts'
import { formatCommand, parseCommand } from '../../replay/text/format.ts'

const [buyer, seller, trader] = [accountId(10), accountId(11), accountId(12)]
const symbol = symbolId('BTCUSDT')
const money = amount(1_000_000_00000000n)
const block: TradeBlock = {
  kind: 'TradeBlock',
  symbol,
  buyer,
  seller,
  qtyLots: qtyLots(500),
  priceTicks: priceTicks(600_000),
}

function venue() {
  const engine = createEngine()
  const give = (command: Command) =>
    engine.apply({ seq: engine.lastSeq() + 1, timeMs: 1_000, command })
  for (const text of ['list BTCUSDT LinearPerpetual', 'index BTCUSDT 60000']) {
    give(parseCommand(text, { instruments: new Map() }))
  }
  for (const account of [buyer, seller, trader]) {
    give({ kind: 'OpenAccount', account, role: account === trader ? 'trader' : 'robot' })
    give({ kind: 'Deposit', account, coin: 'USDT', amount: money })
  }
  return { engine, give }
}

test('both positions open at the block’s price, without fee, public trade or last price', () => {
  const { engine, give } = venue()
  const { events } = give(block)
  expect(events.map(({ kind }) => kind)).not.toContain('Traded')
  const sideOf = (account: typeof buyer) => engine.views.positions(account)[0]?.position
  expect(sideOf(buyer)).toMatchObject({ side: 'Buy', sizeLots: 500 })
  expect(sideOf(seller)).toMatchObject({ side: 'Sell', sizeLots: 500 })
  const view = engine.views.symbol(symbol)
  expect([view?.openInterestLots, view?.lastTicks]).toEqual([500, 0])
  expect(engine.views.account(buyer)?.walletBalance).toBe(money)
  expect(engine.views.ledger()).toMatchObject([{ coin: 'USDT', drift: 0n }])
})

test('a second block in the opposite direction closes both positions', () => {
  const { engine, give } = venue()
  give(block)
  give({ ...block, buyer: seller, seller: buyer })
  expect(engine.views.symbol(symbol)?.openInterestLots).toBe(0)
})

describe('a block trade is refused', () => {
  test.each([
    ['with a trader’s account', { seller: trader }],
    ['with the buyer as the seller', { seller: buyer }],
    ['with an unknown buyer', { buyer: accountId(99) }],
    ['at a price outside the band', { priceTicks: priceTicks(660_000) }],
    ['with a quantity of 0', { qtyLots: qtyLots(0) }],
    ['in a market that is not listed', { symbol: symbolId('ETHUSDT') }],
  ])('%s', (_name, change) => {
    const { engine, give } = venue()
    expect(give({ ...block, ...change }).problem?.name).toBe('commandRefused')
    expect(engine.views.symbol(symbol)?.openInterestLots).toBe(0)
  })
})

test('a block trade survives formatting and parsing', () => {
  const text = formatCommand(block, new Map())
  expect(text).toBe('block BTCUSDT 10 11 500l @ 600000t')
  expect(parseCommand(text, { instruments: new Map() })).toEqual(block)
})
