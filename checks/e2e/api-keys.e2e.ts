// API keys and the page of the open API: a key is shown once, has the permissions it was given,
// signs requests in the console, and is invalid once it is revoked.

import { dialogPart, expect, expectAccessible, phone, test } from './journey.ts'
import { Trader } from './trader.ts'

test('a key signs requests in the console within its permissions, until it is revoked', async ({
  page,
}) => {
  const trader = new Trader(page)
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  const dialog = page.locator(dialogPart)
  const openKeys = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'API keys' }).click()
    await expect(dialog.getByRole('button', { name: 'Create key' })).toBeVisible()
  }
  const made = { key: '', secret: '' }

  await test.step('a read-only key is created, and its secret is shown once', async () => {
    await openKeys()
    await expect(dialog).toContainText('No API keys yet')
    await dialog.getByLabel('Name').fill('bot')
    await dialog.getByRole('checkbox', { name: 'Read-only' }).check()
    await dialog.getByLabel('Valid for days').fill('7')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await expect(dialog).toContainText('The secret is shown only now')
    const [key = '', secret = ''] = await dialog.locator('code').allInnerTexts()
    Object.assign(made, { key, secret })
    expect(secret.length).toBeGreaterThan(20)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Done' }).click()
    const row = dialog.getByRole('listitem').filter({ hasText: 'bot' })
    await expect(row).toContainText(key)
    await expect(row).toContainText('Read-only')
    await expect(row).toContainText('Expires')
    expect(await page.content()).not.toContain(secret)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  const calls = page.getByRole('table', { name: 'Calls' })
  const answer = page.getByRole('textbox', { name: 'Answer' })
  const send = async (path: string): Promise<void> => {
    await page.getByRole('searchbox', { name: 'Search calls' }).fill(path)
    await calls.getByRole('button', { name: path }).first().click()
    await page.getByRole('button', { name: 'Send' }).click()
  }
  await test.step('the table has every documented call, with its support here', async () => {
    await page.goto('/docs/api')
    const document = (await (await page.request.get('/api/v5-openapi.json')).json()) as {
      readonly paths: Readonly<Record<string, object>>
    }
    await expect(calls.getByRole('row')).toHaveCount(Object.keys(document.paths).length + 1)
    const ratio = calls.getByRole('row').filter({ hasText: '/v5/market/account-ratio' })
    await expect(ratio).toContainText('Works')
    await expectAccessible(page)
  })
  await test.step('the console signs a query with the read-only key, but not an order', async () => {
    await page.getByRole('searchbox', { name: 'Search calls' }).fill('wallet-balance')
    await calls.getByRole('button', { name: 'wallet-balance' }).click()
    await page.getByLabel('API key').fill(made.key)
    await page.getByLabel('Secret', { exact: true }).fill(made.secret)
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(answer).toHaveValue(/"totalWalletBalance": "100000/)
    await send('/v5/position/confirm-pending-mmr')
    await expect(answer).toHaveValue(/"retCode": 10005/)
  })
  await test.step('a revoked key is refused as unknown', async () => {
    await openKeys()
    await dialog.getByRole('button', { name: 'Revoke bot' }).click()
    const question = page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog', { name: 'Revoke API key?' }))
    await question.getByRole('button', { name: 'Revoke', exact: true }).click()
    await expect(dialog).toContainText('No API keys yet')
    await page.keyboard.press('Escape')
    await send('/v5/user/query-api')
    await expect(answer).toHaveValue(/"retCode": 10003/)
  })
  await test.step('the page fits a phone, in German', async () => {
    await page.setViewportSize(phone)
    await page.goto('/de-DE/docs/api')
    await expect(page.getByRole('button', { name: 'Senden' })).toBeVisible()
    const over = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = globalThis.document.documentElement
      return scrollWidth - clientWidth
    })
    expect(over).toBeLessThanOrEqual(0)
    await expectAccessible(page)
  })
})
