// A trader at the page, who finds everything by its visible text: the steps of journeys.

import type { Locator, Page } from '@playwright/test'
import { calls, type CallAnswer, type CallName, type CallRequest } from '@basis/protocol/calls'
import { userTokenCookie, userTokenHeader } from '@basis/protocol/call'
import { parseDecimal } from '@basis/domain/numbers/fixed'
import { dialogPart, expect } from './journey.ts'

export type Panel =
  | 'Positions'
  | 'Open orders'
  | 'Algo orders'
  | 'Order history'
  | 'Fills'
  | 'Closed P&L'
  | 'Assets'
  | 'Order book'
  | 'Trades'

export type OrderWords = {
  readonly side: 'Buy' | 'Sell'
  readonly qty: string
  /** A market order if it is missing. */
  readonly price?: string
}

/** One person, one page; elements are found as that person would find them. */
export class Trader {
  readonly page: Page
  readonly figures: Locator
  readonly ticket: Locator
  readonly book: Locator
  readonly status: Locator

  constructor(page: Page) {
    this.page = page
    this.figures = page.getByRole('region', { name: 'Market statistics' })
    this.ticket = page.getByRole('region', { name: 'Order', exact: true })
    this.book = page.getByRole('region', { name: 'Order book' })
    this.status = page.getByRole('region', { name: 'Status' })
  }

  /** Opens the trade page and waits until prices arrive. */
  async open(symbol: string, origin = ''): Promise<void> {
    await this.page.goto(`${origin}/trade/usdt/${symbol}`)
    await this.isLive()
  }

  async isLive(): Promise<void> {
    await expect(this.status.getByRole('button', { name: 'Connection: Live' })).toBeVisible()
    await expect(this.lastPrice()).not.toContainText('--')
  }

  lastPrice(): Locator {
    return this.figures.getByText('Last price').locator('..')
  }

  /** Becomes a demo trader with the ticket's button. */
  async getDemoFunds(): Promise<void> {
    await this.ticket.getByRole('button', { name: 'Get 100,000 demo USDT' }).click()
    await expect(this.ticket.getByText('Available').locator('..')).toContainText('100,000.00 USDT')
  }

  /** Opens an account with a name and a password, from a visitor's ticket. */
  async openAccount(username: string, password: string): Promise<void> {
    await this.ticket.getByRole('button', { name: 'I have an account' }).click()
    const dialog = this.page.locator(dialogPart)
    await dialog.getByRole('button', { name: 'New here? Create an account' }).click()
    await dialog.getByLabel('Username').fill(username)
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Create account' }).click()
    await expect(dialog).toBeHidden()
    await expect(this.ticket.getByRole('button', { name: 'Buy / Long' })).toBeVisible()
  }

  /** Shows the panel of a tab and returns it. */
  async show(panel: Panel): Promise<Locator> {
    const tab = this.page.getByRole('tab', { name: panel })
    // While the docking library loads, each tab is briefly there twice.
    await expect(async () => {
      await expect(tab).toHaveCount(1)
      await tab.click({ timeout: 5_000 })
    }).toPass()
    return this.page.getByRole('tabpanel', { name: panel })
  }

  async fillTicket({ qty, price }: OrderWords): Promise<void> {
    await this.ticket.getByRole('tab', { name: price === undefined ? 'Market' : 'Limit' }).click()
    if (price !== undefined) await this.ticket.getByRole('textbox', { name: 'Price' }).fill(price)
    await this.ticket.getByRole('textbox', { name: 'Quantity' }).fill(qty)
  }

  async sendTicket(side: OrderWords['side']): Promise<void> {
    const name = side === 'Buy' ? 'Buy / Long' : 'Sell / Short'
    await this.ticket.getByRole('button', { name, exact: true }).click()
  }

  async place(order: OrderWords): Promise<void> {
    await this.fillTicket(order)
    await this.sendTicket(order.side)
  }

  /** Returns the row (or, on a phone, the card) of a panel's list that contains all the texts. */
  async row(panel: Panel, ...words: readonly (string | RegExp)[]): Promise<Locator> {
    const inside = await this.show(panel)
    return this.rowIn(inside, ...words)
  }

  rowIn(inside: Locator, ...words: readonly (string | RegExp)[]): Locator {
    const rows = inside.getByRole('row').or(inside.getByRole('listitem'))
    return words.reduce((found, hasText) => found.filter({ hasText }), rows)
  }

  /**
   * Lets toasts stay until they are closed, as while another window has the focus: on a busy
   * machine their five seconds may be over before a journey looks. Lasts until the page is loaded
   * again.
   */
  async keepNotices(): Promise<void> {
    await this.page.evaluate(() => {
      setInterval(() => dispatchEvent(new FocusEvent('blur')), 200)
    })
  }

  /** Closes the toasts, so that they are not on a screenshot. */
  async closeNotices(): Promise<void> {
    const notices = this.page.getByRole('region', { name: 'Notifications' })
    const close = notices.getByRole('button', { name: 'Close', includeHidden: true })
    await expect(async () => {
      if ((await close.count()) > 0) await close.first().click({ timeout: 1_000 })
      await expect(close).toHaveCount(0, { timeout: 300 })
    }).toPass()
  }

  /** Calls the exchange as this person's page could, with its cookies. */
  async ask<Name extends CallName>(
    name: Name,
    request: CallRequest<Name>,
  ): Promise<CallAnswer<Name>> {
    const { method, path } = calls[name]
    if (method !== 'GET') throw new Error(`${name} changes something: let the page do it`)
    const params = Object.fromEntries(
      Object.entries(request).map(([key, value]) => [key, String(value)]),
    )
    const answer = await this.page.request.get(new URL(path, this.page.url()).href, { params })
    // Calls under `/v5` are answered in the newer format.
    const body = (await answer.json()) as Partial<Record<string, unknown>>
    const { ret_code: code = body['retCode'], ret_msg: text = body['retMsg'] } = body
    if (code !== 0) throw new Error(`${name}: ${String(text)}`)
    return body['result'] as CallAnswer<Name>
  }

  /** Sets up a journey's initial state, as this person and without the page. */
  async arrange<Name extends CallName>(
    name: Name,
    request: CallRequest<Name>,
  ): Promise<CallAnswer<Name>> {
    const { path } = calls[name]
    const cookies = await this.page.context().cookies()
    const token = cookies.find((cookie) => cookie.name === userTokenCookie)?.value ?? ''
    const answer = await this.page.request.post(new URL(path, this.page.url()).href, {
      data: request,
      headers: { [userTokenHeader]: token },
    })
    const body = (await answer.json()) as { ret_code: number; ret_msg: string; result: unknown }
    if (body.ret_code !== 0) throw new Error(`${name}: ${decodeURIComponent(body.ret_msg)}`)
    return body.result as CallAnswer<Name>
  }

  /** The current best price of a side at the exchange; undefined for an empty side. */
  async best(symbol: string, side: 'bids' | 'asks'): Promise<string | undefined> {
    const depth = await this.ask('depth', { symbol, limit: '50' })
    return (side === 'bids' ? depth.b : depth.a)[0]?.[0]
  }

  /** The wallet's exact balance of a coin, in 1e-8. */
  async balance(coin: string): Promise<bigint> {
    const { coins } = await this.ask('wallet', {})
    return exact(coins.find((each) => each.coin === coin)?.walletBalance ?? '0')
  }

  /** The same without funding, which falls due at fixed hours, whatever a journey does. */
  async balanceWithoutFunding(coin: string): Promise<bigint> {
    const { list } = await this.ask('transactionLog', { coin })
    const funding = list.filter(({ type }) => type === 'Funding')
    return funding.reduce((left, { change }) => left - exact(change), await this.balance(coin))
  }
}

/** Returns a decimal text in 1e-8; throws if it has more decimals. */
export function exact(text: string): bigint {
  const value = parseDecimal(text, 8)
  if (value === undefined) throw new Error(`${text} is no decimal of at most eight places`)
  return value
}

/** Returns a decimal text changed by some 1e-8, with as many decimals as the text has. */
export function moved(text: string, byE8: bigint): string {
  const places = text.split('.')[1]?.length ?? 0
  const value = exact(text) + byE8
  const digits = value.toString().padStart(9, '0')
  const whole = digits.slice(0, -8)
  return places === 0 ? whole : `${whole}.${digits.slice(-8, digits.length - 8 + places)}`
}

/** Groups the digits of a price as the page does: 64000.5 is 64,000.5. */
export function grouped(text: string): string {
  const [whole = '', places] = text.split('.')
  const words = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return places === undefined ? words : `${words}.${places}`
}
