// Actions of the configurable keyboard shortcuts; the palette offers the same by name.

import { ticksAroundE8 } from '@basis/domain/instrument/instrument'
import { message } from '../i18n/message-keys.ts'
import { currentPage } from '../shell/location.ts'
import { isTradePage } from '../shell/routes.ts'
import { hotkeyNames, type HotkeyId } from '../shell/hotkeys.ts'
import { notify } from '../shell/notices.ts'
import { requestOfPage, type TicketKey } from '../shell/page-requests.ts'
import { listingOf, nameOf, symbolOfPage } from '../stores/catalogue.ts'
import { figuresNow } from '../stores/position-figures.ts'
import { heldPositions, isHeld } from '../stores/positions.ts'
import { tickerStore } from '../stores/tickers.ts'
import { closeAll, closeParts, isCloseIntended } from './closing.ts'
import { beginReversal } from './reversal.ts'
import { setTpsl } from './tpsl.ts'
import { cancelAll } from './trading.ts'

/** Runs a shortcut's action on the page's symbol. */
export function runHotkey(id: HotkeyId): void {
  const symbol = shownSymbol()
  if (symbol !== undefined) acts[id](symbol)
}

function shownSymbol(): string | undefined {
  const page = currentPage()
  return isTradePage(page) ? symbolOfPage(page) : undefined
}

/** Clicks a button of the page; one that is disabled or missing is ignored. */
const press = (selector: string) => (): void =>
  document.querySelector<HTMLElement>(selector)?.click()

const inTicket = (key: TicketKey) => (): void => requestOfPage(key)
const size = (value: number) => inTicket({ part: 'percent', value })
const part = (percent: 25 | 50 | 75) => (symbol: string) => void closePart(symbol, percent)

const focus = (selector: string) => (): void =>
  document.querySelector<HTMLElement>(selector)?.focus()

const acts: Record<HotkeyId, (symbol: string) => void> = {
  buy: focus('[data-order-side=Buy]'),
  sell: focus('[data-order-side=Sell]'),
  quantity: focus('#ticket-quantity'),
  limit: inTicket({ part: 'kind', value: 'Limit' }),
  market: inTicket({ part: 'kind', value: 'Market' }),
  conditional: inTicket({ part: 'kind', value: 'Conditions' }),
  size25: size(25),
  size50: size(50),
  size75: size(75),
  size100: size(100),
  postOnly: inTicket({ part: 'box', value: 'postOnly' }),
  reduceOnly: inTicket({ part: 'box', value: 'reduceOnly' }),
  tpsl: inTicket({ part: 'box', value: 'tpsl' }),
  sendBuy: press('[data-order-side=Buy]'),
  sendSell: press('[data-order-side=Sell]'),
  cancelSymbol: (symbol) => void cancelAll(symbol),
  cancelAll: () => void cancelAll(),
  close25: part(25),
  close50: part(50),
  close75: part(75),
  closeSymbol: (symbol) => void closeShown(symbol),
  breakEven: (symbol) => void stopAtBreakEven(symbol),
  reverse: (symbol) => {
    const [held] = heldIn(symbol)
    if (held !== undefined) beginReversal(symbol, held.positionIdx)
  },
  longerInterval: () => requestOfPage('longerInterval'),
  shorterInterval: () => requestOfPage('shorterInterval'),
  ladder: () => requestOfPage('toggleLadder'),
  centreLadder: () => requestOfPage('centreLadder'),
  bracket: () => requestOfPage('bracket'),
}

const heldIn = (symbol: string) =>
  heldPositions().flatMap(({ position }) =>
    position.symbol === symbol && isHeld(position) ? [position] : [],
  )

async function closeShown(symbol: string): Promise<void> {
  if (await isCloseIntended(hotkeyNames.closeSymbol, message('positions.closeEveryBody'))) {
    await closeAll(symbol)
  }
}

/** Closes a part of a symbol's position, of both sides in hedge mode. */
async function closePart(symbol: string, percent: 25 | 50 | 75): Promise<void> {
  const held = heldIn(symbol)
  if (held.length === 0) return notifyNothingHeld()
  const body = message('notices.verbatim', { text: nameOf(symbol) })
  if (!(await isCloseIntended(hotkeyNames[`close${percent}`], body))) return
  await closeParts(held, percent)
}

/**
 * Places a stop-loss at a symbol's break-even price, fees and funding included; the exchange
 * decides whether the price is far enough.
 */
async function stopAtBreakEven(symbol: string): Promise<void> {
  const instrument = listingOf(symbol)?.instrument
  const ticker = tickerStore.current(symbol)
  const held = heldIn(symbol)
  if (held.length === 0) return notifyNothingHeld()
  // In one turn, as in `closeParts`.
  const sent = held.flatMap((position) => {
    const figures = instrument && figuresNow(position, instrument, ticker, 'MarkPrice')
    if (instrument === undefined || figures === undefined || figures.breakEvenE8 === 0) return []
    const { floor, roof } = ticksAroundE8(instrument, figures.breakEvenE8)
    const triggerTicks = position.side === 'Buy' ? roof : floor
    const stopLoss = { triggerTicks, triggerBy: 'LastPrice', orderType: 'Market' } as const
    const terms = { mode: 'Full', stopLoss } as const
    return [setTpsl(position, instrument, { terms, before: undefined })]
  })
  await Promise.all(sent)
}

const notifyNothingHeld = (): void =>
  notify({ kind: 'closeAll', tone: 'info', title: message('positions.nothingToClose') })
