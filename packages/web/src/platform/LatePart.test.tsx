// Parts of the page that are loaded late: rendering, retries, and work that waits for them.

import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { afterPaintedParts, latePart } from './load-part.ts'

const Words = ({ words }: { words: string }) => <p>{words}</p>

/** Returns a place for a part, and a mock called whenever it is rendered without the part. */
const placeOf = (Part: (props: { words: string }) => React.ReactNode) => {
  const waited = vi.fn<() => undefined>()
  const Waiting = () => waited()
  const Place = ({ words }: { words: string }) => (
    <Suspense fallback={<Waiting />}>
      <Part words={words} />
    </Suspense>
  )
  return { waited, Place }
}

test('a part loaded before it is rendered is shown at once', async () => {
  const load = vi.fn<() => Promise<typeof Words>>(() => Promise.resolve(Words))
  const Part = latePart(load, { isFirst: true })
  await Part.come()
  const { waited, Place } = placeOf(Part)
  const page = await render(<Place words="here" />)
  await expect.element(page.getByText('here')).toBeVisible()
  expect(waited).not.toHaveBeenCalled()
  expect(load).toHaveBeenCalledOnce()
})

test('a part not loaded before is loaded when it is rendered, and then stays mounted', async () => {
  const Part = latePart(() => Promise.resolve(Words), { isFirst: true })
  const { waited, Place } = placeOf(Part)
  const page = await render(<Place words="later" />)
  await expect.element(page.getByText('later')).toBeVisible()
  expect(waited).toHaveBeenCalled()
  const shown = page.getByText('later').element()
  await Part.come()
  await page.rerender(<Place words="later still" />)
  expect(page.getByText('later still').element()).toBe(shown)
})

test('a part that failed to load is requested again when it is rendered', async () => {
  const load = vi.fn<() => Promise<typeof Words>>(() => Promise.resolve(Words))
  load.mockReturnValueOnce(Promise.reject(new TypeError('Failed to fetch')))
  const Part = latePart(load, { isFirst: true })
  await Part.come()
  const { Place } = placeOf(Part)
  const page = await render(<Place words="after all" />)
  await expect.element(page.getByText('after all')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(2)
})

/** Returns whether afterPaintedParts() resolves without waiting for a part. */
async function isNothingPending(): Promise<boolean> {
  let isOver = false
  void afterPaintedParts().then(() => {
    isOver = true
  })
  await new Promise((resolve) => {
    setTimeout(resolve)
  })
  return isOver
}

test('background loads wait for a first part of the page that is loading', async () => {
  expect(await isNothingPending()).toBe(true)
  const { promise, resolve } = Promise.withResolvers<typeof Words>()
  const { Place } = placeOf(latePart(() => promise, { isFirst: true }))
  const page = await render(<Place words="pressed for" />)
  expect(await isNothingPending()).toBe(false)
  const later = afterPaintedParts()
  resolve(Words)
  await later
  await expect.element(page.getByText('pressed for')).toBeVisible()
  expect(await isNothingPending()).toBe(true)
})

test('background loads do not wait for parts that are not first parts', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof Words>()
  const { Place } = placeOf(latePart(() => promise))
  const page = await render(<Place words="sounds" />)
  expect(await isNothingPending()).toBe(true)
  resolve(Words)
  await expect.element(page.getByText('sounds')).toBeVisible()
})

test('a part that fails to load does not block background loads between two tries', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const load = vi.fn<() => Promise<typeof Words>>(() =>
    Promise.reject(new TypeError('Failed to fetch')),
  )
  const { Place } = placeOf(latePart(load, { isFirst: true }))
  const page = await render(<Place words="never" />)
  await expect.poll(() => load.mock.calls.length).toBe(1)
  expect(await isNothingPending()).toBe(true)
  await page.unmount()
})
