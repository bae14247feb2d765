// The stack of open dialogs: one of each kind, the newest on top; and the answer to a question.

import { beforeEach, expect, test } from 'vitest'
import { message } from '../i18n/message-keys.ts'
import { askForConfirmation, closeDialog, openDialog, openDialogs } from './dialogs.ts'

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
