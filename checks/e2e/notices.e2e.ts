// Notifications: the notice on the page, the push over the socket and the exchange's own state
// agree, appear once, and are kept. The test moves time and prices.

import { resolve } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { calls, type CallAnswer, type CallName, type CallRequest } from '@basis/protocol/calls'
import { userTokenCookie, userTokenHeader } from '@basis/protocol/call'
import { expandOrder } from '@basis/protocol/order'
import { privateSocketPath, privateSocketVersion } from '@basis/protocol/topics/topic'
import { PrivateSocket, Stage } from '../stories/stage.ts'
import { dress } from './appearance.ts'
import {
  desktop,
  dialogPart,
  expect,
  expectAccessible,
  phone,
  takePicture,
  test,
} from './journey.ts'
import { Trader } from './trader.ts'

const symbol = 'BTCUSDT'
const around = { bids: [['64990', '5']], asks: [['65010', '5']] } as const

test.describe('notices', () => {
  let stage: Stage

  test.beforeAll(async () => {
    stage = await Stage.open([symbol, 'BTC/USDT'], resolve('packages/web/dist'))
    await stage.quote(symbol, around)
  })
  test.afterAll(() => stage.close())

  test('each event has one notice, with its reason, which is kept', async ({ page, browser }) => {
    const trader = new Trader(page)
    await page.goto(`${stage.origin}/trade/usdt/${symbol}`)
    await trader.openAccount('notice-reader', 'correct horse battery')
    await trader.keepNotices()
    const wire = await openPrivateSocket(page)

    await test.step('a post-only order that would fill has one notice, cancelled as post-only', async () => {
      await callApi(page, 'createOrder', { ...limit, price: '65010', timeInForce: 'PostOnly' })
      await expect(toast(page, 'Post-only order cancelled')).toContainText(
        'Buy 0.010 BTCUSDT at 65,010.0 – Post-only: would have filled immediately',
      )
      await expect(toast(page, 'Order placed')).toHaveCount(0)
      const [pushed] = await pushedOrders(wire, ({ orderStatus }) => orderStatus === 'Cancelled')
      expect(pushed?.cancelType).toBe('CancelByPostOnly')
      const [kept] = (await trader.ask('orderHistory', {})).list
      expect(kept).toMatchObject({ orderId: pushed?.orderId, cancelType: 'CancelByPostOnly' })
    })

    await test.step('a leverage change that re-margins orders makes no notices of them', async () => {
      const placed = Array.from({ length: 31 }, (_each, k) => ({
        ...limit,
        price: `${60_000 + k}`,
      }))
      for (let from = 0; from < placed.length; from += 20) {
        await callApi(page, 'createBatch', { request: placed.slice(from, from + 20) })
      }
      await expect(toast(page, '31 orders placed')).toBeVisible()
      await trader.closeNotices()
      await callApi(page, 'setLeverage', { symbol, leverage: '15' })
      await expect.poll(async () => (await trader.ask('leverage', { symbol })).leverage).toBe('15')
      await expect(toast(page, /amended/)).toHaveCount(0)
    })

    await test.step('the cancellation of 31 orders is one notice', async () => {
      const orders = await trader.show('Open orders')
      await orders.getByRole('button', { name: 'Cancel all' }).click()
      await page.getByRole('menuitem', { name: `${symbol} only` }).click()
      await expect(toast(page, '31 orders cancelled')).toContainText('+28 more')
      await expect(toast(page, /cancelled/)).toHaveCount(1)
      expect((await trader.ask('openOrders', {})).list).toEqual([])
      await trader.closeNotices()
    })

    await test.step('a muted kind makes no toast, not even for an order of the ticket, and is in the log', async () => {
      await page.getByRole('button', { name: 'Account', exact: true }).click()
      await page.getByRole('menuitemcheckbox', { name: /Notifications: Order placed/ }).click()
      await page.keyboard.press('Escape')
      await trader.place({ side: 'Buy', qty: '0.010', price: '61000' })
      await expect(await trader.row('Open orders', '61,000.0')).toBeVisible()
      await expect(await openLog(page)).toContainText('Order placed')
      await closeLog(page)
      await expect(toast(page, 'Order placed')).toHaveCount(0)
      await expect
        .poll(async () => (await trader.ask('userInfo', {})).preferences.createOrderNotifyClose)
        .toBe(true)
    })

    await test.step('the notice of a liquidation has side, size, price, loss and the reason', async () => {
      await callApi(page, 'cancelAllOrders', {})
      await callApi(page, 'setMarginMode', { symbol, isIsolated: true })
      await callApi(page, 'createOrder', { symbol, side: 'Buy', orderType: 'Market', qty: '1' })
      await expect(toast(page, 'Order filled')).toContainText(
        'Bought 1.000 BTCUSDT at 65,010.0 for 65,010.00 USDT, fee 35.76 USDT',
      )
      const [held] = (await trader.ask('positionList', { symbol })).list
      await stage.quote(symbol, { bids: [], asks: [] })
      // The mark follows the index once there have been prices for long enough (2.2).
      await stage.hold(symbol, '65000', 155)
      await stage.price(symbol, held?.liqPrice ?? '')
      const notice = toast(page, 'Position liquidated')
      await expect(notice).toContainText(/Long 1\.000 BTCUSDT closed at [\d,.]+, P&L -[\d,.]+ USDT/)
      const steps = await pushedSteps(wire)
      expect(steps.map(({ step }) => step)).toEqual(['started', 'takenOver', 'closed'])
      const [closed] = (await trader.ask('closedPnl', { symbol })).list
      expect(steps[2]).toMatchObject({ amount: closed?.closedPnl, size: closed?.closedSize })
      await expect(notice).toContainText(money(closed?.closedPnl))
      await expect(page.getByRole('alert')).toContainText('Position liquidated')
      await takePicture(page, 'notice-liquidated')
      await page.reload()
      await expect(notice).toBeVisible()
      await notice.getByRole('button', { name: 'Why?', includeHidden: true }).click()
      const why = page.getByRole('dialog', { name: 'Liquidation details' })
      await expect(why).toContainText('reached the liquidation price')
      await expect(why).toContainText('taken over by the insurance fund at the bankruptcy price')
      await expect(why).toContainText(money(closed?.closedPnl))
      await expectAccessible(page, dialogPart)
      await takePicture(page, 'liquidation-details')
      await why.getByRole('button', { name: 'Close', exact: true }).last().click()
    })

    await expect.poll(() => entries(page)).not.toEqual([])
    const before = await entries(page)
    await test.step('the log is the same after a reload', async () => {
      await page.reload()
      await expect.poll(() => entries(page)).toEqual(before)
      await expect(toast(page, 'Position liquidated')).toHaveCount(0)
    })

    await test.step('the log is the same on another device of the account', async () => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      const other = await context.newPage()
      await other.goto(`${stage.origin}/trade/usdt/${symbol}`)
      await signIn(other, 'notice-reader', 'correct horse battery')
      await expect.poll(() => entries(other)).toEqual(before)
      await expect(toast(other, 'Position liquidated')).toHaveCount(0)
      await context.close()
    })
  })

  test('the notice of a liquidation under portfolio margin names the parts of the stress', async ({
    page,
  }) => {
    const trader = new Trader(page)
    await stage.move(symbol, '65000', { bids: [['64990', '20']], asks: [['65010', '20']] })
    await page.goto(`${stage.origin}/trade/usdt/${symbol}`)
    await trader.openAccount('portfolio-reader', 'correct horse battery')
    await trader.keepNotices()
    await callApi(page, 'setAccountMode', { setMarginMode: 'PORTFOLIO_MARGIN' })
    await callApi(page, 'createOrder', { symbol, side: 'Buy', orderType: 'Market', qty: '10' })
    await expect((await trader.row('Positions', symbol)).first()).toContainText('10.000')
    await stage.quote(symbol, { bids: [['60500', '20']], asks: [] })
    await stage.hold(symbol, '65000', 155)
    // 10 coins have lost 40,000 of 100,000 and could lose another tenth of their value.
    await stage.price(symbol, '61000')
    const notice = toast(page, 'Liquidation under portfolio margin')
    await expect(notice).toContainText(/Long [\d.]+ BTCUSDT closed at 60,500/)
    await notice.getByRole('button', { name: 'Why?', includeHidden: true }).click()
    const why = page.getByRole('dialog', { name: 'Liquidation details' })
    await expect(why).toContainText(/its positions could lose 6[01],\d{3}\.\d{2} USD together/)
    const parts = (await trader.ask('liquidations', {})).list.find(({ step }) => step === 'started')
    expect(parts?.explanation).toMatchObject({ rule: 'portfolioMaintenance' })
    // 0.03 % of ten coins at 61,000; with perpetuals only there is no delta of any expiry.
    await expect(why.locator('dt:has-text("Perpetuals and futures") + dd')).toContainText(
      /18\d\.\d\d/,
    )
    for (const size of [desktop, phone]) {
      await page.setViewportSize(size)
      for (const theme of ['dark', 'light']) {
        await page.evaluate(dress, theme)
        await expectAccessible(page, dialogPart)
      }
    }
    await takePicture(page, 'liquidation-portfolio')
  })

  test('every order has one notice of its outcome, with the reason', async ({ page }) => {
    const trader = new Trader(page)
    await stage.move(symbol, '65000', around)
    await page.goto(`${stage.origin}/trade/usdt/${symbol}`)
    await trader.openAccount('order-reader', 'correct horse battery')
    await trader.keepNotices()
    const wire = await openPrivateSocket(page)

    await test.step('an FOK order of the ticket that cannot fill in full has one notice', async () => {
      await trader.ticket.getByRole('combobox', { name: 'Time in force' }).click()
      await page.getByRole('option', { name: 'FOK' }).click()
      await trader.place({ side: 'Buy', qty: '5.100', price: '65010' })
      await expect(toast(page, 'Fill-or-kill order cancelled')).toContainText(
        'Buy 5.100 BTCUSDT at 65,010.0 – FOK: could not be filled in full',
      )
      await expect(toast(page, 'Order placed')).toHaveCount(0)
      const [pushed] = await pushedOrders(wire, ({ orderStatus }) => orderStatus === 'Cancelled')
      expect(pushed).toMatchObject({ cancelType: 'CancelByFok', qty: '5.100' })
      const [kept] = (await trader.ask('orderHistory', {})).list
      expect(kept).toMatchObject({ orderId: pushed?.orderId, cancelType: 'CancelByFok' })
      await trader.ticket.getByRole('combobox', { name: 'Time in force' }).click()
      await page.getByRole('option', { name: 'GTC' }).click()
      await trader.closeNotices()
    })

    await test.step('reduce-only orders that lose their position are one notice, with the reason', async () => {
      await callApi(page, 'createOrder', { symbol, side: 'Buy', orderType: 'Market', qty: '0.2' })
      const close = { ...limit, side: 'Sell', qty: '0.100', reduceOnly: true } as const
      await callApi(page, 'createOrder', { ...close, price: '66000' })
      await callApi(page, 'createOrder', { ...close, price: '66100' })
      await expect(await trader.row('Open orders', '66,100.0')).toBeVisible()
      await trader.closeNotices()
      const sell = { symbol, side: 'Sell', orderType: 'Market', qty: '0.2' } as const
      await callApi(page, 'createOrder', { ...sell, reduceOnly: true })
      const notice = toast(page, '2 orders cancelled')
      await expect(notice).toContainText('Reduce-only: no part of the position is left for it')
      await expect(notice).toContainText('Sell 0.100 BTCUSDT at 66,000.0')
      expect((await trader.ask('openOrders', {})).list).toEqual([])
      await notice.getByRole('button', { name: 'Close', includeHidden: true }).click()
      const history = await trader.show('Order history')
      await expect(trader.rowIn(history, '66,100.0')).toContainText(
        'no part of the position is left for it',
      )
      await trader.closeNotices()
    })

    await test.step('a trailing stop that follows the price makes no notices', async () => {
      await callApi(page, 'createOrder', { symbol, side: 'Buy', orderType: 'Market', qty: '0.1' })
      await callApi(page, 'setTpSlTs', { symbol, trailingStop: '500' })
      const mover = await stage.trader()
      const trigger = async (): Promise<number> => {
        const { list } = await trader.ask('openOrders', {})
        return Number(list.find((order) => order.stopOrderType === 'TrailingStop')?.triggerPrice)
      }
      const first = await trigger()
      await trader.closeNotices()
      for (const price of ['65100', '65200', '65300']) {
        await stage.quote(symbol, { bids: [['64990', '5']], asks: [[price, '5']] })
        await mover.ask('createOrder', { symbol, side: 'Buy', orderType: 'Market', qty: '0.001' })
      }
      await expect.poll(trigger).toBe(65_300 - 500)
      expect(first).toBeLessThan(65_300 - 500)
      // The page shows what the exchange pushed after the ratchets, and nothing else.
      await callApi(page, 'createOrder', { ...limit, price: '60000' })
      await expect(toast(page, 'Order placed')).toBeVisible()
      await expect(toast(page, /amended/)).toHaveCount(0)
      await expect(await openLog(page)).not.toContainText('amended')
      await closeLog(page)
      await trader.closeNotices()
    })
  })
})

const limit = {
  symbol,
  side: 'Buy',
  orderType: 'Limit',
  timeInForce: 'GoodTillCancel',
  qty: '0.010',
} as const

/** Makes a call as a page of the account could, with its cookies and its token. */
async function callApi<Name extends CallName>(
  page: Page,
  name: Name,
  request: CallRequest<Name>,
): Promise<CallAnswer<Name>> {
  const { origin } = new URL(page.url())
  const cookies = await page.context().cookies()
  const token = cookies.find((cookie) => cookie.name === userTokenCookie)?.value ?? ''
  const answer = await page.request.post(`${origin}${calls[name].path}`, {
    headers: { [userTokenHeader]: token, origin },
    data: request,
  })
  const body = (await answer.json()) as { ret_code: number; ret_msg: string; result: unknown }
  if (body.ret_code !== 0) throw new Error(`${name}: ${body.ret_msg}`)
  return body.result as CallAnswer<Name>
}

/** Opens a socket that receives what the exchange pushes to the account of a page. */
async function openPrivateSocket(page: Page): Promise<PrivateSocket> {
  const { token } = await callApi(page, 'oneTimeToken', {})
  const { host } = new URL(page.url())
  const socket = new PrivateSocket(`ws://${host}${privateSocketPath}?v=${privateSocketVersion}`)
  await socket.login(token)
  return socket
}

type PushedOrder = NonNullable<ReturnType<typeof expandOrder>>

async function pushedOrders(
  wire: PrivateSocket,
  fits: (order: PushedOrder) => boolean,
): Promise<PushedOrder[]> {
  const read = (message: Record<string, unknown>): PushedOrder[] =>
    message['topic'] === 'user.order' && message['type'] === 'delta'
      ? (message['data'] as unknown[]).flatMap((short) => expandOrder(short) ?? [])
      : []
  const message = await wire.next((each) => read(each).some(fits))
  return read(message as Record<string, unknown>).filter(fits)
}

type Step = CallAnswer<'liquidations'>['list'][number]

async function pushedSteps(wire: PrivateSocket): Promise<Step[]> {
  const message = (await wire.next(
    (each) => each['topic'] === 'user.unify.liquidation' && each['type'] === 'delta',
  )) as { data: Step[] }
  return message.data
}

/**
 * The toast with a title; if it was announced at once, readers cannot see it until it has focus.
 */
const toast = (page: Page, title: string | RegExp): Locator =>
  page
    .getByRole('region', { name: 'Notifications' })
    .locator('[role=dialog], [role=alertdialog]')
    .filter({ hasText: title })

const bell = (page: Page): Locator => page.getByRole('button', { name: /^Notifications/ })

/** Opens the bell and returns its list. */
async function openLog(page: Page): Promise<Locator> {
  await bell(page).click()
  return page.getByRole('dialog', { name: 'Notifications' })
}

async function closeLog(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toHaveCount(0)
}

/** The entries of the log, newest first, without the times. */
async function entries(page: Page): Promise<string[]> {
  const list = await openLog(page)
  const said = await list.getByRole('listitem').allInnerTexts()
  await closeLog(page)
  return said
}

/** Writes a loss as the page does: -3,251.04. */
function money(text = ''): string {
  const [whole = '', places = ''] = text.split('.')
  const rounded = Number(`${whole}.${places}`).toFixed(2)
  return rounded.replace(/\B(?=(?:\d{3})+\.)/g, ',')
}

async function signIn(page: Page, name: string, password: string): Promise<void> {
  await page.getByRole('button', { name: 'I have an account' }).click()
  const dialog = page.locator(dialogPart)
  await dialog.getByLabel('Username').fill(name)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(dialog).toBeHidden()
}
