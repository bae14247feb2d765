// The expiry of options at the page: notices, records and wallet agree. Time is moved by a restart.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WireOptionQuote } from '@basis/protocol/options/chain'
import { freePort, startExchange, type ExchangeProcess } from '../exchange-process.ts'
import { desktop, expect, takePicture, test } from './journey.ts'
import { exact, Trader } from './trader.ts'

type Pair = { readonly call: WireOptionQuote; readonly put: WireOptionQuote }

/** Both options of one strike, of the nearest expiry in an hour or more: one ends in the money. */
async function quotedPair(trader: Trader): Promise<Pair> {
  const { list } = await trader.ask('optionQuotes', { baseCoin: 'BTC', settleCoin: 'USDC' })
  const offered = list
    .filter((each) => each.ask1Price !== '' && expiryOf(each) > Date.now() + 3_600_000)
    .toSorted((a, b) => expiryOf(a) - expiryOf(b))
  for (const call of offered.filter(({ symbol }) => symbol.endsWith('-C'))) {
    const put = offered.find(({ symbol }) => symbol === call.symbol.replace(/C$/, 'P'))
    if (put !== undefined) return { call, put }
  }
  throw new Error('no strike is offered on both sides')
}

const friday = 5
const months = 'JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC'

/** When an option expires: 08:00 UTC of the day in its name, such as 27NOV26. */
function expiryOf({ symbol }: Pick<WireOptionQuote, 'symbol'>): number {
  const [, day = '', month = '', year = ''] =
    /^(\d{1,2})([A-Z]{3})(\d{2})$/.exec(symbol.split('-')[1] ?? '') ?? []
  return Date.UTC(2000 + Number(year), months.indexOf(month) / 3, Number(day), 8)
}

test('of a call and a put of one strike one is paid out, the other expires worthless', async ({
  page,
  browser,
  complaints,
}) => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'basis-expiry-'))
  const port = await freePort()
  // A trader with the same positions and no page open at the expiry.
  const otherContext = await browser.newContext({ viewport: desktop })
  await complaints.watch(otherContext)
  const absent = new Trader(await otherContext.newPage())
  let exchange: ExchangeProcess | undefined
  try {
    exchange = await startExchange({ dataFolder, port })
    const trader = new Trader(page)
    await trader.open('BTCUSDT', exchange.origin)
    await trader.getDemoFunds()
    await absent.open('BTCUSDT', exchange.origin)
    await absent.getDemoFunds()
    // A device reports what has expired since it first saw the account.
    await absent.page.waitForFunction(() => localStorage.getItem('basis.deliveriesTold') !== null)
    let pair: Pair | undefined
    await test.step('both are bought', async () => {
      await expect(async () => {
        pair = await quotedPair(trader)
      }).toPass()
      for (const { symbol } of Object.values(pair ?? {})) {
        const order = { symbol, side: 'Buy', orderType: 'Market', qty: '0.10' } as const
        for (const each of [trader, absent]) {
          await each.arrange('createOrder', { ...order, timeInForce: 'ImmediateOrCancel' })
        }
      }
    })
    if (pair === undefined) throw new Error('nothing was bought')
    const { call, put } = pair

    await test.step('the machine sleeps until shortly before the expiry', async () => {
      for (const each of [trader, absent]) await each.page.goto('about:blank')
      await exchange?.end('SIGTERM')
      const settings = {
        NODE_OPTIONS: '--import=./checks/moved-clock.ts',
        CLOCK_MOVED_MS: `${expiryOf(call) - 60_000 - Date.now()}`,
      }
      exchange = await startExchange({ dataFolder, port, settings })
      await page.goto(`${exchange.origin}/trade/option/usdc/BTC`)
      // All errors of the page so far were about the stopped server.
      complaints.forget()
      const held = page.getByRole('region', { name: 'Option positions and orders' })
      for (const { symbol } of [call, put]) {
        await expect(held).toContainText(symbol)
        // Options are not in the calendar: their trades are found by their listing.
        expect((await trader.ask('trades', { symbol })).list).not.toEqual([])
      }
    })
    await test.step('the page reports the outcome of each', async () => {
      await expect(page.getByText('Option exercised').first()).toBeVisible()
      await expect(page.getByText('Option expired').first()).toBeVisible()
      await takePicture(page, 'option-expiry')
    })
    await test.step('an absent trader gets the notices on the next visit, once', async () => {
      const { origin } = new URL(page.url())
      const notice = absent.page.getByText('2 contracts ended while you were away').first()
      await absent.page.goto(`${origin}/trade/option/usdc/BTC`)
      await expect(notice).toBeVisible()
      await absent.page.reload()
      const held = absent.page.getByRole('region', { name: 'Option positions and orders' })
      await expect(held).toContainText('No option positions')
      await expect(notice).toHaveCount(0)
    })
    await test.step('the payout follows from strike and delivery price (rules 9)', async () => {
      const records = async () => (await trader.ask('deliveryRecords', {})).list
      await expect.poll(async () => (await records()).length).toBe(2)
      let paid = 0n
      for (const { symbol, deliveryPrice, position, fee } of await records()) {
        expect([call.symbol, put.symbol]).toContain(symbol)
        expect(Number(position)).toBe(0.1)
        const price = exact(deliveryPrice)
        const strike = exact(symbol.split('-')[2] ?? '')
        const value = symbol.endsWith('-C') ? price - strike : strike - price
        const worth = value > 0n ? value : 0n
        // 0.015 % of the delivery price, at most 12.5 % of the value; a daily option pays nothing.
        const [share, most] = [(price * 15n) / 100_000n, (worth * 125n) / 1_000n]
        const isDaily = new Date(expiryOf(call)).getUTCDay() !== friday
        expect(exact(fee)).toBe(isDaily ? 0n : (share < most ? share : most) / 10n)
        paid += worth / 10n - exact(fee)
      }
      const { list } = await trader.ask('transactionLog', { coin: 'USDC' })
      const delivered = list.filter(({ type }) => type === 'Delivery')
      expect(delivered.reduce((sum, { change }) => sum + exact(change), 0n)).toBe(paid)
    })
  } finally {
    await otherContext.close()
    await page.goto('about:blank')
    await exchange?.end('SIGKILL')
    rmSync(dataFolder, { recursive: true, force: true })
  }
})
