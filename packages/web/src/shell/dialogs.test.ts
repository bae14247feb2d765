// The stack of open dialogs: one of each kind, the newest on top; and the answer to a question.

import { beforeEach, expect, test } from 'vitest'
import { message } from '../i18n/message-keys.ts'
import { askForConfirmation, closeDialog, dialogKey, openDialog, openDialogs } from './dialogs.ts'

const kinds = (): string[] => openDialogs().map(({ kind }) => kind)

beforeEach(() => {
  while (openDialogs().length > 0) closeDialog()
})

test('a dialog opens above the others and replaces one of its kind', () => {
  openDialog({ kind: 'signIn', view: 'demo' })
  openDialog({ kind: 'leverage', symbol: 'BTCUSDT' })
  openDialog({ kind: 'signIn', view: 'demo' })
  openDialog({ kind: 'leverage', symbol: 'ETHUSDT' })
  expect(openDialogs()).toEqual([
    { kind: 'signIn', view: 'demo' },
    { kind: 'leverage', symbol: 'ETHUSDT' },
  ])
})

test('closing removes the topmost dialog, or the one that is named', () => {
  openDialog({ kind: 'signIn', view: 'demo' })
  openDialog({ kind: 'palette' })
  openDialog({ kind: 'symbolSearch' })
  closeDialog()
  expect(kinds()).toEqual(['signIn', 'palette'])
  closeDialog('signIn')
  expect(kinds()).toEqual(['palette'])
})

test('a question resolves with its answer', async () => {
  const answer = askForConfirmation({
    title: message('shell.resetLayout'),
    body: message('shell.resetLayout'),
    confirm: message('shell.confirm'),
  })
  const [question] = openDialogs()
  if (question?.kind === 'confirm') question.onAnswer(true)
  expect(await answer).toBe(true)
})

const question = {
  title: message('shell.resetLayout'),
  body: message('shell.resetLayout'),
  confirm: message('shell.confirm'),
}

test('a question that comes late does not take the place of the one that is open', async () => {
  const first = askForConfirmation({ ...question, body: message('shell.cancel') })
  const [shown] = openDialogs()
  const late = askForConfirmation(question)
  expect(openDialogs()).toEqual([shown])
  expect(await late).toBe(false)
  if (shown?.kind === 'confirm') shown.onAnswer(true)
  expect(await first).toBe(true)
})

test('a dialog about something else is another dialog, as is each question', () => {
  const ofBtc = { kind: 'marginCall', symbol: 'BTCUSDT', positionIdx: 0 } as const
  expect(dialogKey({ ...ofBtc })).toBe(dialogKey(ofBtc))
  expect(dialogKey({ ...ofBtc, symbol: 'ETHUSDT' })).not.toBe(dialogKey(ofBtc))
  const asked = { ...question, kind: 'confirm', onAnswer: () => undefined } as const
  expect(dialogKey(asked)).toBe(dialogKey(asked))
  expect(dialogKey({ ...asked })).not.toBe(dialogKey(asked))
})
