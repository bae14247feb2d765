// The smallest remedy that moves a liquidation price to a wanted distance.

import type { WirePreview } from '@basis/protocol/preview-calls'
import { expect, test } from 'vitest'
import { leastRemedy } from './margin-call.ts'

/** An exchange where each step adds three to the distance of the liquidation. */
function exchange(refusedAbove = Number.POSITIVE_INFINITY) {
  const looked: number[] = []
  return {
    looked,
    previewStep: (step: number) => {
      looked.push(step)
      const code = step > refusedAbove ? 110_001 : 0
      return Promise.resolve({ code, timeE3: step * 3 } as WirePreview)
    },
    distanceOf: ({ timeE3 }: WirePreview) => BigInt(timeE3),
    signal: new AbortController().signal,
  }
}

test('the smallest step that reaches the wanted distance is found', async () => {
  for (const wanted of [1, 3, 4, 299, 300, 301]) {
    const found = await leastRemedy({ ...exchange(), most: 1_000, wantedE8: BigInt(wanted) })
    expect(found).toMatchObject({ step: Math.ceil(wanted / 3), isEnough: true })
  }
})

test('if the largest step is not enough, it is offered and marked as not enough', async () => {
  const found = await leastRemedy({ ...exchange(), most: 50, wantedE8: 1_000n })
  expect(found).toMatchObject({ step: 50, isEnough: false })
})

test('nothing is offered if no step is possible or the exchange refuses the largest', async () => {
  expect(await leastRemedy({ ...exchange(), most: 0, wantedE8: 1n })).toBeUndefined()
  expect(await leastRemedy({ ...exchange(5), most: 50, wantedE8: 1n })).toBeUndefined()
})

test('a search among a thousand million steps needs at most thirty-six previews', async () => {
  const asked = exchange()
  await leastRemedy({ ...asked, most: 1_000_000_000, wantedE8: 777n })
  expect(asked.looked.length).toBeLessThanOrEqual(36)
})

test('with a grain of a thousandth at most 21 previews are needed, and one if it is reached already', async () => {
  const asked = exchange()
  const rough = { ...asked, most: 1_000_000_000, wantedE8: 3_000_000n, grain: 1_000 }
  const found = await leastRemedy(rough)
  expect(found?.step).toBeGreaterThanOrEqual(1_000_000)
  expect(found?.step).toBeLessThanOrEqual(1_001_000)
  expect(asked.looked.length).toBeLessThanOrEqual(21)
  const there = exchange()
  await leastRemedy({ ...there, most: 1_000, wantedE8: 3n, isThere: () => true })
  expect(there.looked).toEqual([1_000])
})
