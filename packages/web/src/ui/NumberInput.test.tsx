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
  const { unmount } = screen
  return { input, settled, unmount, element: input.element() as HTMLInputElement }
}

test('characters that are not part of a number cannot be typed, and the caret stays where it was', async () => {
  const { input, element } = await field('1234')
  await userEvent.click(input)
  element.setSelectionRange(2, 2)
  await userEvent.keyboard('x5')
  // The caret was after the 1 and its grouping mark: 1,|234.
  await expect.element(input).toHaveValue('15,234')
  expect(element.selectionStart).toBe(2)
})

test('the fraction is cut while typing, a comma is a point, a leading point becomes 0.', async () => {
  const { input } = await field('')
  await userEvent.click(input)
  await userEvent.keyboard(',259')
  await expect.element(input).toHaveValue('0.25')
})

test('a group typed with its grouping mark is not a fraction: 66,500 is not 66.5', async () => {
  const { input } = await field('')
  await userEvent.click(input)
  await userEvent.keyboard('66,5')
  await expect.element(input).toHaveValue('66.5')
  await userEvent.keyboard('00.5')
  await expect.element(input).toHaveValue('66,500.5')
})

test('in a field of whole numbers 12.5 becomes 12, not 125; digits typed later are appended', async () => {
  const { input } = await field('', { scale: 0, min: '0' })
  await userEvent.click(input)
  await userEvent.keyboard('12.5')
  await expect.element(input).toHaveValue('12')
  await userEvent.tab()
  await userEvent.click(input)
  await userEvent.keyboard('{End}0')
  await expect.element(input).toHaveValue('120')
})

test.each([
  ['rounded up to its tick', '10.1', '10.50', '10.50'],
  ['clamped to the maximum', '100000.1', '100,000.00', '100000.00'],
  ['clamped to the minimum', '0.2', '0.50', '0.50'],
])('on blur, the value is %s and reported as settled', async (_, typed, shown, settledAs) => {
  const { input, settled } = await field('')
  await userEvent.click(input)
  await userEvent.keyboard(typed)
  expect(settled).not.toHaveBeenCalled()
  await userEvent.tab()
  await expect.element(input).toHaveValue(shown)
  expect(settled).toHaveBeenCalledExactlyOnceWith(settledAs)
})

test('arrows step by the tick, with Shift by 10, with Ctrl by 50, with both by 200', async () => {
  const { input } = await field('1000')
  await userEvent.click(input)
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(input).toHaveValue('1,000.50')
  await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}')
  await expect.element(input).toHaveValue('1,005.50')
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
  await expect.element(input).toHaveValue('1,234.50')
})

const germanWords: UiWords = {
  close: '',
  copy: '',
  copied: '',
  increase: '',
  decrease: '',
  cancel: '',
  confirm: '',
  clear: '',
  marks: { decimal: ',', group: '.', groupFrom: 4 },
  writeDecimal: (plain) => plain,
}

async function germanField(start: string, scale = 2) {
  const changed = vi.fn<(text: string) => void>()
  function Form() {
    const [text, setText] = useState(start)
    const take = (next: string): void => {
      changed(next)
      setText(next)
    }
    return <NumberInput label="Price" value={text} onChange={take} rules={{ scale }} />
  }
  const screen = await render(
    <UiProvider words={germanWords}>
      <Form />
    </UiProvider>,
  )
  const input = screen.getByRole('textbox', { name: 'Price' })
  return { input, changed, element: input.element() as HTMLInputElement }
}

test('a number has the grouping and decimal marks of the language, also while it is typed', async () => {
  const { input, changed, element } = await germanField('64029.3')
  await expect.element(input).toHaveValue('64.029,3')
  await userEvent.click(input)
  await userEvent.keyboard('{End}5')
  await expect.element(input).toHaveValue('64.029,35')
  expect(changed).toHaveBeenLastCalledWith('64029.35')
  await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}1')
  await expect.element(input).toHaveValue('641.029,35')
  expect(element.selectionStart).toBe(3)
  // One press passes the mark, and the next key removes the digit before it.
  await userEvent.keyboard('{ArrowRight}{Backspace}')
  await expect.element(input).toHaveValue('64.129,35')
  expect(element.selectionStart).toBe(4)
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{Delete}')
  await expect.element(input).toHaveValue('6.129,35')
  await userEvent.fill(input, '0,5')
  expect(changed).toHaveBeenLastCalledWith('0.5')
  await userEvent.fill(input, '1.25')
  await expect.element(input).toHaveValue('1,25')
  await userEvent.fill(input, '12.345,6')
  expect(changed).toHaveBeenLastCalledWith('12345.6')
})

test('the decimal key of a numeric keypad, a minus sign, undo and redo work in German notation', async () => {
  const { input, changed } = await germanField('')
  await userEvent.click(input)
  await userEvent.keyboard('-1234.5')
  await expect.element(input).toHaveValue('-1.234,5')
  expect(changed).toHaveBeenLastCalledWith('-1234.5')
  await userEvent.keyboard('{Control>}z{/Control}{Control>}z{/Control}{Control>}z{/Control}')
  await expect.element(input).toHaveValue('-123')
  await userEvent.keyboard('{Control>}y{/Control}')
  await expect.element(input).toHaveValue('-1.234')
  await userEvent.keyboard('7')
  await expect.element(input).toHaveValue('-12.347')
  expect(changed).toHaveBeenLastCalledWith('-12347')
})

test('copied text has no grouping; pasted text goes where the caret is', async () => {
  const { input, changed, element } = await germanField('64029', 3)
  await userEvent.click(input)
  element.setSelectionRange(0, 6)
  const send = (kind: 'copy' | 'cut' | 'paste', text = ''): string => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    const event = new ClipboardEvent(kind, { clipboardData, bubbles: true, cancelable: true })
    element.dispatchEvent(event)
    return clipboardData.getData('text/plain')
  }
  expect(send('copy')).toBe('64029')
  element.setSelectionRange(1, 5)
  expect(send('cut')).toBe('402')
  await expect.element(input).toHaveValue('69')
  element.setSelectionRange(1, 1)
  send('paste', '45')
  await expect.element(input).toHaveValue('6.459')
  expect(changed).toHaveBeenLastCalledWith('6459')
})

test('the text of an input method is left as it is until the composition ends', async () => {
  const { input, changed, element } = await germanField('12')
  await userEvent.click(input)
  element.setSelectionRange(2, 2)
  const compose = (type: string, data: string): void => {
    element.dispatchEvent(new CompositionEvent(type, { data, bubbles: true }))
  }
  const write = (raw: string, data: string): void => {
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    setValue?.call(element, raw)
    const kind = { inputType: 'insertCompositionText', isComposing: true, bubbles: true }
    element.dispatchEvent(new InputEvent('input', { ...kind, data }))
  }
  compose('compositionstart', '')
  write('12３', '３')
  await expect.element(input).toHaveValue('12３')
  write('12３４', '３４')
  await expect.element(input).toHaveValue('12３４')
  expect(changed).toHaveBeenLastCalledWith('1234')
  compose('compositionend', '３４')
  await expect.element(input).toHaveValue('1.234')
})

test('an error is the accessible description of its field', async () => {
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

test('Enter sends the form with the value of the field; a clamped value is shown first', async () => {
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

test('a step does not change a typed value, which a tick rounds up; an arrow goes to the next multiple', async () => {
  const cost = await field('0.05', { scale: 8, min: '0', step: '1' })
  await userEvent.click(cost.input)
  await userEvent.tab()
  await expect.element(cost.input).toHaveValue('0.05')
  await userEvent.click(cost.input)
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(cost.input).toHaveValue('1')
  await cost.unmount()
  const ticked = await field('0.05', { scale: 8, min: '0', tick: '1' })
  await userEvent.click(ticked.input)
  await userEvent.tab()
  await expect.element(ticked.input).toHaveValue('1.00000000')
})
