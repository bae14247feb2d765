// The server is killed while a trader has a position and an order: the page shows it, recovers by
// itself, and has both again.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startExchange, type ExchangeProcess } from '../exchange-process.ts'
import { expect, expectAccessible, takePicture, test } from './journey.ts'
import { grouped, moved, Trader } from './trader.ts'

test.describe('a killed server', () => {
  let dataFolder = ''
  let exchange: ExchangeProcess | undefined

  test.beforeAll(() => {
    dataFolder = mkdtempSync(join(tmpdir(), 'basis-comeback-'))
  })
  test.afterAll(async () => {
    await exchange?.end('SIGKILL')
    rmSync(dataFolder, { recursive: true, force: true })
  })

  test('the page shows that it is stale, recovers by itself, and nothing is lost', async ({
    page,
    complaints,
  }) => {
    // Two starts of a separate exchange, which are slow on a busy machine.
    test.slow()
    const port = await freePort()
    exchange = await startExchange({ dataFolder, port })
    const trader = new Trader(page)
    await trader.open('BTCUSDT', exchange.origin)
    await trader.getDemoFunds()
    const price = await holdAndRest(trader)
    const before = await trader.ask('positionList', { symbol: 'BTCUSDT' })
    const balance = await trader.balanceWithoutFunding('USDT')

    await test.step('the page shows that its connection is lost', async () => {
      await exchange?.end('SIGKILL')
      const troubled = trader.status.getByRole('button', { name: /Connection: (Reconn|Off)/ })
      await expect(troubled).toBeVisible()
      await expect(trader.book.getByText(/Prices delayed, resyncing|No connection/)).toBeVisible()
      // What was known stays visible.
      await expect(await trader.row('Positions', 'BTCUSDT')).toContainText('+0.050 BTC')
      await expectAccessible(page)
      await takePicture(page, 'stale')
    })
    await test.step('the page recovers by itself', async () => {
      exchange = await startExchange({ dataFolder, port })
      await trader.isLive()
      // All errors of the page so far were about the killed server.
      complaints.forget()
      await expect(trader.book.getByText(/Prices delayed, resyncing|No connection/)).toHaveCount(0)
    })
    await test.step('position, order and money are there', async () => {
      await expect(await trader.row('Positions', 'BTCUSDT')).toContainText('+0.050 BTC')
      await expect(await trader.row('Open orders', grouped(price))).toContainText('0.000 / 0.010')
      const [position] = (await trader.ask('positionList', { symbol: 'BTCUSDT' })).list
      expect(position?.entryValue).toBe(before.list[0]?.entryValue)
      expect(await trader.balanceWithoutFunding('USDT')).toBe(balance)
    })
    await test.step('they are there after a reload as well, and trading goes on', async () => {
      await page.reload()
      await trader.isLive()
      const row = await trader.row('Open orders', grouped(price))
      await row.getByRole('button', { name: /^Cancel:/ }).click()
      await expect(row).toBeHidden()
      await expect(await trader.row('Positions', 'BTCUSDT')).toContainText('+0.050 BTC')
    })
  })
})

/** Opens a position and leaves an order far below; returns its price. */
async function holdAndRest(trader: Trader): Promise<string> {
  // The makers of a newly started exchange arrive one after the other.
  const offered = async (): Promise<number> => {
    const { a } = await trader.ask('depth', { symbol: 'BTCUSDT', limit: '50' })
    return a.reduce((sum, [, qty]) => sum + Number(qty), 0)
  }
  await expect.poll(offered).toBeGreaterThan(0.05)
  await trader.place({ side: 'Buy', qty: '0.050' })
  await expect(await trader.row('Positions', 'BTCUSDT')).toContainText('+0.050 BTC')
  const price = moved((await trader.best('BTCUSDT', 'bids')) ?? '', -500_00000000n)
  await trader.place({ side: 'Buy', qty: '0.010', price })
  await expect(await trader.row('Open orders', grouped(price))).toBeVisible()
  return price
}
