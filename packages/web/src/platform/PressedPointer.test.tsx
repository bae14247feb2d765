// What waits for the release of a pressed pointer, in a real browser.

import { describe, expect, it, vi } from 'vitest'
import { whenReleased } from './pressed-pointer.ts'

const pointer = (type: string, button = 0): boolean =>
  document.body.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, button }))

describe('an act that would take a press its click', () => {
  it('is done at once while nothing is pressed', () => {
    const act = vi.fn<() => void>()
    whenReleased(act)
    expect(act).toHaveBeenCalledOnce()
  })

  it('waits until the click of the pressed button has been heard', async () => {
    const heard: string[] = []
    pointer('pointerdown')
    whenReleased(() => heard.push('act'))
    pointer('pointerup')
    heard.push('click')
    await expect.poll(() => heard).toEqual(['click', 'act'])
  })

  it('is forgotten when nobody wants it any longer', async () => {
    const act = vi.fn<() => void>()
    const later = vi.fn<() => void>()
    pointer('pointerdown')
    whenReleased(act)()
    whenReleased(later)
    pointer('pointercancel')
    await expect.poll(() => later.mock.calls.length).toBe(1)
    expect(act).not.toHaveBeenCalled()
  })

  it('does not wait for a button whose release a menu of the browser takes', () => {
    const act = vi.fn<() => void>()
    pointer('pointerdown', 2)
    whenReleased(act)
    expect(act).toHaveBeenCalledOnce()
  })
})
