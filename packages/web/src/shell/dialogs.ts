// Requests to open dialogs: features send a request, app/DialogHost.tsx shows the dialog.

import { create } from 'zustand'
import type { AlertOperator } from '@basis/domain/alerts/alert'
import type { MarketFigure } from '@basis/domain/alerts/figures'
import type { CallRequest } from '@basis/protocol/calls'
import type { Message } from '../i18n/message-keys.ts'

/** A yes-or-no question before an action. */
export type ConfirmRequest = {
  kind: 'confirm'
  title: Message
  body: Message
  confirm: Message
  dangerous?: boolean
  /** A checkbox under the question; `onChosen` is called if it was ticked and the answer is yes. */
  notAgain?: { readonly label: Message; readonly onChosen: () => void }
  /** Called once, with the answer; closing the dialog is a no. */
  onAnswer: (answer: boolean) => void
}

/** The columns of a table and their order; columns that cannot be hidden are not included. */
export type ColumnsRequest = {
  kind: 'columns'
  table: string
  title: Message
  columns: readonly { id: string; titles: readonly Message[] }[]
}

/** The form of an algorithmic order, with values typed elsewhere. */
export type StrategyRequest = {
  kind: 'strategy'
  symbol: string
  side: 'Buy' | 'Sell'
  /** As text, as it would be typed. */
  qty?: string
  reduceOnly?: boolean
  /** The rule to change while it runs, or whose terms start a new one. */
  rule?: { ruleId: string; isChange: boolean }
}

/** The row of a history to explain, as the request to the exchange. */
export type ExplainRequest = { kind: 'explain'; call: CallRequest<'explainRow'> }

/** The initial values of a new alert; the value in the wire's format. */
export type AlertStart = {
  readonly symbols: readonly string[]
  readonly figure?: MarketFigure
  readonly operator?: AlertOperator
  readonly value?: string
}

/** The list of alerts, or the form that creates or changes one. */
export type AlertsRequest = { kind: 'alerts'; make?: AlertStart; editId?: string }

/** Every dialog of the terminal with its parameters. A new dialog is one more line here. */
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
  | { kind: 'loan'; coin: string; operation: 'borrow' | 'repay' }
  | { kind: 'marginMode'; symbol: string }
  | { kind: 'positionMode'; symbol: string }
  | { kind: 'addMargin'; symbol: string; positionIdx: number }
  | { kind: 'marginCall'; symbol: string; positionIdx: number }
  | { kind: 'tpsl'; symbol: string; positionIdx: number }
  /** The TP/SL attached to an open order. */
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
 * Opens a dialog above the open ones; a dialog of the same kind is replaced. A question that comes
 * while another one is open, late or by a double click, is answered with no: in place of the other
 * it would get the answer that was meant for that.
 */
export function openDialog(request: DialogRequest): void {
  const { open } = useDialogStore.getState()
  if (isQuestion(request) && open.some(isQuestion)) request.onAnswer(false)
  else useDialogStore.setState({ open: [...open.filter(isOfOtherKind(request.kind)), request] })
}

/** Closes the uppermost dialog, or that of the given kind. */
export function closeDialog(kind?: DialogRequest['kind']): void {
  useDialogStore.setState(({ open }) => ({
    open: kind === undefined ? open.slice(0, -1) : open.filter(isOfOtherKind(kind)),
  }))
}

/** Closes every dialog; open questions are answered with no. */
export function dismissDialogs(): void {
  const { open } = useDialogStore.getState()
  useDialogStore.setState({ open: [] })
  for (const question of open.filter(isQuestion)) question.onAnswer(false)
}

const isQuestion = (request: DialogRequest): request is ConfirmRequest => request.kind === 'confirm'

const isOfOtherKind =
  (kind: DialogRequest['kind']) =>
  (request: DialogRequest): boolean =>
    request.kind !== kind

const questionKeys = new WeakMap<ConfirmRequest, string>()
let questions = 0

/**
 * Returns the key of a dialog: one about another symbol, position or order is another dialog, which
 * must not keep what was typed into the former one; each question is a dialog of its own.
 */
export function dialogKey(request: DialogRequest): string {
  if (!isQuestion(request)) return JSON.stringify(request)
  const known = questionKeys.get(request)
  if (known !== undefined) return known
  questions += 1
  const key = `question ${questions}`
  questionKeys.set(request, key)
  return key
}

/** Returns the open dialogs from the lowest to the uppermost, and re-renders when they change. */
export function useOpenDialogs(): readonly DialogRequest[] {
  return useDialogStore((state) => state.open)
}

/** Returns the open dialogs outside React; keyboard shortcuts are off while there is one. */
export function openDialogs(): readonly DialogRequest[] {
  return useDialogStore.getState().open
}

/** Asks for a confirmation; resolves with the answer. */
export function askForConfirmation(
  question: Omit<ConfirmRequest, 'kind' | 'onAnswer'>,
): Promise<boolean> {
  return new Promise((answer) => {
    openDialog({ ...question, kind: 'confirm', onAnswer: answer })
  })
}
