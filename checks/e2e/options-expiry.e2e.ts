// Options end: one in the money is paid, one out of it is worth nothing. The exchange is a process
// of its own whose clock runs ahead; between buying and the end it is started again with a later
// one.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startExchange, type ExchangeProcess } from '../exchange-process.ts'
import { expect, test } from './journey.ts'
import { Trader } from './trader.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const clock = new URL('./shifted-clock.ts', import.meta.url).href

/** Starts an exchange whose clock stands at a time; it goes on from there. */
const startAt = (timeMs: number, dataFolder: string, port: number): Promise<ExchangeProcess> =>
  startExchange({
    dataFolder,
    port,
    settings: {
      NODE_OPTIONS: `--import=${clock}`,
      CHECKS_CLOCK_AHEAD_MS: String(timeMs - Date.now()),
    },
  })

test('a call in the money is paid at its end, one out of it is worth nothing', async ({
  page,
  complaints,
}) => {
  // Two exchanges are started, one after the other, each with a simulated past.
  test.setTimeout(600_000)
  const dataFolder = mkdtempSync(join(tmpdir(), 'basis-expiry-'))
  const port = await freePort()
  // The next end of options, at 08:00 UTC, is two hours away, then it is past.
  const endMs = Math.ceil((Date.now() - 8 * hourMs) / dayMs) * dayMs + 8 * hourMs + dayMs
  let exchange = await startAt(endMs - 2 * hourMs, dataFolder, port)
  try {
    const trader = new Trader(page)
    const open = async () => {
      await page.goto(`${exchange.origin}/trade/option/usdc/BTC`)
      await expect(page.getByRole('table', { name: 'Option chain' })).toBeVisible()
    }
    await open()
    const ticket = page.getByRole('form', { name: 'Option order' })
    await ticket.getByRole('button', { name: /^Get .* demo/ }).click()
    await expect(ticket.getByRole('button', { name: 'Buy call' })).toBeVisible()
    const held = async () =>
      (await trader.ask('positionList', {})).list.filter(({ size }) => Number(size) > 0)

    const chosen = await test.step('the lowest and the highest call that end next', async () => {
      let found: readonly string[] = []
      await expect(async () => {
        const { list } = await trader.ask('optionChain', { baseCoin: 'BTC', settleCoin: 'USDC' })
        const ending = new Set(
          list.filter(({ settleTimeE3 }) => settleTimeE3 === endMs).map(({ symbol }) => symbol),
        )
        const quotes = await trader.ask('optionQuotes', { baseCoin: 'BTC', settleCoin: 'USDC' })
        found = quotes.list
          .filter(({ symbol, ask1Price }) => ending.has(symbol) && ask1Price !== '')
          .map(({ symbol }) => symbol)
          .filter((symbol) => symbol.endsWith('-C'))
        expect(found.length).toBeGreaterThan(3)
      }).toPass()
      const [inMoney, outOfMoney] = [found[0] ?? '', found.at(-1) ?? '']
      for (const symbol of [inMoney, outOfMoney]) {
        await trader.arrange('createOrder', {
          symbol,
          side: 'Buy',
          orderType: 'Market',
          qty: '0.1',
        })
      }
      await expect.poll(async () => (await held()).length).toBe(2)
      const holdings = page.getByRole('region', { name: 'Option positions and orders' })
      for (const symbol of [inMoney, outOfMoney]) {
        await expect(holdings.getByRole('row').filter({ hasText: symbol })).toHaveCount(1)
      }
      return { inMoney, outOfMoney }
    })

    await test.step('the exchange starts again after their end', async () => {
      await page.goto('about:blank')
      await exchange.end('SIGTERM')
      exchange = await startAt(endMs + 60_000, dataFolder, port)
      complaints.forget()
      await open()
      await expect.poll(held).toEqual([])
      const holdings = page.getByRole('region', { name: 'Option positions and orders' })
      await expect(holdings.getByText('No option positions')).toBeVisible()
    })

    await test.step('one has paid index less strike, the other one nothing', async () => {
      const { list } = await trader.ask('transactionLog', { limit: 50 })
      const paid = (symbol: string): number =>
        list
          .filter((record) => record.symbol === symbol && record.type === 'Delivery')
          .reduce((sum, { cashFlow }) => sum + Number(cashFlow), 0)
      const strike = Number(chosen.inMoney.split('-')[2])
      expect(paid(chosen.outOfMoney)).toBe(0)
      const price = paid(chosen.inMoney) / 0.1 + strike
      // Near the index, which has gone on for a minute since.
      const { list: tickers } = await trader.ask('tickers', { symbol: 'BTCUSDT' })
      expect(Math.abs(price / Number(tickers[0]?.indexPrice) - 1)).toBeLessThan(0.02)
      // The ended contracts are in no chain any more.
      const { list: listed } = await trader.ask('optionChain', {
        baseCoin: 'BTC',
        settleCoin: 'USDC',
      })
      expect(listed.map(({ symbol }) => symbol)).not.toContain(chosen.inMoney)
    })
  } finally {
    await exchange.end('SIGKILL')
    rmSync(dataFolder, { recursive: true, force: true })
  }
})
