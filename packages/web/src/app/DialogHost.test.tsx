// Dialogs of one kind that follow each other: nothing chosen in one is left in the next.

import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { message } from '../i18n/message-keys.ts'
import { askForConfirmation } from '../shell/dialogs.ts'
import { UiProvider } from '../ui/UiProvider.tsx'
import { DialogHost } from './DialogHost.tsx'

test('a box that was ticked in a replaced question is not ticked in the one that replaced it', async () => {
  const ask = (words: string): Promise<boolean> =>
    askForConfirmation({
      title: message('notices.verbatim', { text: words }),
      body: message('shell.resetLayout'),
      confirm: message('shell.confirm'),
      notAgain: { label: message('shell.close'), onChosen: () => undefined },
    })
  const screen = await render(
    <UiProvider>
      <DialogHost />
    </UiProvider>,
  )
  const first = ask('first')
  const box = screen.getByRole('checkbox')
  await expect.element(box).toBeInTheDocument()
  // Without a style sheet the box has no size to be clicked at.
  ;(box.element() as HTMLElement).click()
  await expect.element(box).toBeChecked()
  void ask('second')
  expect(await first).toBe(false)
  await expect.element(screen.getByRole('heading', { name: 'second' })).toBeVisible()
  await expect.element(box).not.toBeChecked()
})
