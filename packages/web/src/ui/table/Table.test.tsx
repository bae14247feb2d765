// Tables in a real browser: columns keep their width while figures change their digits.

import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { Cell, EmptyRow, HeadCell, Table, TableBody, TableHead, TableRow } from './Table.tsx'
import { WindowedRows } from './Table.tsx'

/** The rules of the page's style sheet for every table. */
const style = `
  table { width: 100%; border-spacing: 0 }
  th, td { box-sizing: border-box; padding: 0 6px; white-space: nowrap }
  [role='group'] { container-type: inline-size }
  td > div { width: 100cqw }
  [hidden] { display: none }
`

function Shown({ rows, figure }: { rows: readonly string[]; figure: string }) {
  return (
    <div style={{ width: 600 }}>
      <style>{style}</style>
      <Table label="Figures">
        <TableHead>
          <HeadCell>Contract</HeadCell>
          <HeadCell align="end">Profit</HeadCell>
          <HeadCell align="end">Close</HeadCell>
        </TableHead>
        <TableBody>
          {rows.length === 0 && <EmptyRow columns={3}>No contract</EmptyRow>}
          {rows.map((name) => (
            <TableRow key={name}>
              <Cell>{name}</Cell>
              <Cell align="end">{figure}</Cell>
              <Cell align="end">Limit</Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}

async function table() {
  let [rows, figure]: [readonly string[], string] = [['BTCUSDT'], '']
  const screen = await render(<Shown rows={rows} figure={figure} />)
  const heads = () => screen.getByRole('columnheader').elements() as HTMLElement[]
  const lefts = () => heads().map((head) => head.getBoundingClientRect().left.toFixed(2))
  const frame = screen.getByRole('group').element() as HTMLElement
  const paint = async (): Promise<void> => {
    await screen.rerender(<Shown rows={rows} figure={figure} />)
    // A measurement made in the next frame is done after two.
    for (let turn = 0; turn < 2; turn += 1) await new Promise(requestAnimationFrame)
  }
  const show = (text: string): Promise<void> => {
    figure = text
    return paint()
  }
  const list = (names: readonly string[]): Promise<void> => {
    rows = names
    return paint()
  }
  return { heads, lefts, frame, show, list }
}

// Docked panels have fractional widths.
test.each([600, 600.6])(
  'a figure with more or fewer digits moves no column in a table of %f px',
  async (widthPx) => {
    const { lefts, show, frame } = await table()
    if (frame.parentElement !== null) frame.parentElement.style.width = `${widthPx}px`
    await show('+9.99')
    const before = lefts()
    for (const text of ['+10.00', '-9.98', '+123.45', '0']) {
      await show(text)
      expect({ text, lefts: lefts() }).toEqual({ text, lefts: before })
    }
  },
)

// An empty table says so across all its columns, in a cell that is as wide as the frame.
test('a table that was empty has the same column widths again with its first row', async () => {
  const { lefts, show, list, frame } = await table()
  await show('+9.99')
  const first = lefts()
  await list([])
  await list(['BTCUSDT'])
  expect(lefts()).toEqual(first)
  await show('+123.45')
  expect(lefts()).toEqual(first)
  expect(frame.scrollWidth).toBe(600)
})

test('a figure that outgrows its column widens it, and the column stays that wide', async () => {
  const { heads, lefts, show } = await table()
  const long = '+123,456,789,012,345,678.90123456 USDT'
  await show('+9.99')
  const narrow = heads()[1]?.offsetWidth ?? 0
  await show(long)
  const wide = lefts()
  expect(heads()[1]?.offsetWidth).toBeGreaterThan(narrow)
  await show('+9.99')
  expect(lefts()).toEqual(wide)
  await show(long)
  expect(lefts()).toEqual(wide)
})

test('with other rows or another width the columns are laid out again', async () => {
  const { lefts, frame, show, list } = await table()
  await show('+9.99')
  const first = lefts()
  await list(['BTCUSDT', 'A contract with a name that is long'])
  expect(lefts()).not.toEqual(first)
  await list(['BTCUSDT'])
  expect(lefts()).toEqual(first)
  const holder = frame.parentElement ?? frame
  holder.style.width = '800px'
  await expect.poll(() => frame.scrollWidth).toBe(800)
  await expect.poll(lefts).not.toEqual(first)
  holder.style.width = '600px'
  await expect.poll(lefts).toEqual(first)
})

test('a column has its given width, but is never narrower than its contents', async () => {
  const shown = (widths: Readonly<Record<string, number>>) => (
    <div style={{ width: 600 }}>
      <style>{style}</style>
      <Table label="Figures" widths={widths} onWidth={() => undefined}>
        <TableHead>
          <HeadCell>Contract</HeadCell>
          <HeadCell column="profit">Profit</HeadCell>
          <HeadCell column="close">Close</HeadCell>
        </TableHead>
        <TableBody>
          <TableRow>
            <Cell>BTCUSDT</Cell>
            <Cell>+1,234,567.89 USDT</Cell>
            <Cell>Limit</Cell>
          </TableRow>
        </TableBody>
      </Table>
    </div>
  )
  const screen = await render(shown({ close: 200 }))
  const widthOf = (name: string): number =>
    (screen.getByRole('columnheader', { name }).element() as HTMLElement).offsetWidth
  await expect.poll(() => widthOf('Close')).toBe(200)
  const frame = screen.getByRole('group').element()
  expect(frame.scrollWidth).toBe(600)
  await screen.rerender(shown({ close: 200, profit: 10 }))
  await expect.poll(() => widthOf('Profit')).toBeGreaterThan(100)
})

test('of ten thousand rows only those in sight are rendered, and the scroll height stays', async () => {
  const rows = Array.from({ length: 10_000 }, (_row, no) => no)
  const screen = await render(
    <div style={{ height: 400, width: 600 }}>
      <style>{`${style} [role='group'] { height: 100%; overflow: auto } td { height: 40px }`}</style>
      <Table label="Orders" rowCount={rows.length}>
        <TableHead>
          <HeadCell>Order</HeadCell>
        </TableHead>
        <TableBody>
          <WindowedRows rows={rows} columns={1}>
            {(no, index) => (
              <TableRow key={no} index={index}>
                <Cell>{`Order ${no}`}</Cell>
              </TableRow>
            )}
          </WindowedRows>
        </TableBody>
      </Table>
    </div>,
  )
  const frame = screen.getByRole('group').element() as HTMLElement
  expect(frame.querySelectorAll('td').length).toBeLessThan(100)
  const tall = frame.scrollHeight
  expect(tall).toBeGreaterThan(10_000 * 40)
  frame.scrollTo({ top: 5_000 * 40 })
  await expect.element(screen.getByText('Order 5000', { exact: true })).toBeVisible()
  expect(frame.querySelectorAll('td').length).toBeLessThan(100)
  expect(frame.scrollHeight).toBe(tall)
  expect(frame.querySelector('tr[aria-rowindex="5002"]')?.textContent).toBe('Order 5000')
})
