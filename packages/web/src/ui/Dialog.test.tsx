// Dialogs in a real browser: Enter sends a form as its button does, a panel closes when it opens a
// dialog, and toasts keep clear of tall dialogs.

import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { userEvent } from 'vitest/browser'
import { Button } from './Button.tsx'
import { ConfirmDialog, Dialog } from './Dialog.tsx'
import { NumberInput } from './NumberInput.tsx'
import { Popover } from './Popover.tsx'
import { Select } from './Select.tsx'

function Form(props: { isDisabled: boolean; onSubmit: () => void }) {
  const [text, setText] = useState('5')
  return (
    <Dialog
      open
      onClose={() => undefined}
      onSubmit={props.onSubmit}
      title="Leverage"
      footer={
        <Button type="submit" disabled={props.isDisabled}>
          Confirm
        </Button>
      }
    >
      <NumberInput label="Leverage" value={text} onChange={setText} rules={{ scale: 2 }} />
    </Dialog>
  )
}

test('a dialog focuses its first field, and Enter sends it as its button does', async () => {
  const sent = vi.fn<() => void>()
  const screen = await render(<Form isDisabled={false} onSubmit={sent} />)
  const field = screen.getByRole('textbox', { name: 'Leverage' })
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(sent).toHaveBeenCalledOnce()
  const button = screen.getByRole('button', { name: 'Confirm' }).element() as HTMLElement
  button.click()
  expect(sent).toHaveBeenCalledTimes(2)
})

test('Enter does not send a dialog whose button is disabled', async () => {
  const sent = vi.fn<() => void>()
  const screen = await render(<Form isDisabled onSubmit={sent} />)
  await expect.element(screen.getByRole('textbox', { name: 'Leverage' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(sent).not.toHaveBeenCalled()
})

test('Enter confirms a question, but cancels one about an action that cannot be undone', async () => {
  const [yes, no] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const question = { title: 'Send?', body: '', confirmLabel: 'Send', cancelLabel: 'Cancel' }
  const screen = await render(<ConfirmDialog open {...question} onConfirm={yes} onCancel={no} />)
  await expect.element(screen.getByRole('button', { name: 'Send' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(yes).toHaveBeenCalledOnce()
  await screen.rerender(
    <ConfirmDialog key="2" open dangerous {...question} onConfirm={yes} onCancel={no} />,
  )
  await expect.element(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(yes).toHaveBeenCalledOnce()
  expect(no).toHaveBeenCalledOnce()
})

function PanelThatOpens() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Popover label="Panel" trigger={<Button>Alerts</Button>}>
        <Button onClick={() => setIsOpen(true)}>New alert</Button>
      </Popover>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Alert">
        <Button>Create</Button>
      </Dialog>
    </>
  )
}

test('a panel closes when it opens a dialog, which has the focus', async () => {
  const screen = await render(<PanelThatOpens />)
  await userEvent.click(screen.getByRole('button', { name: 'Alerts' }))
  await userEvent.click(screen.getByRole('button', { name: 'New alert' }))
  const dialog = screen.getByRole('dialog', { name: 'Alert' })
  await expect.element(dialog).toBeVisible()
  await expect.poll(() => screen.getByRole('dialog', { name: 'Panel' }).elements()).toEqual([])
  await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true)
})

test('a list opened by a key for the first time stays open even if animation frames are late', async () => {
  const frame = globalThis.requestAnimationFrame.bind(globalThis)
  const late = (task: FrameRequestCallback): number =>
    frame(() => setTimeout(() => task(performance.now()), 100))
  const spied = vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation(late)
  const items = ['1m', '5m'].map((value) => ({ value, label: value }))
  const screen = await render(
    <Dialog open onClose={() => undefined} title="Chart">
      <Select label="Interval" value="1m" onChange={() => undefined} items={items} />
    </Dialog>,
  )
  await vi.waitFor(() => expect(document.activeElement?.closest('[role=dialog]')).not.toBeNull())
  ;(screen.getByRole('combobox').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('option', { name: '1m' })).toHaveFocus()
  await new Promise((resolve) => setTimeout(resolve, 500))
  await expect.element(screen.getByRole('option', { name: '1m' })).toHaveFocus()
  spied.mockRestore()
})

const toastTop = (): string => document.documentElement.style.getPropertyValue('--toast-top')

test('toasts on a phone are below the title of a dialog that is too tall to leave space above it', async () => {
  const tall = (height: number) => (
    <Dialog open title="Tall" onClose={() => undefined}>
      <style>{'[role=dialog] { position: fixed; bottom: 0 }'}</style>
      <div style={{ height }} />
    </Dialog>
  )
  const screen = await render(tall(innerHeight - 150))
  const dialog = screen.getByRole('dialog').element() as HTMLElement
  // The title is 48 pixels high.
  await expect.poll(toastTop).toBe(`${dialog.offsetTop + 48}px`)
  await screen.rerender(tall(10))
  await expect.poll(toastTop).toBe('')
  await screen.rerender(tall(innerHeight - 150))
  await expect.poll(toastTop).toBe(`${dialog.offsetTop + 48}px`)
  await screen.unmount()
  expect(toastTop()).toBe('')
})
