// A tone plays at its volume, and only after the page has been used.

import { afterEach, expect, test, vi } from 'vitest'
import { playTone, toneNotes } from './tones.ts'

let peaks: number[] = []
let begun: number[] = []

class FakeAudio {
  currentTime = 5
  state = 'running'
  destination = {}
  createOscillator() {
    const frequency = { value: 0 }
    const start = (at: number): void => void begun.push(at)
    return { type: '', frequency, start, stop: () => undefined, connect: (next: object) => next }
  }
  createGain() {
    const gain = {
      setValueAtTime: () => undefined,
      linearRampToValueAtTime: (peak: number) => void peaks.push(peak),
      exponentialRampToValueAtTime: () => undefined,
    }
    return { gain, connect: (next: object) => next }
  }
}

function used(hasBeenActive: boolean): void {
  peaks = []
  begun = []
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive } })
}

afterEach(() => vi.unstubAllGlobals())

test('nothing plays without Web Audio, before the page was used, or at volume 0', () => {
  used(true)
  expect(playTone('ping', 50)).toBe(false)
  vi.stubGlobal('AudioContext', FakeAudio)
  expect(playTone('ping', 0)).toBe(false)
  used(false)
  expect(playTone('ping', 50)).toBe(false)
  expect(begun).toEqual([])
})

test('every note of a tone starts at its time, and is louder at a higher volume', () => {
  vi.stubGlobal('AudioContext', FakeAudio)
  used(true)
  expect(playTone('chime', 100)).toBe(true)
  expect(begun).toEqual(toneNotes.chime.map(({ at }) => 5 + at))
  const [loud = 0] = peaks
  used(true)
  playTone('chime', 50)
  expect(peaks[0]).toBeCloseTo(loud / 4)
})
