// Acts of the keys that a trader can choose; the palette does the same by their names.

import { message } from '../i18n/message-keys.ts'
import { askForConfirmation } from '../shell/dialogs.ts'
import { currentPage } from '../shell/location.ts'
import { isTradePage } from '../shell/routes.ts'
import { requestOfPage } from '../shell/page-requests.ts'
import { symbolOfPage } from '../stores/catalogue.ts'
import type { HotkeyId } from '../shell/hotkeys.ts'
import { heldPositions, isHeld } from '../stores/positions.ts'
import { isAsked } from '../stores/preferences.ts'
import { closeAll } from './closing.ts'
import { beginReversal } from './reversal.ts'
import { cancelAll } from './trading.ts'

/** Does what the keys stand for, with the symbol of the page. */
export function runHotkey(id: HotkeyId): void {
  const symbol = shownSymbol()
  if (symbol !== undefined) acts[id](symbol)
}

function shownSymbol(): string | undefined {
  const page = currentPage()
  return isTradePage(page) ? symbolOfPage(page) : undefined
}

const focus = (selector: string) => (): void =>
  document.querySelector<HTMLElement>(selector)?.focus()

const acts: Record<HotkeyId, (symbol: string) => void> = {
  buy: focus('[data-order-side=Buy]'),
  sell: focus('[data-order-side=Sell]'),
  quantity: focus('#ticket-quantity'),
  cancelSymbol: (symbol) => void cancelAll(symbol),
  cancelAll: () => void cancelAll(),
  closeSymbol: (symbol) => void closeShown(symbol),
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

/** Asked about where the trader wants to be asked about market orders. */
async function closeShown(symbol: string): Promise<void> {
  const title = message('hotkeys.closeSymbol')
  const isMeant =
    !isAsked('market') ||
    (await askForConfirmation({
      title,
      body: message('positions.closeEveryBody'),
      confirm: message('positions.confirmClose'),
    }))
  if (isMeant) await closeAll(symbol)
}
