// Requests to open dialogs: features ask by message, app/DialogHost.tsx shows them.

import { create } from 'zustand'
import type { AlertOperator, MarketFigure } from '@basis/domain/alerts/alert'
import type { CallRequest } from '@basis/protocol/calls'
import type { Message } from '../i18n/message-keys.ts'

/** A yes-or-no question before something happens. */
export type ConfirmRequest = {
  kind: 'confirm'
  title: Message
  body: Message
  confirm: Message
  dangerous?: boolean
  /** A box under the question; `onChosen` is called when it was ticked and the answer is yes. */
  notAgain?: { readonly label: Message; readonly onChosen: () => void }
  /** Called once, with the answer; closing the dialog is a no. */
  onAnswer: (answer: boolean) => void
}

/** Which columns a table shows and in what order; columns that always stand are not among them. */
export type ColumnsRequest = {
  kind: 'columns'
  table: string
  title: Message
  columns: readonly { id: string; titles: readonly Message[] }[]
}

/** The form of an algorithmic order, with what was typed elsewhere already. */
export type StrategyRequest = {
  kind: 'strategy'
  symbol: string
  side: 'Buy' | 'Sell'
  /** As it would be typed there. */
  qty?: string
  reduceOnly?: boolean
  /** A rule that is changed where it runs, or the terms of one that has ended begin again. */
  rule?: { ruleId: string; isChange: boolean }
}

/** The row of a history that is explained, as the exchange is asked for it. */
export type ExplainRequest = { kind: 'explain'; asked: CallRequest<'explainRow'> }

/** What a new alert begins with; the value as the wire has it. */
export type AlertStart = {
  readonly symbols: readonly string[]
  readonly figure?: MarketFigure
  readonly operator?: AlertOperator
  readonly value?: string
}

/** The list of alerts, or the form of a new one or of one that is changed. */
export type AlertsRequest = { kind: 'alerts'; make?: AlertStart; editId?: string }

/** Every dialog of the terminal, with what it needs to know. A new dialog is one more line here. */
export type DialogRequest =
  | ConfirmRequest
  | { kind: 'signIn'; view: 'demo' | 'signIn' | 'register' }
  | { kind: 'symbolSearch' }
  | ColumnsRequest
  | { kind: 'palette' }
  | { kind: 'hotkeys' }
  | { kind: 'sounds' }
  | { kind: 'apiKeys' }
  | AlertsRequest
  | { kind: 'leverage'; symbol: string }
  | { kind: 'spotMargin' }
  | { kind: 'portfolioMargin' }
  | { kind: 'loan'; coin: string; act: 'borrow' | 'repay' }
  | { kind: 'marginMode'; symbol: string }
  | { kind: 'positionMode'; symbol: string }
  | { kind: 'addMargin'; symbol: string; positionIdx: number }
  | { kind: 'marginCall'; symbol: string; positionIdx: number }
  | { kind: 'tpsl'; symbol: string; positionIdx: number }
  /** The TP/SL that an open order brings. */
  | { kind: 'orderTpsl'; symbol: string; orderId: string }
  | { kind: 'tpslPreferences' }
  | { kind: 'trailing'; symbol: string; positionIdx: number }
  | { kind: 'mmrClose'; symbol: string; positionIdx: number }
  | { kind: 'reverse'; symbol: string; positionIdx: number }
  | StrategyRequest
  | { kind: 'replaceOrder'; symbol: string; orderId: string }
  | { kind: 'poster'; symbol: string; positionIdx: number }
  | ExplainRequest
  | { kind: 'liquidation'; symbol: string; timeMs: number }
  | { kind: 'convert'; from: string }
  | { kind: 'closePosition'; symbol: string; positionIdx: number; orderType: 'Limit' | 'Market' }

const useDialogStore = create<{ open: readonly DialogRequest[] }>(() => ({ open: [] }))

/**
 * Opens a dialog above those that are open; the same kind is replaced, never doubled. A question
 * that is replaced is answered with a no.
 */
export function openDialog(request: DialogRequest): void {
  const { open } = useDialogStore.getState()
  useDialogStore.setState({ open: [...open.filter(({ kind }) => kind !== request.kind), request] })
  for (const replaced of open) {
    if (replaced.kind === 'confirm' && request.kind === 'confirm') replaced.onAnswer(false)
  }
}

/** Closes the uppermost dialog, or that of the given kind. */
export function closeDialog(kind?: DialogRequest['kind']): void {
  useDialogStore.setState(({ open }) => ({
    open: kind === undefined ? open.slice(0, -1) : open.filter((request) => request.kind !== kind),
  }))
}

/** Closes every dialog; what was asked is answered with no. */
export function dismissDialogs(): void {
  const { open } = useDialogStore.getState()
  useDialogStore.setState({ open: [] })
  for (const request of open) if (request.kind === 'confirm') request.onAnswer(false)
}

/** Returns the open dialogs from the lowest to the uppermost, and paints again when they change. */
export function useOpenDialogs(): readonly DialogRequest[] {
  return useDialogStore((state) => state.open)
}

/** Returns the open dialogs outside React; keyboard shortcuts rest while there is one. */
export function openDialogs(): readonly DialogRequest[] {
  return useDialogStore.getState().open
}

/** Asks for a yes; resolves with the answer. */
export function askForConfirmation(
  question: Omit<ConfirmRequest, 'kind' | 'onAnswer'>,
): Promise<boolean> {
  return new Promise((answer) => {
    openDialog({ ...question, kind: 'confirm', onAnswer: answer })
  })
}
