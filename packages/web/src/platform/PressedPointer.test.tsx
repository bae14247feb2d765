// Work that waits for the release of a pressed pointer, in a real browser.

import { describe, expect, it, vi } from 'vitest'
import { whenReleased } from './pressed-pointer.ts'

const pointer = (type: string, button = 0): boolean =>
  document.body.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, button }))

describe('work that would remove a pressed button before its click', () => {
  it('is done at once while no button is pressed', () => {
    const act = vi.fn<() => void>()
    whenReleased(act)
    expect(act).toHaveBeenCalledOnce()
  })

  it('waits until the click of the pressed button is handled', async () => {
    const order: string[] = []
    pointer('pointerdown')
    whenReleased(() => order.push('act'))
    pointer('pointerup')
    order.push('click')
    await expect.poll(() => order).toEqual(['click', 'act'])
  })

  it('is not done if it is cancelled before the release', async () => {
    const act = vi.fn<() => void>()
    const later = vi.fn<() => void>()
    pointer('pointerdown')
    whenReleased(act)()
    whenReleased(later)
    pointer('pointercancel')
    await expect.poll(() => later.mock.calls.length).toBe(1)
    expect(act).not.toHaveBeenCalled()
  })

  it('does not wait for the right button, whose release goes to the browser’s menu', () => {
    const act = vi.fn<() => void>()
    pointer('pointerdown', 2)
    whenReleased(act)
    expect(act).toHaveBeenCalledOnce()
  })
})
