// A part that came before it is painted is there at once; one that failed to is asked for again.

import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { afterPaintedParts, latePart } from './load-part.ts'

const Words = ({ words }: { words: string }) => <p>{words}</p>

/** Counts how often the place of the part was shown without it. */
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

test('a part that has come is painted with what is around it', async () => {
  const load = vi.fn<() => Promise<typeof Words>>(() => Promise.resolve(Words))
  const Part = latePart(load, { isFirst: true })
  await Part.come()
  const { waited, Place } = placeOf(Part)
  const page = await render(<Place words="here" />)
  await expect.element(page.getByText('here')).toBeVisible()
  expect(waited).not.toHaveBeenCalled()
  expect(load).toHaveBeenCalledOnce()
})

test('a part that nobody asked for is loaded when it is painted, and then stays', async () => {
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

test('a part that failed to come is asked for again when it is painted', async () => {
  const load = vi.fn<() => Promise<typeof Words>>(() => Promise.resolve(Words))
  load.mockReturnValueOnce(Promise.reject(new TypeError('Failed to fetch')))
  const Part = latePart(load, { isFirst: true })
  await Part.come()
  const { Place } = placeOf(Part)
  const page = await render(<Place words="after all" />)
  await expect.element(page.getByText('after all')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(2)
})

/** Asks whether nothing is waited for; what is done at once is done when this has come. */
async function isNothingAwaited(): Promise<boolean> {
  let isOver = false
  void afterPaintedParts().then(() => {
    isOver = true
  })
  await new Promise((resolve) => {
    setTimeout(resolve)
  })
  return isOver
}

test('what comes by itself waits for a part of what the page begins with', async () => {
  expect(await isNothingAwaited()).toBe(true)
  const { promise, resolve } = Promise.withResolvers<typeof Words>()
  const { Place } = placeOf(latePart(() => promise, { isFirst: true }))
  const page = await render(<Place words="pressed for" />)
  expect(await isNothingAwaited()).toBe(false)
  const later = afterPaintedParts()
  resolve(Words)
  await later
  await expect.element(page.getByText('pressed for')).toBeVisible()
  expect(await isNothingAwaited()).toBe(true)
})

test('it does not wait for what the page can do without', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof Words>()
  const { Place } = placeOf(latePart(() => promise))
  const page = await render(<Place words="sounds" />)
  expect(await isNothingAwaited()).toBe(true)
  resolve(Words)
  await expect.element(page.getByText('sounds')).toBeVisible()
})

test('a part that does not come keeps nothing else waiting between two tries', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const load = vi.fn<() => Promise<typeof Words>>(() =>
    Promise.reject(new TypeError('Failed to fetch')),
  )
  const { Place } = placeOf(latePart(load, { isFirst: true }))
  const page = await render(<Place words="never" />)
  await expect.poll(() => load.mock.calls.length).toBe(1)
  expect(await isNothingAwaited()).toBe(true)
  await page.unmount()
})
