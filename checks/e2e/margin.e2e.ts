// Margin and modes at the page: an isolated hedge is opened, gets margin, is closed in part,
// reversed and closed entirely.

import type { Locator } from '@playwright/test'
import { dialogPart, expect, expectAccessible, test } from './journey.ts'
import { exact, grouped, Trader } from './trader.ts'

test('an isolated hedge is opened on both sides, gets margin, is reversed and closed', async ({
  page,
}) => {
  const trader = new Trader(page)
  const dialog = page.locator(dialogPart)
  const confirm = () => dialog.getByRole('button', { name: 'Confirm' }).click()
  await trader.open('ETHUSDT')
  await trader.getDemoFunds()
  await test.step('a leverage of the quick menu is set at once, Customise opens the dialog', async () => {
    const menu = trader.ticket.getByRole('button', { name: 'Quick leverage' })
    await menu.click()
    await expect(page.getByRole('menuitemradio')).toHaveText([
      '1x',
      '10x',
      '20x',
      '30x',
      '40x',
      '50x',
      '60x',
      '70x',
      '80x',
      '90x',
      '100x',
    ])
    await page.getByRole('menuitemradio', { name: '20x' }).click()
    await expect(trader.ticket.getByRole('button', { name: 'Leverage 20x, change' })).toBeVisible()
    await menu.click()
    await page.getByRole('menuitem', { name: 'Customise…' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Leverage' })).toHaveValue('20')
    await expectAccessible(page, dialogPart)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })
  await test.step('isolated margin is chosen, which sets the leverage to at most 10x', async () => {
    await trader.ticket.getByRole('button', { name: /Margin mode: Cross/ }).click()
    await dialog.getByRole('radio', { name: 'Isolated' }).check()
    await expect(dialog.getByText(/sets the leverage to at most 10x/)).toBeVisible()
    await expectAccessible(page, dialogPart)
    await confirm()
    await expect(dialog).toBeHidden()
    const { leverage, isIsolated } = await trader.ask('leverage', { symbol: 'ETHUSDT' })
    expect({ leverage, isIsolated }).toEqual({ leverage: '10', isIsolated: true })
    await expect(trader.ticket.getByRole('button', { name: /Margin mode: Isolated/ })).toBeVisible()
  })
  await test.step('the contract is switched to hedge mode', async () => {
    await trader.ticket.getByRole('button', { name: /Position mode: One-way/ }).click()
    await dialog.getByRole('radio', { name: 'Hedge' }).check()
    await expectAccessible(page, dialogPart)
    await confirm()
    await expect(trader.ticket.getByRole('button', { name: 'Open long' })).toBeVisible()
  })
  await test.step('a long and a short are held at the same time', async () => {
    await trader.fillTicket({ side: 'Buy', qty: '0.5' })
    await trader.ticket.getByRole('button', { name: 'Open long' }).click()
    await expect(await trader.row('Positions', 'Long')).toContainText('Isolated 10x')
    await trader.fillTicket({ side: 'Sell', qty: '0.3' })
    await trader.ticket.getByRole('button', { name: 'Open short' }).click()
    await expect(await trader.row('Positions', 'Short')).toContainText('-0.30 ETH')
  })
  const long = await trader.row('Positions', 'Long')
  const account = page.getByRole('region', { name: 'Account', exact: true })
  const available = account.getByText('Available').locator('xpath=ancestor::dt/..')
  const equity = account.getByText('Equity').locator('xpath=ancestor::dt/..')
  await test.step('margin is added, and shows in the position and the account', async () => {
    const adjust = long.getByRole('button', { name: 'Adjust margin of ETHUSDT' })
    const [heldBefore, freeBefore] = [await figureIn(adjust), await figureIn(available)]
    await adjust.click()
    // No change is shown before an amount is typed.
    await expect(dialog.getByText('→')).toHaveCount(0)
    await dialog.getByLabel('Amount').fill('25')
    const { list: before } = await trader.ask('positionList', { symbol: 'ETHUSDT' })
    const held = before.find(({ positionIdx }) => positionIdx === 1)
    await expect(dialog.getByText(`${grouped(held?.liqPrice ?? '')} →`)).toBeVisible()
    await expectAccessible(page, dialogPart)
    await confirm()
    await expect(dialog).toBeHidden()
    const { list } = await trader.ask('positionList', { symbol: 'ETHUSDT' })
    expect(list.find(({ positionIdx }) => positionIdx === 1)?.extraMargin).toBe('25')
    await expect.poll(() => figureIn(adjust)).toBe(heldBefore + exact('25'))
    await expect.poll(() => figureIn(available)).toBe(freeBefore - exact('25'))
  })
  await test.step('auto margin replenishment is switched on', async () => {
    await long.getByRole('switch', { name: /Auto margin for ETHUSDT/ }).click()
    await expect(long.getByRole('switch', { name: /Auto margin for ETHUSDT/ })).toBeChecked()
  })
  await test.step('in hedge mode a part of the short is closed by its own button', async () => {
    await trader.ticket.getByRole('button', { name: 'Close', exact: true }).click()
    await trader.fillTicket({ side: 'Buy', qty: '0.1' })
    await trader.ticket.getByRole('button', { name: 'Close short' }).click()
    await expect(await trader.row('Positions', 'Short')).toContainText('-0.20 ETH')
  })
  await test.step('the short is reversed and adds to the long', async () => {
    const short = await trader.row('Positions', 'Short')
    await short.getByRole('button', { name: 'Reverse ETHUSDT' }).click()
    await expectAccessible(page, dialogPart)
    await dialog.getByRole('button', { name: 'Reverse' }).click()
    await expect(dialog).toBeHidden()
    await expect(await trader.row('Positions', 'Long')).toContainText('+0.70 ETH')
    await expect(await trader.row('Positions', 'Short')).toHaveCount(0)
  })
  await test.step('the long is closed entirely, and all margin is available again', async () => {
    await long.getByRole('button', { name: 'Close ETHUSDT at market' }).click()
    await dialog.getByRole('button', { name: 'Close position' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('No open positions')).toBeVisible()
    const { list } = await trader.ask('positionList', { symbol: 'ETHUSDT' })
    expect(list.filter(({ size }) => exact(size) !== 0n)).toEqual([])
    await expect.poll(async () => (await figureIn(equity)) - (await figureIn(available))).toBe(0n)
  })
})

/** The amount that is shown, in 1e-8. */
async function figureIn(shown: Locator): Promise<bigint> {
  const [text = ''] = /[\d,]+\.\d+/.exec(await shown.innerText()) ?? []
  return exact(text.replaceAll(',', ''))
}
