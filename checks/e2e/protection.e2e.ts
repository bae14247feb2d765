// TP/SL at the page: of the entire position and of a part, changed, cancelled, and a trailing stop.

import { dialogPart, expect, expectAccessible, takePicture, test } from './journey.ts'
import { exact, grouped, moved, Trader } from './trader.ts'

test('a position is protected by TP/SL of all of it, by partial TP/SL and by a trailing stop', async ({
  page,
}) => {
  const trader = new Trader(page)
  const dialog = page.locator(dialogPart)
  const field = (side: 'Take-profit' | 'Stop-loss', name: string) =>
    dialog.getByRole('region', { name: side }).getByRole('textbox', { name })
  const confirm = () => dialog.getByRole('button', { name: 'Confirm' }).click()
  const held = async () => (await trader.ask('positionList', { symbol: 'SOLUSDT' })).list[0]
  await trader.open('SOLUSDT')
  await trader.getDemoFunds()
  await trader.place({ side: 'Buy', qty: '10' })
  const row = await trader.row('Positions', 'SOLUSDT')
  const edit = row.getByRole('button', { name: /^TP\/SL of SOLUSDT/ })
  await test.step('a hint points at partial TP/SL the first time, and never again', async () => {
    const hint = page.getByRole('dialog', { name: 'New: TP/SL for a part of the position' })
    const saved = page.waitForRequest(/pref-setting/)
    await edit.click()
    await expect(hint).toBeVisible()
    await expectAccessible(page, dialogPart)
    await takePicture(page, 'first-use-hint')
    await hint.getByRole('button', { name: 'Got it' }).click()
    await expect(hint).toBeHidden()
    await expect(field('Take-profit', 'ROI (%)')).toBeVisible()
    expect((await saved).postDataJSON()).toEqual({
      upsert_keys: { partialTpslTipStatus: 'hide' },
    })
    await page.reload()
    await edit.click()
    await expect(field('Take-profit', 'ROI (%)')).toBeVisible()
    await expect(hint).toHaveCount(0)
    await page.keyboard.press('Escape')
  })
  await test.step('TP/SL of the entire position are set by ROI', async () => {
    await edit.click()
    await field('Take-profit', 'ROI (%)').fill('60')
    await field('Stop-loss', 'ROI (%)').fill('40')
    await expect(field('Stop-loss', 'ROI (%)')).toHaveValue('-40')
    await expect(dialog.getByText(/Expected P&L -/)).toBeVisible()
    await expectAccessible(page, dialogPart)
    await confirm()
    await expect(dialog).toBeHidden()
    const position = await held()
    expect(position?.fullTpsl?.tpSlMode).toBe('Full')
    await expect(edit).toContainText(position?.takeProfit ?? 'nothing')
  })
  await test.step('a stop-loss on the wrong side is refused at its field, and nothing is sent', async () => {
    await edit.click()
    const before = await field('Stop-loss', 'Trigger price').inputValue()
    await field('Stop-loss', 'Trigger price').fill('9000')
    await expect(dialog.getByText(/Stop-loss cannot be above/)).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Confirm' })).toBeDisabled()
    await field('Stop-loss', 'Trigger price').fill(before)
    await expect(dialog.getByRole('button', { name: 'Confirm' })).toBeEnabled()
  })
  await test.step('the reference price of both stays until its button updates it', async () => {
    const reference = dialog.getByText('Reference price').locator('xpath=ancestor::dt/..')
    const shown = await reference.innerText()
    const [atOpening = ''] = /[\d,]+\.\d+/.exec(shown) ?? []
    expect(atOpening).not.toBe('')
    // The page behind a dialog is hidden from readers.
    const last = page
      .getByRole('region', { name: 'Market statistics', includeHidden: true })
      .getByText('Last price')
      .locator('..')
    const hasMoved = () => expect(last).not.toContainText(atOpening)
    await hasMoved()
    await expect(reference).toHaveText(shown, { useInnerText: true })
    // The last price may be back at the old one at the very moment of the update.
    await expect(async () => {
      await hasMoved()
      await dialog.getByRole('button', { name: 'Update the reference price' }).click()
      await expect(reference).not.toContainText(atOpening, { timeout: 1_000 })
    }).toPass()
  })
  await test.step('partial TP/SL are an entry of their own', async () => {
    await dialog.getByRole('button', { name: /Partial position/ }).click()
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await field('Take-profit', 'ROI (%)').fill('30')
    await expect(dialog.getByText(/Enter a quantity/)).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Quantity' }).fill('4')
    await confirm()
    await expect(dialog.getByText('Entry for 4.0 SOL')).toBeVisible()
    await expectAccessible(page, dialogPart)
  })
  await test.step('the entry of partial TP/SL is changed', async () => {
    await dialog.getByRole('button', { name: 'Modify' }).click()
    await dialog.getByRole('textbox', { name: 'Quantity' }).fill('3')
    await confirm()
    await expect(dialog.getByText('Entry for 3.0 SOL')).toBeVisible()
    expect((await held())?.partialTpslList?.map(({ qty }) => qty)).toEqual(['3.0'])
  })
  await test.step('Cancel all removes the partial TP/SL and keeps those of the entire position', async () => {
    await dialog.getByRole('button', { name: 'Cancel all' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel all' }).click()
    await expect(dialog.getByText('No partial TP/SL yet')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    expect((await held())?.fullTpsl).toBeDefined()
  })
  await test.step('a trailing stop is set by rate and active at once', async () => {
    await row.getByRole('button', { name: /^Trailing stop of SOLUSDT/ }).click()
    await dialog.getByRole('button', { name: 'Rate (%)' }).click()
    await dialog.getByRole('textbox', { name: 'Retracement' }).fill('2.5')
    await expectAccessible(page, dialogPart)
    await confirm()
    await expect(dialog).toBeHidden()
    expect((await held())?.trailValuePercentageE4).toBe(250)
    await expect(row.getByRole('button', { name: /^Trailing stop of SOLUSDT/ })).toContainText(
      '2.50%',
    )
  })
})

test('an order brings its TP/SL, and a conditional order waits for its trigger', async ({
  page,
}) => {
  const trader = new Trader(page)
  await trader.open('SOLUSDT')
  await trader.getDemoFunds()
  const last = await trader.best('SOLUSDT', 'asks')
  const at = (share: bigint): string => moved(last ?? '', (exact(last ?? '0') * share) / 100n)
  const field = (name: string) =>
    trader.ticket.getByRole('textbox', { name: new RegExp(`^${name}`) })
  await test.step('a market order with TP/SL opens a position that has them at once', async () => {
    await trader.fillTicket({ side: 'Buy', qty: '10' })
    await trader.ticket.getByRole('checkbox', { name: 'TP/SL' }).click()
    await field('TP').fill(at(5n))
    await field('SL').fill(at(-5n))
    await expectAccessible(page)
    await trader.sendTicket('Buy')
    const row = await trader.row('Positions', 'SOLUSDT')
    await expect(row.getByRole('button', { name: /^TP\/SL of SOLUSDT: / })).toBeVisible()
  })
  await test.step('a conditional order waits for the mark price', async () => {
    // The TP/SL that were sent stay in the form: this order is to bring none.
    await trader.ticket.getByRole('checkbox', { name: 'TP/SL' }).click()
    await trader.ticket.getByRole('tab', { name: 'Conditional' }).click()
    await trader.ticket.getByRole('combobox', { name: 'Trigger by' }).click()
    await page.getByRole('option', { name: 'Mark' }).click()
    await field('Trigger').fill(at(-3n))
    await trader.ticket.getByRole('button', { name: 'Market', exact: true }).click()
    await trader.ticket.getByRole('textbox', { name: 'Quantity' }).fill('2')
    await trader.sendTicket('Sell')
    const row = await trader.row('Open orders', 'Conditional')
    await expect(row).toContainText(`Mark ≤ ${grouped(at(-3n))}`)
  })
  await test.step('open orders are listed by kind', async () => {
    const panel = await trader.show('Open orders')
    await panel.getByRole('tab', { name: 'TP/SL (2)' }).click()
    await expect(trader.rowIn(panel, 'SOLUSDT')).toHaveCount(2)
    await expect(trader.rowIn(panel, 'Take-profit', `Last ≥ ${grouped(at(5n))}`)).toHaveCount(1)
    await panel.getByRole('tab', { name: 'OCO' }).click()
    await expect(panel.getByText('No open orders')).toBeVisible()
  })
  await test.step('the position is closed at a maintenance margin rate', async () => {
    const row = await trader.row('Positions', 'SOLUSDT')
    await row.getByRole('button', { name: 'MMR close of SOLUSDT' }).click()
    const dialog = page.locator(dialogPart)
    const rate = dialog.getByRole('textbox', { name: 'Trigger MMR' })
    await rate.fill('95')
    await expect(dialog.getByText(/^Must be above .* and at most 90%$/)).toBeVisible()
    await expectAccessible(page, dialogPart)
    await rate.fill('72.5')
    const sent = page.waitForRequest(/set-mmr-close/)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    expect((await sent).postDataJSON()).toEqual({
      symbol: 'SOLUSDT',
      positionIdx: 0,
      triggerRateE4: 7250,
    })
    await expect(dialog).toBeHidden()
    await expect(row.getByRole('button', { name: /^MMR close of SOLUSDT/ })).toContainText('72.50%')
    const held = async () => (await trader.ask('positionList', { symbol: 'SOLUSDT' })).list[0]
    expect(await held()).toMatchObject({ mmrCloseRateE4: 7250 })
    const panel = await trader.show('Open orders')
    await panel.getByRole('tab', { name: 'MMR close (1)' }).click()
    const order = trader.rowIn(panel, 'SOLUSDT')
    await expect(order).toContainText('MMR ≥ 72.50%')
    await order.getByRole('button', { name: /^Cancel/ }).click()
    await expect(panel.getByText('No open orders')).toBeVisible()
    expect(await held()).not.toHaveProperty('mmrCloseRateE4')
  })
})

test('the TP/SL of a resting order are added, changed and removed', async ({ page }) => {
  const trader = new Trader(page)
  await trader.open('SOLUSDT')
  await trader.getDemoFunds()
  const dialog = page.locator(dialogPart)
  const field = (side: 'Take-profit' | 'Stop-loss', name: string) =>
    dialog.getByRole('region', { name: side }).getByRole('textbox', { name })
  const last = (await trader.best('SOLUSDT', 'asks')) ?? ''
  const away = (share: bigint): string => moved(last, (exact(last) * share) / 100n)
  await trader.place({ side: 'Buy', qty: '3', price: away(-8n) })
  const row = await trader.row('Open orders', 'SOLUSDT')
  const edit = row.getByRole('button', { name: /^TP\/SL of Buy 3\.0 SOLUSDT at/ })
  const brought = async () => (await trader.ask('openOrders', { symbol: 'SOLUSDT' })).list[0]
  const confirm = async () => {
    const sent = page.waitForRequest(/order\/replace/)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog).toBeHidden()
    return (await sent).postDataJSON() as unknown
  }
  await expect(edit).toHaveText('Add')
  const { orderId, price } = (await brought()) ?? {}
  await test.step('they are checked against the price of the order, not the last price', async () => {
    await edit.click()
    await page.getByRole('button', { name: 'Got it' }).click()
    await expect(dialog.getByText('Order price').locator('..')).toContainText(price ?? 'none')
    await field('Take-profit', 'Trigger price').fill(away(-9n))
    await expect(dialog.getByText('Take-profit cannot be below the order price')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Confirm' })).toBeDisabled()
    await expectAccessible(page, dialogPart)
  })
  await test.step('Partial position can be chosen while the order has no TP/SL', async () => {
    await dialog.getByRole('button', { name: /Partial position/ }).click()
    await field('Take-profit', 'Trigger price').fill(away(-3n))
    await field('Stop-loss', 'Trigger price').fill(away(-12n))
    const asked = { tpSlMode: 'Partial', takeProfit: away(-3n), stopLoss: away(-12n) }
    expect(await confirm()).toMatchObject({ symbol: 'SOLUSDT', orderId, ...asked })
    await expect.poll(brought).toMatchObject({ orderId, price, qty: '3.0', ...asked })
    await expect(row).toContainText(away(-3n))
  })
  await test.step('Entire position cannot be chosen while partial TP/SL are changed', async () => {
    await edit.click()
    await expect(dialog.getByText('Applies to').locator('..')).toContainText('Partial position')
    await expect(dialog.getByRole('button', { name: 'Entire position' })).toHaveCount(0)
    await field('Take-profit', 'Trigger price').fill('')
    await field('Stop-loss', 'Trigger price').fill(away(-11n))
    expect(await confirm()).toMatchObject({ tpSlMode: 'Partial', takeProfit: '0' })
    await expect.poll(brought).toMatchObject({ orderId, stopLoss: away(-11n) })
    expect(await brought()).not.toHaveProperty('takeProfit')
  })
  await test.step('the last leg is removed', async () => {
    await edit.click()
    await field('Stop-loss', 'Trigger price').fill('')
    await confirm()
    await expect(edit).toHaveText('Add')
    expect(await brought()).not.toHaveProperty('stopLoss')
  })
})

test('an order brings the partial TP/SL that were set in the dialog', async ({ page }) => {
  const trader = new Trader(page)
  await trader.open('SOLUSDT')
  await trader.getDemoFunds()
  const dialog = page.locator(dialogPart)
  const part = (side: 'Take-profit' | 'Stop-loss') => dialog.getByRole('region', { name: side })
  const field = (side: 'Take-profit' | 'Stop-loss', name: string) =>
    part(side).getByRole('textbox', { name })
  const last = (await trader.best('SOLUSDT', 'asks')) ?? ''
  const away = (share: bigint): string => moved(last, (exact(last) * share) / 100n)
  const { ticket } = trader
  await trader.fillTicket({ side: 'Buy', qty: '3', price: away(-10n) })
  await ticket.getByRole('checkbox', { name: 'TP/SL' }).click()
  await ticket.getByRole('button', { name: 'Advanced TP/SL' }).click()
  await test.step('partial TP/SL are typed as ROI and as P&L, with a trigger basis and a limit price', async () => {
    await dialog.getByRole('button', { name: /Partial position/ }).click()
    await field('Take-profit', 'ROI (%)').fill('100')
    await part('Take-profit').getByRole('combobox', { name: 'Trigger by' }).click()
    await page.getByRole('option', { name: 'Mark' }).click()
    await part('Take-profit').getByRole('combobox', { name: 'Order type' }).click()
    await page.getByRole('option', { name: 'Limit' }).click()
    const confirm = dialog.getByRole('button', { name: 'Confirm' })
    // A limit order needs its price.
    await expect(confirm).toBeDisabled()
    const trigger = await field('Take-profit', 'Trigger price').inputValue()
    await field('Take-profit', 'Limit price').fill(trigger)
    await part('Stop-loss').getByRole('combobox', { name: 'Enter as' }).click()
    await page.getByRole('option', { name: /P&L/ }).click()
    await field('Stop-loss', 'P&L').fill('12')
    await expect(field('Stop-loss', 'P&L')).toHaveValue('-12')
    await expect(part('Stop-loss').getByText(/Expected P&L -1[12]\.\d\d USDT/)).toBeVisible()
    await expect(dialog.getByText('Risk/reward')).toBeVisible()
    await expectAccessible(page, dialogPart)
    await confirm.click()
    await expect(dialog).toBeHidden()
  })
  const prices = {
    takeProfit: await ticket.getByRole('textbox', { name: 'TP', exact: true }).inputValue(),
    stopLoss: await ticket.getByRole('textbox', { name: 'SL', exact: true }).inputValue(),
  }
  await expect(
    ticket.getByText(`Partial position · TP Mark · Limit ${prices.takeProfit}`),
  ).toBeVisible()
  const [request] = await Promise.all([
    page.waitForRequest((each) => each.url().includes('/order/create')),
    trader.sendTicket('Buy'),
  ])
  const asked = {
    ...prices,
    tpSlMode: 'Partial',
    tpTriggerBy: 'MarkPrice',
    tpOrderType: 'Limit',
    limitTakeProfit: prices.takeProfit,
    slTriggerBy: 'LastPrice',
    slOrderType: 'Market',
  }
  expect(request.postDataJSON()).toMatchObject({ qty: '3.0', ...asked })
  const resting = async () => (await trader.ask('openOrders', { symbol: 'SOLUSDT' })).list
  await expect.poll(resting).toMatchObject([{ qty: '3.0', ...asked }])
  await test.step('TP/SL of the entire position are market orders only', async () => {
    await ticket.getByRole('button', { name: 'Advanced TP/SL' }).click()
    await dialog.getByRole('button', { name: 'Entire position' }).click()
    await expect(part('Take-profit').getByRole('textbox', { name: 'Limit price' })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await trader.fillTicket({ side: 'Buy', qty: '2', price: away(-10n) })
    const [full] = await Promise.all([
      page.waitForRequest((each) => each.url().includes('/order/create')),
      trader.sendTicket('Buy'),
    ])
    expect(full.postDataJSON()).toMatchObject({
      ...prices,
      tpSlMode: 'Full',
      tpOrderType: 'Market',
    })
    expect(full.postDataJSON()).not.toHaveProperty('limitTakeProfit')
  })
  await test.step('the preferences are the defaults of new TP/SL', async () => {
    const box = ticket.getByRole('checkbox', { name: 'TP/SL' })
    const open = ticket.getByRole('button', { name: 'Advanced TP/SL' })
    await open.click()
    await dialog.getByRole('button', { name: 'TP/SL preferences' }).click()
    const preferences = page.getByRole('dialog', { name: 'TP/SL preferences' })
    const stop = preferences.getByRole('group', { name: 'Stop-loss' })
    await stop.getByRole('combobox', { name: 'Trigger by' }).click()
    await page.getByRole('option', { name: 'Index' }).click()
    await stop.getByRole('combobox', { name: 'Enter as' }).click()
    await page.getByRole('option', { name: 'Change (%)' }).click()
    await expectAccessible(page, dialogPart)
    await page.keyboard.press('Escape')
    await expect(preferences).toBeHidden()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await box.click()
    await box.click()
    await open.click()
    await expect(part('Stop-loss').getByRole('combobox', { name: 'Trigger by' })).toHaveText(
      'Index',
    )
    await expect(field('Stop-loss', 'Change (%)')).toBeVisible()
    await expect(part('Take-profit').getByRole('combobox', { name: 'Trigger by' })).toHaveText(
      'Last',
    )
  })
})

test('an order brings a trailing stop, which the position it opens then has', async ({ page }) => {
  const trader = new Trader(page)
  await trader.open('SOLUSDT')
  await trader.getDemoFunds()
  const dialog = page.locator(dialogPart)
  const { ticket } = trader
  await trader.fillTicket({ side: 'Buy', qty: '3' })
  await ticket.getByRole('checkbox', { name: 'TP/SL' }).click()
  const field = (name: string) => dialog.getByRole('textbox', { name })
  await test.step('the bounds of a retracement are named where it is typed', async () => {
    await ticket.getByRole('button', { name: 'Advanced TP/SL' }).click()
    await dialog.getByRole('button', { name: 'Rate (%)' }).click()
    for (const outside of ['0', '100']) {
      await field('Retracement').fill(outside)
      await expect(field('Retracement')).toHaveAccessibleDescription(
        'Must be between 0.01 and 99.99',
      )
      await expect(dialog.getByRole('button', { name: 'Confirm' })).toBeDisabled()
    }
    await field('Retracement').fill('12.5')
    await expectAccessible(page, dialogPart)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(ticket.getByText('Trailing stop 12.5%')).toBeVisible()
  })
  const [request] = await Promise.all([
    page.waitForRequest((each) => each.url().includes('/order/create')),
    trader.sendTicket('Buy'),
  ])
  expect(request.postDataJSON()).toMatchObject({ qty: '3.0', trailValuePercentageE4: 1250 })
  const row = await trader.row('Positions', 'SOLUSDT')
  await expect(row.getByRole('button', { name: /^Trailing stop of SOLUSDT: 12.50%/ })).toBeVisible()
  const held = async () => (await trader.ask('positionList', { symbol: 'SOLUSDT' })).list[0]
  expect(await held()).toMatchObject({ trailValuePercentageE4: 1250 })
})
