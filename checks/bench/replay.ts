// The measurement of every bench that replays the generated stream.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { OrderStream } from './stream.ts'

const block = 10_000

/** The length of a stream; several are replayed together row by row. */
type Stretch = Pick<OrderStream, 'warmUp' | 'length'>

/**
 * Applies the whole stream in blocks and returns the operations per second after its warm-up.
 * Garbage of earlier runs is collected first, so that it is not counted; blocks let the compiler
 * replace code between calls instead of within one endless loop.
 */
export function replayRate(
  streams: Stretch | readonly Stretch[],
  apply: (start: number, end: number) => void,
): number {
  const all = [streams].flat()
  const [stream] = all
  if (stream === undefined || all.some((each) => each.length !== stream.length)) {
    throw new Error('Streams that are replayed together are of one length')
  }
  collectGarbage()
  for (let row = 0; row < stream.warmUp; row += block) {
    apply(row, Math.min(row + block, stream.warmUp))
  }
  const startMs = performance.now()
  for (let row = stream.warmUp; row < stream.length; row += block) {
    apply(row, Math.min(row + block, stream.length))
  }
  return ((all.length * (stream.length - stream.warmUp)) / (performance.now() - startMs)) * 1000
}

/** Runs the garbage collector. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}
