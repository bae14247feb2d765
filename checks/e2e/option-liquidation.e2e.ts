// A liquidation under portfolio margin at the page: the notice, its reason and why each trade was
// chosen, as the exchange has them. The exchange runs in this process, so that the test sets the
// marks.

import { accountId } from '@basis/domain/numbers/brand'
import { priceE8, rateE8 } from '@basis/domain/numbers/fixed'
import { createGateway } from '@basis/server/push/gateway'
import { OptionMarket } from '@basis/server/simulator/options/option-market'
import { startTestServer } from '../../packages/server/testing/test-server.ts'
import { freePort } from '../exchange-process.ts'
import { dialogPart, expect, expectAccessible, takePicture, test } from './journey.ts'
import { Trader } from './trader.ts'

const webFolder = new URL('../../packages/web/dist', import.meta.url).pathname
/** BTC. */
const soldInAll = 3
const figure = (text = ''): number => Number.parseFloat(text)

test('the notice of a liquidation under portfolio margin leads to its reasons, part by part', async ({
  page,
}) => {
  const venue = await startTestServer({ webFolder }, { isClockRunning: true })
  const { exchange } = venue.parts
  const gateway = createGateway(venue.parts, { origins: [], trustedProxies: [] })
  gateway.attach(venue.app.server)
  const market = new OptionMarket(exchange.views, { seed: 1, isManned: true })
  const step = async (steps: number): Promise<void> => {
    for (let k = 0; k < steps; k += 1) {
      venue.clock.advance(250)
      for (const command of market.step(venue.clock.nowMs())) await exchange.submit(command)
    }
  }
  try {
    await step(40)
    const port = await freePort()
    await venue.app.listen({ port, host: '127.0.0.1' })
    const trader = new Trader(page)
    await page.goto(`http://127.0.0.1:${port}/trade/option/usdc/BTC`)
    await page.getByRole('button', { name: /^Get .* demo/ }).click()
    await expect(page.getByRole('button', { name: 'Buy call' })).toBeVisible()
    await trader.arrange('setAccountMode', { setMarginMode: 'PORTFOLIO_MARGIN' })
    await test.step('calls of two strikes are sold', async () => {
      const { list } = await trader.ask('optionQuotes', { baseCoin: 'BTC', settleCoin: 'USDC' })
      const away = ({ delta }: (typeof list)[number]): number => Math.abs(Number(delta) - 0.5)
      const calls = list
        .filter(({ symbol, bid1Price }) => symbol.endsWith('-C') && bid1Price !== '')
        .toSorted((a, b) => away(a) - away(b))
        .slice(0, 2)
      for (let k = 0; k < 3; k += 1) {
        for (const { symbol } of calls) {
          const order = { symbol, side: 'Sell', orderType: 'Market', qty: '0.5' } as const
          await trader.arrange('createOrder', order)
        }
        await step(12)
      }
    })
    await test.step('their prices rise until the account lacks margin', async () => {
      const [account] = exchange.views.accounts().toSorted((a, b) => b - a)
      const held = exchange.views.positions(account ?? accountId(0))
      const markets = held.flatMap(({ position }) => exchange.views.symbol(position.symbol) ?? [])
      const isLiquidated = async () => (await trader.ask('liquidations', {})).list.length > 0
      // One hundredth of the demo money per step for both: the account does not go bankrupt at
      // once.
      for (let k = 1; k <= 100 && !(await isLiquidated()); k += 1) {
        const prices = markets.map(({ instrument: { symbol }, markE8, indexE8 }) => ({
          symbol,
          indexE8,
          markE8: priceE8(markE8 + Math.round((k * 1000 * 1e8) / soldInAll)),
          forwardE8: indexE8,
          volatilityE8: rateE8(200_000_000),
        }))
        venue.clock.advance(1000)
        await exchange.submit({ kind: 'UpdatePrices', prices })
      }
      expect(await isLiquidated()).toBe(true)
    })
    const dialog = page.locator(dialogPart)
    await test.step('a notice reports the liquidation, and leads to its reasons', async () => {
      const notice = page.getByText('Liquidation under portfolio margin').first()
      await expect(notice).toBeVisible()
      await page.getByRole('button', { name: 'Why?' }).or(page.getByText('Why?')).first().click()
      await expect(dialog).toContainText('fell to the maintenance margin of your portfolio')
      await expect(dialog).toContainText(/was closed before others: .* of 2 possible trades/)
      await expectAccessible(page, dialogPart)
      await takePicture(page, 'portfolio-liquidation')
    })
    await test.step('the figures are those of the exchange, and add up', async () => {
      const { list } = await trader.ask('liquidations', {})
      const numbers = list.find(({ step: name }) => name === 'started')?.explanation?.numbers ?? {}
      const sum = (...names: readonly string[]): number =>
        names.reduce((total, name) => total + figure(numbers[name]), 0)
      const carried = sum('walletBalance', 'unrealisedPnl', 'optionValue')
      expect(carried).toBeCloseTo(figure(numbers['collateral']), 6)
      const parts = ['maxLoss', 'shortOption', 'vegaSpread', 'deltaSpread', 'stablecoinSpread']
      expect(sum(...parts, 'perpFutures', 'loanMargin')).toBeCloseTo(
        figure(numbers['maintenanceMargin']),
        6,
      )
      for (const name of ['optionValue', 'maxLoss', 'maintenanceMargin']) {
        const shown = Math.abs(figure(numbers[name])).toLocaleString('en-US', {
          minimumFractionDigits: 2,
          maximumFractionDigits: 2,
        })
        await expect(dialog).toContainText(shown)
      }
    })
  } finally {
    await page.goto('about:blank')
    await gateway.stop()
    await venue.stop()
  }
})
