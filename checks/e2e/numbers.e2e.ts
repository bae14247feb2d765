// Numbers are typed in the format of the trader's language: the digits that are sent are the ones
// that were typed.

import { expect, expectAccessible, test } from './journey.ts'
import { exact, moved, Trader } from './trader.ts'

const symbol = 'BTCUSDT'
const languages = {
  en: { group: ',', decimal: '.', price: 'Price', quantity: 'Quantity', buy: 'Buy / Long' },
  'de-DE': { group: '.', decimal: ',', price: 'Preis', quantity: 'Menge', buy: 'Kaufen / Long' },
  'ru-RU': {
    group: '\u00A0',
    decimal: ',',
    price: 'Цена',
    quantity: 'Кол-во',
    buy: 'Купить / Лонг',
  },
  'th-TH': { group: ',', decimal: '.', price: 'ราคา', quantity: 'จำนวน', buy: 'ซื้อ / Long' },
} as const

test('a price is grouped while it is typed, in every number format', async ({ page }) => {
  const trader = new Trader(page)
  await trader.open(symbol)
  await trader.getDemoFunds()
  const best = (await trader.best(symbol, 'bids')) ?? ''
  for (const [language, words] of Object.entries(languages)) {
    await test.step(language, async () => {
      await page.goto(`/${language}/trade/usdt/${symbol}`)
      const field = page.getByRole('textbox', { name: words.price, exact: true })
      const buy = page.getByRole('button', { name: words.buy, exact: true })
      await expect(buy).toBeVisible()
      // Far enough below the market that the order rests: 20 % below, on a whole dollar and a half.
      const whole = moved(best, -exact(best) / 5n).split('.')[0] ?? ''
      const [front, back] = [whole.slice(0, -3), whole.slice(-3)]
      const shown = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, words.group)
      await field.click()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(whole)
      await expect(field).toHaveValue(shown(whole))
      // The decimal key of a numeric keypad works as the decimal mark of every language.
      await page.keyboard.type('.5')
      await expect(field).toHaveValue(`${shown(whole)}${words.decimal}5`)
      await test.step('the caret passes the grouping mark, and a digit is inserted at the caret', async () => {
        await page.keyboard.press('Home')
        for (const _digit of front) await page.keyboard.press('ArrowRight')
        await page.keyboard.type('7')
        await expect(field).toHaveValue(`${shown(`${front}7${back}`)}${words.decimal}5`)
        await page.keyboard.press('Backspace')
        await expect(field).toHaveValue(`${shown(whole)}${words.decimal}5`)
        await page.keyboard.press('ArrowRight')
        await page.keyboard.press('ArrowLeft')
        await page.keyboard.press('Delete')
        await expect(field).toHaveValue(`${shown(front + back.slice(1))}${words.decimal}5`)
        await page.keyboard.press('ControlOrMeta+z')
        await expect(field).toHaveValue(`${shown(whole)}${words.decimal}5`)
      })
      await page.getByRole('textbox', { name: words.quantity, exact: true }).fill('0.01')
      const [request] = await Promise.all([
        page.waitForRequest((each) => each.url().includes('/order/create')),
        buy.click(),
      ])
      expect(request.postDataJSON()).toMatchObject({ price: `${whole}.5`, qty: '0.010' })
      await expect
        .poll(async () => (await trader.ask('openOrders', { symbol })).list.length)
        .toBeGreaterThan(0)
      await trader.arrange('cancelAllOrders', { symbol })
    })
  }
  await expectAccessible(page)
})
