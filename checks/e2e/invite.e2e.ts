// Posters and invitations: the poster has the figures of its row and of the exchange; a visitor who
// follows the link in its QR code gets an account with the bonus.

import { readFileSync } from 'node:fs'
import { expect, test, dialogPart, expectAccessible } from './journey.ts'
import { operate } from './operator.ts'
import { Trader } from './trader.ts'

/** A browser that hands files to a share sheet, as a phone's does; runs inside the page. */
function giveShareSheet(): void {
  navigator.canShare = ({ files } = {}) => files?.[0]?.type === 'image/png'
  navigator.share = async ({ files = [] } = {}) => {
    const [file] = files
    if (file === undefined || !navigator.userActivation.isActive) throw new Error('not shared')
    const { width, height } = await createImageBitmap(file)
    // Not the title: the page writes its price there, several times a second.
    document.documentElement.dataset['shared'] = `${file.name} ${width}x${height}`
  }
}

test('a poster has the figures of its row, and its link opens an account with the bonus', async ({
  page,
}) => {
  const trader = new Trader(page)
  const dialog = page.locator(dialogPart)
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  await trader.place({ side: 'Buy', qty: '0.010' })
  const row = await trader.row('Positions', 'BTCUSDT')
  await expect(row).toBeVisible()
  const share = row.getByRole('button', { name: 'Share P&L of BTCUSDT' })
  const picture = dialog.getByRole('img')
  const { hid } = await trader.ask('userInfo', {})

  await test.step('entry, side and leverage are the exchange’s', async () => {
    await share.click()
    const said = (await picture.getAttribute('aria-label')) ?? ''
    const { list } = await trader.ask('positionList', {})
    const held = list.find(({ symbol }) => symbol === 'BTCUSDT')
    expect(said).toContain('BTCUSDT Long 10x')
    const entry = /Entry price ([\d,.]+)/.exec(said)?.[1]?.replace(/,/g, '').replace(/\.$/, '')
    expect(Math.abs(Number(entry) - Number(held?.entryPrice))).toBeLessThan(0.1)
    expect(said).toMatch(/ROI [+-]?\d+\.\d\d%/)
    expect(said).toContain('demo bonus of 5,000 USDT')
    expect(said).not.toContain('Distinguished')
    await expectAccessible(page)
  })
  await test.step('it is saved as a picture', async () => {
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Save image' }).click(),
    ])
    expect(saved.suggestedFilename()).toBe('basis-BTCUSDT.png')
    const bytes = readFileSync(await saved.path())
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    await expect(dialog.getByRole('button', { name: 'Share…', exact: true })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })
  await test.step('if the browser has a share sheet, it gets the picture', async () => {
    await page.evaluate(giveShareSheet)
    await share.click()
    await dialog.getByRole('button', { name: 'Share…', exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute(
      'data-shared',
      /^basis-BTCUSDT\.png \d{3,4}x\d{3,4}$/,
    )
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(share).toBeFocused()
  })
  await test.step('View all leads to the history of its family of contracts', async () => {
    await row
      .getByRole('button', { name: /^[+-]?\d+\.\d\d$/ })
      .last()
      .click()
    await page.getByRole('link', { name: 'View all' }).click()
    await expect(page).toHaveURL(/order\/derivatives\/uniform-usdt\/trade-history$/)
  })
  await test.step('another browser follows the link', async () => {
    const other = await page.context().browser()?.newContext()
    if (other === undefined) throw new Error('no browser')
    const guest = await other.newPage()
    const origin = new URL(page.url()).origin
    await guest.goto(`${origin}/de-DE/invite?ref=${hid}`)
    await expect(guest.getByText(`Einladungscode ${hid}`)).toBeVisible()
    await expectAccessible(guest)
    await guest.getByRole('button', { name: 'Demokonto eröffnen' }).click()
    await expect(guest).toHaveURL(/\/trade\/usdt\/BTCUSDT$/)
    const { coins } = await new Trader(guest).ask('wallet', {})
    expect(coins.find(({ coin }) => coin === 'USDT')?.walletBalance).toBe('105000')
    await other.close()
  })
})

test('a label that the operator gave is on the poster', async ({ page }) => {
  const trader = new Trader(page)
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  const { uid } = await trader.ask('userInfo', {})
  operate('pro', uid, '3')
  await page.reload()
  await trader.isLive()
  await trader.place({ side: 'Buy', qty: '0.010' })
  const row = await trader.row('Positions', 'BTCUSDT')
  await row.getByRole('button', { name: 'Share P&L of BTCUSDT' }).click()
  const dialog = page.locator(dialogPart)
  const said = dialog.getByRole('img')
  await expect(said).toHaveAttribute('aria-label', /PRO 3/)
  await expect(said).not.toHaveAttribute('aria-label', /Distinguished/)
})

test('a visitor who looks around before opening an account still gets the bonus of the link', async ({
  page,
}) => {
  const trader = new Trader(page)
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  const { hid } = await trader.ask('userInfo', {})
  const other = await page.context().browser()?.newContext()
  if (other === undefined) throw new Error('no browser')
  const guest = await other.newPage()
  await guest.goto(`${new URL(page.url()).origin}/en/invite?ref=${hid}`)
  await expect(guest.getByText(`Invite code ${hid}`)).toBeVisible()
  // The page keeps the code once it is rendered.
  const kept = async () => {
    const found = (await other.cookies()).find(({ name }) => name === 'basis_invite')
    return [found?.value, Math.round(((found?.expires ?? 0) - Date.now() / 1000) / 86_400)]
  }
  await expect.poll(kept).toEqual([hid, 100])
  const newcomer = new Trader(guest)
  await newcomer.open('BTCUSDT')
  await newcomer.ticket.getByRole('button', { name: 'Get 100,000 demo USDT' }).click()
  await expect(newcomer.ticket.getByText('Available').locator('..')).toContainText('105,000.00')
  expect((await other.cookies()).some(({ name }) => name === 'basis_invite')).toBe(false)
  await other.close()
})

test('an invalid invite link is reported, and an account can be opened without it', async ({
  page,
}) => {
  await page.goto('/en/invite?ref=ZZZZZZ')
  await page.getByRole('button', { name: 'Open a demo account' }).click()
  await expect(page.getByText('This invite link is not valid')).toBeVisible()
  await page.getByRole('button', { name: 'Open without a code' }).click()
  await expect(page).toHaveURL(/\/trade\/usdt\/BTCUSDT$/)
})
