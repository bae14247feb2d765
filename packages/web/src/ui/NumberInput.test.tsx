// The number input in a real browser: keys, caret, paste, blur.

import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { userEvent } from 'vitest/browser'
import { NumberInput } from './NumberInput.tsx'
import type { NumberRules } from './number-text.ts'
import { UiProvider, type UiWords } from './UiProvider.tsx'

const price: NumberRules = { scale: 2, min: '0.5', max: '100000', tick: '0.5' }

async function field(start: string, rules: NumberRules = price) {
  const settled = vi.fn<(text: string) => void>()
  function Form() {
    const [text, setText] = useState(start)
    return (
      <NumberInput
        label="Price"
        value={text}
        onChange={setText}
        onSettle={settled}
        rules={rules}
        unit="USDT"
      />
    )
  }
  const screen = await render(<Form />)
  const input = screen.getByRole('textbox', { name: 'Price' })
  return { input, settled, element: input.element() as HTMLInputElement }
}

test('what is no number cannot be typed, and the caret stays where it was', async () => {
  const { input, element } = await field('1234')
  await userEvent.click(input)
  element.setSelectionRange(2, 2)
  await userEvent.keyboard('x5')
  await expect.element(input).toHaveValue('12534')
  expect(element.selectionStart).toBe(3)
})

test('the fraction is cut while typing, a comma is a point, a leading point becomes 0.', async () => {
  const { input } = await field('')
  await userEvent.click(input)
  await userEvent.keyboard(',259')
  await expect.element(input).toHaveValue('0.25')
})

test('on leaving, the value is clamped and rounded up to its tick', async () => {
  const { input, settled } = await field('10.1')
  await userEvent.click(input)
  await userEvent.tab()
  await expect.element(input).toHaveValue('10.50')
  expect(settled).toHaveBeenLastCalledWith('10.50')
})

test('arrows step by the tick, with Shift by 10, with Ctrl by 50, with both by 200', async () => {
  const { input } = await field('1000')
  await userEvent.click(input)
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(input).toHaveValue('1000.50')
  await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}')
  await expect.element(input).toHaveValue('1005.50')
  await userEvent.keyboard('{Control>}{ArrowDown}{/Control}')
  await expect.element(input).toHaveValue('980.50')
  await userEvent.keyboard('{Control>}{Shift>}{ArrowDown}{/Shift}{/Control}')
  await expect.element(input).toHaveValue('880.50')
})

test('a pasted number is read with its grouping', async () => {
  const { input, element } = await field('')
  await userEvent.click(input)
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', '1,234.50')
  element.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
  )
  await expect.element(input).toHaveValue('1234.50')
})

test('grouped for the eye, plain for the hand, with the reader’s own comma', async () => {
  const words: UiWords = {
    close: '',
    copy: '',
    copied: '',
    increase: '',
    decrease: '',
    clear: '',
    decimalSeparator: ',',
    writeDecimal: (plain) => (plain === '64029.3' ? '64.029,3' : plain.replace('.', ',')),
  }
  const changed = vi.fn<(text: string) => void>()
  function Form() {
    const [text, setText] = useState('64029.3')
    const take = (next: string): void => {
      changed(next)
      setText(next)
    }
    return <NumberInput label="Price" value={text} onChange={take} rules={{ scale: 2 }} />
  }
  const screen = await render(
    <UiProvider words={words}>
      <Form />
    </UiProvider>,
  )
  const input = screen.getByRole('textbox', { name: 'Price' })
  await expect.element(screen.getByText('64.029,3')).toBeInTheDocument()
  await expect.element(input).toHaveValue('64029,3')
  await userEvent.click(input)
  await userEvent.keyboard('{End}5')
  await expect.element(input).toHaveValue('64029,35')
  expect(changed).toHaveBeenLastCalledWith('64029.35')
  await userEvent.fill(input, '0,5')
  expect(changed).toHaveBeenLastCalledWith('0.5')
  await userEvent.fill(input, '1.25')
  await expect.element(input).toHaveValue('1,25')
  await userEvent.fill(input, '12.345,6')
  expect(changed).toHaveBeenLastCalledWith('12345.6')
})

test('an error is tied to its field', async () => {
  const screen = await render(
    <NumberInput
      label="Stop-loss"
      value="1"
      onChange={() => undefined}
      rules={price}
      error="Too low"
    />,
  )
  const input = screen.getByRole('textbox', { name: 'Stop-loss' })
  await expect.element(input).toHaveAccessibleDescription('Too low')
  await expect.element(input).toHaveAttribute('aria-invalid', 'true')
})

test('Enter sends the form with what stands in the field; what settling changed is shown first', async () => {
  const sent = vi.fn<(text: string) => void>()
  function Form() {
    const [text, setText] = useState('150')
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          sent(text)
        }}
      >
        <NumberInput
          label="Price"
          value={text}
          onChange={setText}
          rules={{ scale: 2, max: '100' }}
        />
        <button type="submit">Send</button>
      </form>
    )
  }
  const screen = await render(<Form />)
  const input = screen.getByRole('textbox', { name: 'Price' })
  await userEvent.click(input)
  await userEvent.keyboard('{Enter}')
  await expect.element(input).toHaveValue('100.00')
  expect(sent).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  expect(sent).toHaveBeenCalledExactlyOnceWith('100.00')
})

test('a step never changes what was typed, a price is rounded up to its tick', async () => {
  const cost = await field('0.05', { scale: 8, min: '0', step: '1' })
  await userEvent.click(cost.input)
  await userEvent.tab()
  await expect.element(cost.input).toHaveValue('0.05')
  await userEvent.click(cost.input)
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(cost.input).toHaveValue('1')
})
