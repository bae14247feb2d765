// Copy trading at the page: a leader is copied with the requested settings, and copying ends; the
// reversal of a leader's position always asks for confirmation.

import { dialogPart, expect, expectAccessible, test } from './journey.ts'
import { Trader } from './trader.ts'

test('a leader is copied with the settings that were typed, and copying ends', async ({ page }) => {
  const trader = new Trader(page)
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  await page.goto('/copy-trading')
  await expect(page.getByRole('heading', { name: 'Copy trading' })).toBeVisible()
  const dialog = page.locator(dialogPart)
  const copied = page.getByRole('button', { name: 'Copy Trend Rider' })

  await test.step('the form reports what the exchange would refuse, and shows the maximum loss', async () => {
    await copied.click()
    await dialog.getByRole('button', { name: 'Fixed ratio' }).click()
    await dialog.getByRole('textbox', { name: 'Max. slippage' }).fill('11')
    await expect(dialog.getByText('The value must be between 0.01 and 10')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Confirm' })).toBeDisabled()
    await dialog.getByRole('textbox', { name: 'Max. slippage' }).fill('0.8')
    await dialog.getByRole('textbox', { name: 'Total stop loss' }).fill('200')
    await expect(dialog.getByText('Worst case: you lose about 200.00 USDT')).toBeVisible()
    await expectAccessible(page, dialogPart)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('the exchange has the typed settings', async () => {
    const { list } = await trader.ask('follows', {})
    expect(list).toMatchObject([
      {
        leaderName: 'Trend Rider',
        status: 'Following',
        invested: '1000',
        settings: { mode: 'FixedRatio', slippage: '0.008', totalStopLoss: '200' },
      },
    ])
    await expect(page.getByRole('heading', { name: /^Trend Rider/ })).toContainText('Copying')
    await expectAccessible(page)
  })

  await test.step('copying ends, and the money returns', async () => {
    await page.getByRole('button', { name: 'Stop copying' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop copying' }).click()
    await expect(page.getByText('Stopped by you')).toBeVisible()
    const { list } = await trader.ask('follows', {})
    expect(list).toMatchObject([{ status: 'Stopped', equity: '0' }])
  })
})

test('a reversal in a leader’s wallet always asks for confirmation', async ({ page }) => {
  const trader = new Trader(page)
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  // On a phone only the menu leads to it.
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Copy trading' }).click()
  await page.getByRole('tab', { name: 'Lead', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(`Lea ${Date.now() % 1_000_000}`)
  await page.getByRole('button', { name: 'Become a leader' }).click()
  await page.getByRole('textbox', { name: 'Quantity' }).fill('0.01')
  await page.getByRole('button', { name: 'Open long' }).click()
  const detail = async () => (await trader.ask('leaderApplyDetail', {})).positions
  await expect.poll(detail).toMatchObject([{ side: 'Buy', size: '0.010' }])
  const dialog = page.locator(dialogPart)
  await test.step('the TP/SL of the position are those set in the dialog', async () => {
    await page.getByRole('button', { name: 'TP/SL of BTCUSDT' }).click()
    const stop = dialog.getByRole('region', { name: 'Stop-loss' })
    await stop.getByRole('textbox', { name: 'Trigger price' }).fill('30000')
    await expectAccessible(page, dialogPart)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect.poll(detail).toMatchObject([{ takeProfit: '', stopLoss: '30000.0' }])
  })
  await page.getByRole('button', { name: 'Reverse BTCUSDT' }).click()
  await expect(dialog.getByRole('checkbox')).toHaveCount(0)
  await expectAccessible(page, dialogPart)
  await expect(dialog.getByText('Market price')).toBeVisible()
  const sent: unknown[] = []
  page.on('request', (request) => {
    // The form beside it sometimes asks for the maximum quantity.
    const [, call] = /\/common\/order\/(close-all|create)\b/.exec(request.url()) ?? []
    if (call !== undefined) sent.push({ call, ...request.postDataJSON() })
  })
  await dialog.getByRole('button', { name: 'Reverse' }).click()
  await expect.poll(detail).toMatchObject([{ side: 'Sell', size: '0.010' }])
  // Spec 4: copy trading uses a different close-all and create path.
  expect(sent).toMatchObject([
    { call: 'close-all', symbol: 'BTCUSDT', positionIdx: 1 },
    { call: 'create', side: 'Sell', positionIdx: 2, reduceOnly: false, closeOnTrigger: false },
  ])
})
