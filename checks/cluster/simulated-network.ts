// Time, the stream and messages between members, simulated from a seed: messages may be lost,
// duplicated or late, and the stream itself answers late, not at all, or after its own delay.

import { createPrng, type Prng } from '@basis/domain/numbers/prng'
import { decodeMessage, encodeMessage, type StreamMessage } from '@basis/server/cluster/envelope'
import type { AppendOutcome } from '@basis/server/cluster/member'

/** A queue of actions ordered by time; those of equal time run in the order of scheduling. */
export class SimulatedTime {
  #nowMs = 1_700_000_000_000
  #planned = 0
  readonly #heap: { atMs: number; order: number; act: () => void }[] = []

  get nowMs(): number {
    return this.#nowMs
  }

  after(ms: number, act: () => void): void {
    this.#planned += 1
    const entry = { atMs: this.#nowMs + Math.round(ms), order: this.#planned, act }
    const heap = this.#heap
    let at = heap.push(entry) - 1
    for (let up = (at - 1) >> 1; at > 0 && isBefore(entry, heap[up]); up = (at - 1) >> 1) {
      heap[at] = heap[up] ?? entry
      at = up
    }
    heap[at] = entry
  }

  runUntil(endMs: number): void {
    for (let next = this.#heap[0]; next !== undefined && next.atMs <= endMs; next = this.#heap[0]) {
      this.#takeFirst()
      this.#nowMs = next.atMs
      next.act()
    }
    this.#nowMs = endMs
  }

  #takeFirst(): void {
    const heap = this.#heap
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return
    let at = 0
    for (;;) {
      let child = at * 2 + 1
      const right = heap[child + 1]
      if (right !== undefined && isBefore(right, heap[child])) child += 1
      const below = heap[child]
      if (below === undefined || !isBefore(below, last)) break
      heap[at] = below
      at = child
    }
    heap[at] = last
  }
}

type Entry = { readonly atMs: number; readonly order: number }
const isBefore = (one: Entry, other: Entry | undefined): boolean =>
  other !== undefined &&
  (one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order))

/** The network's current failure rates; the healed one loses nothing. */
export type Weather = { readonly lost: number; readonly doubled: number; readonly slow: number }
export const lossless: Weather = { lost: 0, doubled: 0, slow: 0 }

/** The stream that all members append to and read, with its fence (expected last sequence). */
export class SimulatedStream {
  readonly messages: Uint8Array[] = []
  /** While it is down no append arrives and nothing is answered; reading still works. */
  isDown = false
  /** False is a planted fault: appends are accepted whatever the last message is. */
  hasFence = true
  readonly #time: SimulatedTime
  readonly #prng: Prng
  readonly #onPush: () => void

  constructor(time: SimulatedTime, prng: Prng, onPush: () => void) {
    this.#time = time
    this.#prng = prng
    this.#onPush = onPush
  }

  /** There is always an answer: `unknown` after the client's timeout. */
  append(
    message: StreamMessage,
    afterStreamSeq: number,
    weather: Weather,
    done: (outcome: AppendOutcome) => void,
  ): void {
    let isAnswered = false
    const answer = (outcome: AppendOutcome): void => {
      if (!isAnswered) done(outcome)
      isAnswered = true
    }
    this.#time.after(1_500, () => answer({ kind: 'unknown' }))
    if (this.#prng.nextFloat() < weather.lost) return
    const bytes = encodeMessage(message)
    this.#time.after(this.#delay(weather), () => {
      if (this.isDown) return
      const fits = !this.hasFence || this.messages.length === afterStreamSeq
      if (fits) this.messages.push(bytes)
      const streamSeq = this.messages.length
      if (fits) this.#onPush()
      if (this.#prng.nextFloat() < weather.lost) return
      this.#time.after(this.#delay(weather), () =>
        answer(fits ? { kind: 'done', streamSeq } : { kind: 'superseded' }),
      )
    })
  }

  lastStreamSeq(weather: Weather, done: (streamSeq: number | undefined) => void): void {
    const isHeard = !this.isDown && this.#prng.nextFloat() >= weather.lost
    // The answer is the state at the time of the query, not of its arrival.
    const streamSeq = isHeard ? this.messages.length : undefined
    this.#time.after(this.#delay(weather), () => done(streamSeq))
  }

  message(streamSeq: number): StreamMessage | undefined {
    const bytes = this.messages[streamSeq - 1]
    return bytes === undefined ? undefined : decodeMessage(streamSeq, bytes)
  }

  #delay({ slow }: Weather): number {
    const isSlow = this.#prng.nextFloat() < slow
    return isSlow ? this.#prng.nextBelow(1_400) : 1 + this.#prng.nextBelow(8)
  }
}

/** Delivers messages from one member to another. */
export class SimulatedBus {
  readonly #time: SimulatedTime
  readonly #prng: Prng

  constructor(time: SimulatedTime, prng: Prng) {
    this.#time = time
    this.#prng = prng
  }

  carry({ lost, doubled, slow }: Weather, deliver: () => void): void {
    const copies = this.#prng.nextFloat() < doubled ? 2 : 1
    for (let copy = 0; copy < copies; copy += 1) {
      if (this.#prng.nextFloat() < lost) continue
      const isSlow = this.#prng.nextFloat() < slow
      this.#time.after(isSlow ? this.#prng.nextBelow(3_000) : this.#prng.nextBelow(6), deliver)
    }
  }
}

export const prngOf = createPrng
