// Fee levels: the page shows the level and the rates that the exchange charges.

import { divRound, formatDecimal, parseDecimal } from '@basis/domain/numbers/fixed'
import { expect, expectAccessible, test } from './journey.ts'
import { operate } from './operator.ts'
import { exact, Trader } from './trader.ts'

/** An amount in whole cents, as the page rounds it. */
const cents = (text: string, rounding: 'down' | 'up'): string =>
  formatDecimal(divRound(exact(text), 1_000_000n, rounding), 2)

test('a fee level lowers the fees of fills, and every page shows it', async ({ page }) => {
  const trader = new Trader(page)
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  const { uid } = await trader.ask('userInfo', {})
  const schedule = page.getByRole('table', { name: 'Fee schedule' })
  const level = (name: string) => schedule.getByRole('row').filter({ hasText: name })
  const derivatives = page.getByLabel('Derivatives', { exact: true })

  await test.step('a new account pays the listed fees', async () => {
    await trader.place({ side: 'Buy', qty: '0.100' })
    await expect(await trader.row('Positions', 'BTCUSDT')).toBeVisible()
    const { list } = await trader.ask('executions', { symbol: 'BTCUSDT' })
    expect(list.map(({ feeRate }) => feeRate)).toEqual(list.map(() => '0.00055'))
  })
  await test.step('the page shows the volume, and what is missing to the next level', async () => {
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Fees' }).click()
    await expect(page).toHaveURL(/\/fees$/)
    const { volume, next } = await trader.ask('feeLevel', {})
    const written = async () => (await derivatives.innerText()).replaceAll(',', '')
    // The page asks for its figures by itself, and again every five seconds.
    await expect.poll(written).toContain(`${cents(volume.derivatives, 'down')} USD`)
    await expect
      .poll(written)
      .toContain(`${cents(next?.missing.derivatives ?? '0', 'up')} USD to VIP 1`)
    await expect(level('VIP 0')).toContainText('Your level')
    await expectAccessible(page)
  })
  await test.step('a level that the operator gives appears by itself', async () => {
    operate('vip', uid, '3')
    await expect(level('VIP 3')).toContainText('Your level')
    await expect(derivatives).toContainText('0.0350% / 0.0140%')
    await page.getByRole('button', { name: 'Account' }).click()
    await expect(page.getByRole('menu').getByText('VIP 3', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await test.step('the ticket shows the rates, and the next fill pays them', async () => {
    await page.goBack()
    await trader.isLive()
    await trader.fillTicket({ side: 'Buy', qty: '0.100' })
    const fee = trader.ticket.getByRole('button', { name: 'Fee', exact: true }).first()
    await expect(async () => {
      await page.mouse.move(0, 0)
      await fee.hover()
      await expect(page.getByText('VIP 3: taker 0.0350%, maker 0.0140%')).toBeVisible({
        timeout: 2_000,
      })
    }).toPass()
    const before = (await trader.ask('executions', { symbol: 'BTCUSDT' })).list.length
    await trader.sendTicket('Buy')
    const fills = async () => (await trader.ask('executions', { symbol: 'BTCUSDT' })).list
    await expect.poll(async () => (await fills()).length).toBeGreaterThan(before)
    for (const fill of (await fills()).slice(0, -before)) {
      expect(fill.feeRate).toBe('0.00035')
      const value = parseDecimal(fill.execValue, 8) ?? 0n
      expect(parseDecimal(fill.execFee, 8)).toBe((value * 35_000n) / 100_000_000n)
    }
  })
})

test('the fee schedule fits a phone in another language', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/de-DE/fees')
  const schedule = page.getByRole('table', { name: 'Gebührentabelle' })
  await expect(schedule.getByRole('row')).toHaveCount(13)
  const over = await schedule.evaluate((table) => {
    const frame = table.parentElement
    return frame === null ? 1 : frame.scrollWidth - frame.clientWidth
  })
  expect(over).toBeLessThanOrEqual(0)
  await expect(page.getByText('Melden Sie sich an, um Ihr Konto zu sehen')).toBeVisible()
  await expectAccessible(page)
})
