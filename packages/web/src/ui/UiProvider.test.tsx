// UI components in a real browser: popups in the window of their panel, flashes, questions,
// selects, sorted columns, and popups whose code is loaded late.

import { useState } from 'react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { userEvent } from 'vitest/browser'
import { Flash } from './Badge.tsx'
import { Button } from './Button.tsx'
import { ConfirmDialog } from './Dialog.tsx'
import { Menu } from './Menu.tsx'
import { Popover } from './Popover.tsx'
import type { MenuEntry } from './popups/popup-props.ts'
import { Select } from './Select.tsx'
import { HeadCell, Table, TableBody, TableHead } from './table/Table.tsx'
import { PortalScope, UiProvider, type PartLoader } from './UiProvider.tsx'

test('a popup opens in the document to which its panel was moved', async () => {
  const screen = await render(
    <UiProvider>
      <PortalScope>
        <Popover trigger={<Button>Open</Button>} label="Panel">
          <p>Inside</p>
        </Popover>
      </PortalScope>
    </UiProvider>,
  )
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const other = frame.contentDocument
  if (other === null) throw new Error('The frame has no document')
  other.body.append(screen.container)
  other.querySelector<HTMLElement>('button')?.click()
  await expect.poll(() => other.body.textContent).toContain('Inside')
  expect(document.body.textContent).not.toContain('Inside')
  document.body.append(screen.container)
  frame.remove()
})

test('the first value does not flash, and every change does', async () => {
  function Price() {
    const [price, setPrice] = useState(1)
    return (
      <>
        <button type="button" onClick={() => setPrice(price + 1)}>
          Tick
        </button>
        <Flash stamp={price} direction="up">
          {price}
        </Flash>
      </>
    )
  }
  const screen = await render(<Price />)
  expect(screen.container.querySelector('.flash-up')).toBeNull()
  await userEvent.click(screen.getByText('Tick'))
  const first = screen.container.querySelector('.flash-up')
  expect(first?.textContent).toBe('2')
  await userEvent.click(screen.getByText('Tick'))
  const second = screen.container.querySelector('.flash-up')
  expect(second?.textContent).toBe('3')
  expect(second).not.toBe(first)
})

test('Esc answers a question with no, once', async () => {
  const answers: string[] = []
  const screen = await render(
    <UiProvider>
      <ConfirmDialog
        open
        title="Close all?"
        body="Three positions are closed at market."
        confirmLabel="Close all"
        cancelLabel="Keep"
        onConfirm={() => answers.push('yes')}
        onCancel={() => answers.push('no')}
      />
    </UiProvider>,
  )
  await expect.element(screen.getByRole('alertdialog', { name: 'Close all?' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(answers).toEqual(['no'])
})

test('a select shows the label of its value and reports the chosen value', async () => {
  const chosen: string[] = []
  const screen = await render(
    <UiProvider>
      <Select
        label="Time in force"
        value="GTC"
        onChange={(value) => chosen.push(value)}
        items={[
          { value: 'GTC', label: 'Good till cancelled' },
          { value: 'IOC', label: 'Immediate or cancel' },
        ]}
      />
    </UiProvider>,
  )
  const trigger = screen.getByRole('combobox', { name: 'Time in force' })
  await expect.element(trigger).toHaveTextContent('Good till cancelled')
  await userEvent.click(trigger)
  await userEvent.click(screen.getByRole('option', { name: 'Immediate or cancel' }))
  expect(chosen).toEqual(['IOC'])
})

test('the header of a sorted column has aria-sort', async () => {
  const screen = await render(
    <Table label="Positions">
      <TableHead>
        <HeadCell sorting="descending" onSort={() => undefined}>
          Size
        </HeadCell>
      </TableHead>
      <TableBody>{null}</TableBody>
    </Table>,
  )
  const header = screen.getByRole('columnheader', { name: 'Size' })
  await expect.element(header).toHaveAttribute('aria-sort', 'descending')
})

const entries: MenuEntry[] = [
  { kind: 'act', id: 'one', label: 'One', onSelect: () => undefined },
  { kind: 'act', id: 'two', label: 'Two', onSelect: () => undefined },
]

/** Renders popups whose code is loaded when the returned function is called. */
async function renderWaiting(children: ReactNode) {
  let finishLoading = (): void => undefined
  const hasLoaded = new Promise<void>((resolve) => {
    finishLoading = resolve
  })
  const loadPart: PartLoader = async (load) => {
    await hasLoaded
    return load()
  }
  const screen = await render(<UiProvider loadPart={loadPart}>{children}</UiProvider>)
  return { screen, finishLoading }
}

test('a menu clicked before its code is loaded opens when it has loaded', async () => {
  const { screen, finishLoading } = await renderWaiting(
    <Menu trigger={<Button>Choose</Button>} entries={entries} />,
  )
  const trigger = screen.getByRole('button', { name: 'Choose' })
  await expect.element(trigger).toHaveAttribute('aria-haspopup', 'menu')
  await userEvent.click(trigger)
  expect(screen.getByRole('menuitem').elements()).toHaveLength(0)
  finishLoading()
  await expect.element(screen.getByRole('menuitem', { name: 'One' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Choose' }))
  await expect.poll(() => screen.getByRole('menuitem').elements()).toHaveLength(0)
})

test('a menu opened by the arrow key focuses its first entry, and returns the focus when it closes', async () => {
  const { screen, finishLoading } = await renderWaiting(
    <Menu trigger={<Button>Choose</Button>} entries={entries} />,
  )
  await userEvent.keyboard('{Tab}{ArrowDown}')
  finishLoading()
  await expect.element(screen.getByRole('menuitem', { name: 'One' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('button', { name: 'Choose' })).toHaveFocus()
})

test('Enter opens a menu at its first entry', async () => {
  const { screen, finishLoading } = await renderWaiting(
    <Menu trigger={<Button>Choose</Button>} entries={entries} />,
  )
  finishLoading()
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(screen.getByRole('menuitem', { name: 'One' })).toHaveFocus()
})

test('a panel that the page itself opens is shown when its code has loaded', async () => {
  const { screen, finishLoading } = await renderWaiting(
    <Popover open trigger={<Button>Details</Button>} label="Panel">
      <p>Inside</p>
    </Popover>,
  )
  expect(screen.getByText('Inside').elements()).toHaveLength(0)
  finishLoading()
  await expect.element(screen.getByText('Inside')).toBeVisible()
})

test('arrow keys open a select and choose from it', async () => {
  const chosen: string[] = []
  const { screen, finishLoading } = await renderWaiting(
    <Select
      label="Time in force"
      value="GTC"
      onChange={(value) => chosen.push(value)}
      items={[
        { value: 'GTC', label: 'Good till cancelled' },
        { value: 'IOC', label: 'Immediate or cancel' },
      ]}
    />,
  )
  await userEvent.keyboard('{Tab}{ArrowDown}')
  finishLoading()
  await expect.element(screen.getByRole('option', { name: 'Good till cancelled' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(() => chosen).toEqual(['IOC'])
  await expect.element(screen.getByRole('combobox', { name: 'Time in force' })).toHaveFocus()
})
